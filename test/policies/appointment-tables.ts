import { type Catalogue, everything } from './catalogue.ts'
import { ada, alan, idOf, marie, monday, nadia, tuesday } from './people.ts'

const appointment = (number: number, made_by: string, more: object = {}) => ({
  id: idOf(number),
  partner_id: marie,
  person_id: nadia,
  act: 'invited',
  made_by,
  made_at: monday,
  ...more,
})
const [byAda, byAlan, objected] = ['by Ada', 'by Alan', 'by Ada, objected to'] as const

/** Who is told of access to bank details, and objects. */
export const appointmentTables: Catalogue['tables'] = {
  appointments: {
    rights: { insert: ['partners', 'money'] },
    rows: {
      [byAda]: appointment(421, ada),
      [byAlan]: appointment(422, alan),
      [objected]: appointment(423, ada, { objected_by: marie, objected_at: tuesday }),
    },
    access: { system: everything, admin: { select: 'all', insert: [byAda] } },
  },
  appointment_notices: {
    rights: { insert: ['partners', 'money'] },
    rows: { 'for Marie': { id: idOf(424), appointment_id: idOf(421), user_id: marie } },
    access: { system: everything, admin: { insert: 'all' } },
  },
}
