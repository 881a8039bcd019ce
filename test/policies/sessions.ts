import type { Catalogue } from './catalogue.ts'
import { ada, alan, as, idOf, karim, long, marie, nadia, noon, tuesday, withoutRights } from './people.ts'

const session = (token: string, column = 'user_id') =>
  `select ${column} from app.session('${token}', '${noon}', interval '30 days')`
/** Ada looks at the portal as somebody. */
const viewOf = (partner: string, person: string, until: string) => `
  insert into partner_views (session_id, partner_id, person_id, started_at, ends_at)
  values ('${idOf(25)}', '${partner}', '${person}', '2026-03-03T11:45:00Z', '${until}')`
const viewOfKarim = (until = '2026-03-03T12:30:00Z') => viewOf(karim, karim, until)
const viewOfNadia = viewOf(marie, nadia, '2026-03-03T12:30:00Z')

const ended = 'select count(*)::int from auth.ended_sessions'
const sweep = (at: string) => `select app.sweep_sessions('${at}', interval '30 days', interval '365 days')`

export const sessionFunctions: Catalogue['functions'] = {
  'app.sweep_sessions(timestamp with time zone,interval,interval)': {
    facts: [
      {
        title: 'a session that somebody ends is remembered',
        as: as.system,
        setup: "delete from auth.sessions where token = 'token-of-marie'",
        sql: ended,
        expect: { value: 1 },
      },
      {
        title: 'sessions that have run out go, and nobody has ended them',
        as: as.system,
        setup: sweep(noon),
        sql: `select (select count(*) from auth.sessions where token = 'token-that-is-over') + (${ended})`,
        expect: { value: 0 },
      },
      {
        title: 'what is ended after a sweep in the same transaction is remembered',
        as: as.system,
        setup: `${sweep(noon)}; delete from auth.sessions where token = 'token-of-marie'`,
        sql: ended,
        expect: { value: 1 },
      },
      {
        title: 'ends are forgotten when no link can ask about them any more',
        as: as.system,
        setup: `insert into auth.ended_sessions
            values ('${idOf(97)}', '2025-03-03T11:00:00Z'), ('${idOf(98)}', '2025-03-03T13:00:00Z');
          ${sweep(noon)}`,
        sql: ended,
        expect: { value: 1 },
      },
    ],
  },
  'app.session(text,timestamp with time zone,interval)': {
    facts: [
      { title: 'a token stands for its person', as: as.nobody, sql: session('token-of-marie'), expect: { value: marie } },
      { title: 'an unknown token stands for nobody', as: as.nobody, sql: session('guessed'), expect: { value: null } },
      {
        title: 'a session that is over stands for nobody',
        as: as.nobody,
        sql: session('token-that-is-over'),
        expect: { value: null },
      },
      {
        title: 'a session that began too long ago stands for nobody',
        as: as.nobody,
        setup: `update auth.sessions set created_at = '${noon}'::timestamptz - interval '30 days' where token = 'token-of-marie'`,
        sql: session('token-of-marie'),
        expect: { value: null },
      },
      {
        title: 'a deleted person’s session stands for nobody',
        as: as.nobody,
        sql: session('token-of-gone'),
        expect: { value: null },
      },
      {
        title: 'the session says whether the newest main contract is signed',
        as: as.nobody,
        setup: `insert into contracts (id, user_id, contract_type, title, link, created_at)
          values ('${idOf(96)}', '${marie}', 'main', 'Neuf', 'https://x.example', '${tuesday}')`,
        sql: session('token-of-marie', 'contract_signed'),
        expect: { value: false },
      },
      {
        title: 'the session says the role',
        as: as.nobody,
        sql: session('token-of-ada', 'role'),
        expect: { value: 'admin' },
      },
      {
        title: 'and among the staff which',
        as: as.nobody,
        setup: `update user_roles set staff_role = 'finance' where user_id = '${ada}'`,
        sql: session('token-of-ada', 'staff_role'),
        expect: { value: 'finance' },
      },
      {
        title: 'while somebody of staff looks as a partner, their session stands for the partner',
        as: as.nobody,
        setup: viewOfKarim(),
        sql: session('token-of-ada', `user_id = '${karim}' and viewer_id = '${ada}' and role = 'partner' and staff_role is null`),
        expect: { value: true },
      },
      {
        title: 'until then',
        as: as.nobody,
        setup: viewOfKarim('2026-03-03T11:59:00Z'),
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
      {
        title: 'nobody else’s session does',
        as: as.nobody,
        setup: `insert into auth.users (id, name, email) values ('${alan}', 'Alan Admin', 'alan@acme.example');
          insert into auth.sessions (id, user_id, token, expires_at, created_at, updated_at)
          values ('${idOf(97)}', '${alan}', 'token-of-alan', '${long}', '${tuesday}', '${tuesday}'); ${viewOfKarim()};
          update partner_views set session_id = '${idOf(97)}' where partner_id = '${karim}' and ends_at > '${noon}'`,
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
      {
        title: 'not of a partner who was deleted',
        as: as.nobody,
        setup: `${viewOfKarim()}; update profiles set deleted_at = '${noon}' where user_id = '${karim}'`,
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
      {
        title: 'nor of who is no partner any more',
        as: as.nobody,
        setup: `${viewOfKarim()}; update user_roles set role = 'admin', staff_role = 'viewer' where user_id = '${karim}'`,
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
      {
        title: 'of one of several people, it stands for that person, in their role',
        as: as.nobody,
        setup: viewOfNadia,
        sql: session('token-of-ada', `user_id = '${nadia}' and partner_id = '${marie}' and partner_role = 'member'`),
        expect: { value: true },
      },
      {
        title: 'not once they have left',
        as: as.nobody,
        setup: `${viewOfNadia}; update partner_members set until = '${noon}' where person_id = '${nadia}'`,
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
      {
        title: 'nor once they belong to another partner',
        as: as.nobody,
        setup: `${viewOfNadia}; update partner_members set until = '${noon}' where person_id = '${nadia}';
          insert into partner_members (partner_id, person_id, role, since) values ('${karim}', '${nadia}', 'member', '${noon}')`,
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
      {
        title: 'nor without the right to partners',
        as: as.nobody,
        setup: `${viewOfKarim()}; ${withoutRights}; insert into staff_rights values ('viewer', 'leads')`,
        sql: session('token-of-ada'),
        expect: { value: ada },
      },
    ],
    checks: {
      'the end of a view': ['and w.ends_at > at', ''],
      'whose view': ['w.session_id = s.id and', ''],
      'a deleted partner’s view': ['and q.deleted_at is null', ''],
      'a view of no partner': [`and app.role_of(w.person_id) = 'partner'`, ''],
      'a former colleague’s view': ['and o.until is null', ''],
      'a view of another partner’s colleague': ['and o.partner_id = w.partner_id', ''],
      'the right to look': [`and t.right_name = 'partners'`, ''],
      'the token': ['s.token = session_token', 'true'],
      'the end of the session': ['s.expires_at > at and', ''],
      'the longest life': ['and s.created_at + longest > at', ''],
      'deleted people': ['and p.deleted_at is null', ''],
    },
  },
}
