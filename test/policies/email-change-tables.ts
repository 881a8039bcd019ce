import { type Catalogue, everything } from './catalogue.ts'
import { ada, alan, as, idOf, karim, long, marie, monday, noon, tuesday, withoutRights } from './people.ts'

const change = (number: number, user_id: string, requested_by: string, more: object = {}) => ({
  id: idOf(number),
  user_id,
  old_email: 'old@exemple.fr',
  new_email: 'new@exemple.fr',
  requested_by,
  created_at: monday,
  expires_at: long,
  ...more,
})

export const emailChangeTables: Catalogue['tables'] = {
  email_changes: {
    rights: { insert: ['partners'], update: ['partners'] },
    rows: {
      'of Marie, asked by Ada': change(411, marie, ada),
      'of Karim, asked by Alan': change(412, karim, alan),
      'of Marie, withdrawn': change(413, marie, ada, { withdrawn_at: tuesday }),
      'of Marie, confirmed': change(414, marie, ada, { confirmed_at: tuesday }),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        insert: ['of Marie, asked by Ada'],
        update: ['of Marie, asked by Ada', 'of Karim, asked by Alan'],
        becomes: ['of Marie, withdrawn'],
      },
    },
  },
}

export const emailChangeFunctions: Catalogue['functions'] = {
  'app.open_sessions(uuid,timestamp with time zone)': {
    facts: [
      {
        title: 'counts the sessions of one person that are open',
        as: as.ada,
        sql: `select app.open_sessions('${marie}', '${noon}')`,
        expect: { value: 1 },
      },
      {
        title: 'tells nobody without the right to partners',
        as: as.ada,
        setup: withoutRights,
        sql: `select app.open_sessions('${marie}', '${noon}')`,
        expect: { refused: '42501' },
      },
    ],
    checks: {
      'the right': [`not app.has_right('partners', 'team')`, 'false'],
      'one person’s': ['user_id = person and', ''],
      'open ones': ['and expires_at > at', ''],
    },
  },
}
