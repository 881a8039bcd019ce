import { type Catalogue, every, everything } from './catalogue.ts'
import { companyTables, oneCompany } from './company-tables.ts'
import { ada, alan, as, gone, idOf, karim, left, long, marie, monday, nadia, tuesday } from './people.ts'
import { rolesWithoutTeam, staffWithoutTeam } from './policy-facts.ts'

const person = (user_id: string, full_name: string, email: string, deleted_at: string | null = null) => {
  return { user_id, full_name, email, created_at: monday, joined_at: tuesday, deleted_at }
}
const account = (id: string, name: string, email: string) => ({ id, name, email })
const session = (number: number, user_id: string, token: string, expires_at: string) => {
  return { id: idOf(number), user_id, token, expires_at, created_at: monday, updated_at: monday }
}
const last = { refused: 'last_administrator' }

const savedView = (id: number, user_id: string) => ({
  id: idOf(id),
  user_id,
  page: '/dashboard/commissions',
  query: 'status=valide',
  name: 'À payer',
  saved_at: monday,
})

export const peopleTables: Catalogue['tables'] = {
  profiles: {
    rights: { insert: ['partners', 'team'], update: ['partners', 'team'] },
    // Their own name.
    withoutRight: { insert: ['Ada'], becomes: ['Ada'] },
    rows: {
      Marie: person(marie, 'Marie Dupont', 'marie@exemple.fr'),
      Karim: person(karim, 'Karim Benali', 'karim@exemple.fr'),
      Ada: person(ada, 'Ada Admin', 'ada@acme.example'),
      Alan: person(alan, 'Alan Admin', 'alan@acme.example'),
      gone: person(gone, 'Gaston Parti', 'gaston@exemple.fr', tuesday),
      "Marie's colleague": person(nadia, 'Nadia Colas', 'nadia@exemple.fr'),
      "Marie's colleague who left": person(left, 'Noé Colas', 'noe@exemple.fr', tuesday),
    },
    policyFacts: staffWithoutTeam,
    access: {
      system: everything,
      admin: everything,
      partner: { select: ['Marie', "Marie's colleague", "Marie's colleague who left"], update: ['Marie'] },
    },
    triggers: {
      keep_one_company: oneCompany,
      rename_in_commissions: [
        {
          title: 'a renamed partner’s commissions are listed under the new name',
          as: as.marie,
          setup: `update profiles set full_name = 'Marie Éluard' where user_id = '${marie}'`,
          sql: `select string_agg(distinct partner_key, '|') from commissions where partner_id = '${marie}'`,
          expect: { value: 'marie eluard' },
        },
      ],
    },
  },
  ...companyTables,
  user_roles: {
    rights: { insert: ['partners', 'team'], update: ['team'], delete: ['partners', 'team'] },
    rows: {
      Marie: { user_id: marie, role: 'partner', staff_role: null },
      Karim: { user_id: karim, role: 'partner', staff_role: null },
      Ada: { user_id: ada, role: 'admin', staff_role: 'administrator' },
      Alan: { user_id: alan, role: 'admin', staff_role: 'administrator' },
    },
    policyFacts: rolesWithoutTeam,
    access: { system: everything, admin: everything, partner: { select: ['Marie'] } },
    triggers: {
      keep_an_administrator: [
        {
          title: 'one of two administrators can be demoted',
          as: as.ada,
          sql: `update user_roles set role = 'partner', staff_role = null where user_id = '${alan}' returning role`,
          expect: { value: 'partner' },
        },
        {
          title: 'nor to another role of staff, the last one',
          as: as.ada,
          setup: `update user_roles set staff_role = 'finance' where user_id = '${alan}'`,
          sql: `update user_roles set staff_role = 'viewer' where user_id = '${ada}'`,
          expect: last,
        },
        {
          title: 'the last administrator cannot be demoted',
          as: as.ada,
          setup: `delete from user_roles where user_id = '${alan}'`,
          sql: `update user_roles set role = 'partner', staff_role = null where user_id = '${ada}'`,
          expect: last,
        },
        {
          title: 'the last administrator’s role cannot be deleted, by the portal itself either',
          as: as.system,
          setup: `delete from user_roles where user_id = '${alan}'`,
          sql: `delete from user_roles where user_id = '${ada}'`,
          expect: last,
        },
        {
          title: 'an administrator who was deleted does not count',
          as: as.ada,
          setup: `update profiles set deleted_at = now() where user_id = '${alan}'`,
          sql: `update user_roles set role = 'partner', staff_role = null where user_id = '${ada}'`,
          expect: last,
        },
        {
          title: 'an administrator who has not accepted the invitation does not count',
          as: as.ada,
          setup: `update profiles set joined_at = null where user_id = '${alan}'`,
          sql: `update user_roles set role = 'partner', staff_role = null where user_id = '${ada}'`,
          expect: last,
        },
      ],
    },
  },
  invitations: {
    rights: { insert: ['partners', 'team'], update: ['partners', 'team'], delete: ['partners', 'team'] },
    rows: {
      "Marie's": { id: idOf(11), user_id: marie, invited_by: ada, created_at: monday, expires_at: long },
      "Karim's": { id: idOf(12), user_id: karim, invited_by: alan, created_at: monday, expires_at: long },
    },
    access: { system: everything, admin: everything },
  },
  password_resets: {
    rows: { "Marie's": { id: idOf(13), user_id: marie, created_at: monday, expires_at: long } },
    access: { system: everything },
  },
  sign_in_links: {
    rows: { "Marie's": { id: idOf(15), user_id: marie, browser_hash: 'x', created_at: monday, expires_at: long } },
    access: { system: everything },
  },
  setup_links: {
    rows: { first: { id: idOf(14), created_at: monday } },
    access: { system: everything },
  },
  notification_choices: {
    rights: { insert: 'own', update: 'own' },
    rows: {
      "Marie's": { user_id: marie, switched_off: ['tier_reached'], changed_at: monday },
      "Karim's": { user_id: karim, switched_off: [], changed_at: monday },
      "Ada's": { user_id: ada, switched_off: ['contract_validated'], changed_at: monday },
      "Alan's": { user_id: alan, switched_off: [], changed_at: monday },
    },
    access: { system: everything, admin: every(["Ada's"]), partner: every(["Marie's"]) },
  },
  saved_views: {
    rights: { insert: 'own', update: 'own', delete: 'own' },
    rows: {
      "Marie's": savedView(411, marie),
      "Karim's": savedView(412, karim),
      "Ada's": savedView(413, ada),
      "Alan's": savedView(414, alan),
      'of Gaston, who is gone': savedView(415, gone),
    },
    access: { system: everything, admin: every(["Ada's"]), partner: every(["Marie's"]) },
  },
  'auth.users': {
    rows: {
      Marie: account(marie, 'Marie Dupont', 'marie@exemple.fr'),
      Karim: account(karim, 'Karim Benali', 'karim@exemple.fr'),
      Ada: account(ada, 'Ada Admin', 'ada@acme.example'),
      gone: account(gone, 'Gaston Parti', 'gaston@exemple.fr'),
    },
  },
  'auth.sessions': {
    rows: {
      "Marie's": session(21, marie, 'token-of-marie', long),
      "Karim's": session(22, karim, 'token-of-karim', long),
      "Ada's": session(25, ada, 'token-of-ada', long),
      over: session(23, marie, 'token-that-is-over', tuesday),
      deleted: session(24, gone, 'token-of-gone', long),
    },
  },
  partner_views: {
    rows: {
      over: { session_id: idOf(23), partner_id: karim, person_id: karim, started_at: monday, ends_at: '2026-03-02T10:00:00Z' },
    },
    access: { system: everything },
  },
}
