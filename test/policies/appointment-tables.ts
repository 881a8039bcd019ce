import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { ada, alan, as, idOf, marie, monday, nadia, tuesday, withoutRights } from './people.ts'

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

/** Nobody appoints by one of the two rights alone. */
const needsBoth = (sql: string): readonly Fact[] =>
  (['partners', 'money'] as const).map((right) => ({
    title: `the right to ${right} alone does not appoint`,
    as: as.ada,
    setup: `${withoutRights}; insert into staff_rights values ('viewer', '${right}')`,
    sql,
    expect: { refused: '42501' },
  }))

/** Who is told of access to bank details, and objects. */
export const appointmentTables: Catalogue['tables'] = {
  appointments: {
    rights: { insert: ['partners', 'money'] },
    policyFacts: needsBoth(`insert into appointments (id, partner_id, person_id, act, made_by, made_at)
      values ('${idOf(429)}', '${marie}', '${nadia}', 'invited', '${ada}', '${monday}')`),
    rows: {
      [byAda]: appointment(421, ada),
      [byAlan]: appointment(422, alan),
      [objected]: appointment(423, ada, { objected_by: marie, objected_at: tuesday }),
    },
    access: { system: everything, admin: { select: 'all', insert: [byAda] } },
  },
  appointment_notices: {
    rights: { insert: ['partners', 'money'] },
    policyFacts: needsBoth(`insert into appointment_notices (id, appointment_id, user_id)
      values ('${idOf(428)}', '${idOf(421)}', '${nadia}')`),
    rows: { 'for Marie': { id: idOf(424), appointment_id: idOf(421), user_id: marie } },
    access: { system: everything, admin: { insert: 'all' } },
  },
}
