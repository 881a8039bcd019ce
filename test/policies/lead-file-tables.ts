import { type Catalogue, everything, type Row } from './catalogue.ts'
import { ada, as, idOf, karim, marie, monday } from './people.ts'
import { leadFilesHidden } from './policy-facts.ts'

const attached = (id: number, lead: number, file_id: number, added_by: string): Row => ({
  id: idOf(id),
  lead_id: idOf(lead),
  file_id: idOf(file_id),
  added_by,
  of_staff: added_by === ada,
  added_at: monday,
})
const add = (added_by: string, of_staff: boolean) => `insert into lead_files (id, lead_id, file_id, added_by, of_staff, added_at)
  values ('${idOf(99)}', '${idOf(41)}', '${idOf(222)}', '${added_by}', ${of_staff}, now())`
const ofMarie = "Marie's, on her lead"

export const leadFileTables: Catalogue['tables'] = {
  lead_files: {
    rights: { insert: ['leads'], delete: ['leads'] },
    rows: {
      [ofMarie]: attached(531, 41, 541, marie),
      "Ada's, on a lead of Marie's": attached(532, 41, 542, ada),
      "Karim's, on his lead": attached(533, 43, 543, karim),
      "Marie's, on a lead that is Karim's now": attached(534, 43, 544, marie),
    },
    access: {
      system: everything,
      admin: everything,
      partner: { select: [ofMarie, "Ada's, on a lead of Marie's"], insert: [ofMarie], delete: [ofMarie] },
    },
    policyFacts: [
      ...leadFilesHidden,
      { title: 'nobody adds a file in the name of another', as: as.marie, sql: add(karim, false), expect: { refused: '42501' } },
      { title: 'nor in the name of staff', as: as.marie, sql: add(marie, true), expect: { refused: '42501' } },
    ],
    triggers: {
      release_lead_file: [
        {
          title: 'a file that its lead loses is left to the sweep, also when the lead goes',
          as: as.marie,
          sql: `delete from leads where id = '${idOf(41)}'; reset role;
            select count(*)::int from files where id in ('${idOf(541)}', '${idOf(542)}')
              and claimed_at is null and released_at is not null`,
          expect: { value: 2 },
        },
      ],
    },
  },
}

const filesOf = (lead: number) => `select jsonb_array_length(app.files_of_lead('${idOf(lead)}'))`

export const leadFileFunctions: Catalogue['functions'] = {
  'app.files_of_lead(uuid)': {
    facts: [
      { title: 'a partner reads the files of their lead', as: as.marie, sql: filesOf(41), expect: { value: 2 } },
      { title: 'and of no other one', as: as.marie, sql: filesOf(43), expect: { value: null } },
      { title: 'staff read the files of every lead', as: as.ada, sql: filesOf(43), expect: { value: 2 } },
    ],
    checks: {
      'which lead': ['a.lead_id = lead', 'true'],
      'who asks': [
        "current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()",
        'true',
      ],
    },
  },
}
