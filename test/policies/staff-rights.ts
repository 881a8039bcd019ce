import type { Catalogue, Fact } from './catalogue.ts'
import { ada, alan, as, karim, marie, monday, withoutRights } from './people.ts'

/** Nobody reads or changes them but app.has_right, as their owner. */
export const staffRightTables: Catalogue['tables'] = {}

const ofAda = (staffRole: string) => `update user_roles set staff_role = '${staffRole}' where user_id = '${ada}'`
const keyOf = (scopes: string) => `delete from api_keys where id = '${marie}';
  insert into api_keys (id, name, prefix, token_hash, scopes, created_at, created_by)
  values ('${marie}', 'Marie’s', 'psr_0', 'hash-of-marie', '{${scopes}}', '${monday}', '${ada}');
  update user_roles set role = 'api_key', staff_role = null where user_id = '${marie}'`
const program = { role: 'admin', userId: marie } as const
const rightFact = (title: string, setup: string, rights: string, value: boolean, actor = as.ada): Fact => {
  return { title, as: actor, setup, sql: `select app.has_right(${rights})`, expect: { value } }
}
const refused = (title: string, setup: string, sql: string): Fact => {
  return { title, as: as.ada, setup, sql, expect: { refused: '42501' } }
}
const allowed = (title: string, setup: string, sql: string): Fact => {
  return { title, as: as.ada, setup, sql: `with done as (${sql} returning 1) select count(*) from done`, expect: { value: 1 } }
}
export const passkeyOf = (owner: string) => `insert into auth.passkeys
  (id, user_id, public_key, credential_id, counter, device_type, backed_up)
  values ('${marie}', '${owner}', 'key', 'credential', 0, 'singleDevice', false)`
const removal = (person: string) => `select app.remove_passkeys('${person}', now())`
const pending = 'a commission that is pending'
const someCommission = `update commissions set description = 'Changed' where id =
  (select id from commissions where partner_id = '${marie}' and status`

export const staffRightFunctions: Catalogue['functions'] = {
  'app.has_right(text[])': {
    facts: [
      rightFact('an administrator has every right', 'select 1', "'team'", true),
      rightFact('somebody of finance has the right to money', ofAda('finance'), "'money'", true),
      rightFact('and not the one to leads', ofAda('finance'), "'leads'", false),
      rightFact('one of several is enough', ofAda('finance'), "'leads', 'money'", true),
      rightFact('a viewer has none', withoutRights, "'partners', 'money', 'team'", false),
      rightFact('a partner has none', 'select 1', "'leads'", false, { role: 'admin', userId: marie }),
      rightFact('an API key has what its scopes open', keyOf('leads:write'), "'leads'", true, program),
      rightFact('and nothing more', keyOf('leads:write,partners:read'), "'partners', 'money'", false, program),
      rightFact('and nobody else', `${keyOf('leads:write')}; ${ofAda('finance')}`, "'leads'", false),
      rightFact(
        'a revoked key has nothing',
        `${keyOf('leads:write')}; update api_keys set revoked_at = '${monday}', revoked_by = '${ada}' where id = '${marie}'`,
        "'leads'",
        false,
        program,
      ),
      refused(
        'who looks after partners does not change somebody of staff',
        ofAda('partner_manager'),
        `update profiles set full_name = 'Alan' where user_id = '${alan}'`,
      ),
      allowed('but partners', ofAda('partner_manager'), `update profiles set full_name = 'Karima' where user_id = '${karim}'`),
      refused(
        'nor makes anybody staff',
        `${ofAda('partner_manager')}; delete from user_roles where user_id = '${karim}'`,
        `insert into user_roles (user_id, role, staff_role) values ('${karim}', 'admin', 'viewer')`,
      ),
      allowed(
        'but a partner',
        `${ofAda('partner_manager')}; delete from user_roles where user_id = '${karim}'`,
        `insert into user_roles (user_id, role) values ('${karim}', 'partner')`,
      ),
      refused(
        'and gives nobody another role',
        ofAda('partner_manager'),
        `update user_roles set role = 'admin', staff_role = 'viewer' where user_id = '${karim}'`,
      ),
      {
        title: 'nor removes a role of staff',
        as: as.ada,
        setup: ofAda('partner_manager'),
        sql: `with done as (delete from user_roles where user_id in ('${karim}', '${alan}') returning user_id)
          select string_agg(user_id::text, ' ') from done`,
        expect: { value: karim },
      },
      allowed(`who may change leads changes ${pending}`, ofAda('partner_manager'), `${someCommission} = 'en_attente' limit 1)`),
      refused('and none that counts', ofAda('partner_manager'), `${someCommission} <> 'en_attente' limit 1)`),
      allowed('which the right to money allows', ofAda('finance'), `${someCommission} = 'valide' limit 1)`),
    ],
    checks: {
      'who asks': ['where r.user_id = app.user_id() and', 'where'],
      'which right': ['and s.right_name = any (wanted)\n  ) or', ') or'],
      'which key': ['k.id = app.user_id() and', ''],
      'a key that was revoked': ['k.revoked_at is null and', ''],
      'the scopes of a key': ['s.scope = any (k.scopes)', 'true'],
    },
  },
  'app.payout_approvers()': {
    facts: [
      { title: 'administrators approve payouts', as: as.ada, sql: 'select app.payout_approvers()', expect: { value: 2 } },
      {
        title: 'finance does, a viewer does not',
        as: as.ada,
        setup: `${ofAda('finance')}; update user_roles set role = 'admin', staff_role = 'viewer' where user_id = '${karim}'`,
        sql: 'select app.payout_approvers()',
        expect: { value: 2 },
      },
      {
        title: 'nor does who has not joined yet',
        as: as.ada,
        setup: `update profiles set joined_at = null where user_id = '${alan}'`,
        sql: 'select app.payout_approvers()',
        expect: { value: 1 },
      },
      {
        title: 'nor who was deleted',
        as: as.ada,
        setup: `update profiles set deleted_at = now() where user_id = '${alan}'`,
        sql: 'select app.payout_approvers()',
        expect: { value: 1 },
      },
    ],
    checks: {
      'the right': [`and s.right_name = 'money'`, ''],
      'who was deleted': ['p.deleted_at is null and', ''],
      'who has not joined': ['and p.joined_at is not null', ''],
    },
  },
  'app.remove_access(uuid)': {
    facts: [
      {
        title: 'a partner’s access is removed, with the sessions',
        as: as.ada,
        sql: `select app.remove_access('${marie}'); set local role passerelle_system;
          select count(*) from auth.sessions where user_id = '${marie}'`,
        expect: { value: 0 },
      },
      {
        title: 'an administrator’s access is not removed',
        as: as.ada,
        sql: `select app.remove_access('${ada}')`,
        expect: { refused: 'administrators_stay' },
      },
      refused('finance removes nobody’s access', ofAda('finance'), `select app.remove_access('${marie}')`),
    ],
    checks: {
      'administrators stay': [`if app.role_of(person) = 'admin' then`, 'if false then'],
      'only this person': ['where id = person', `where id <> '${ada}' and person is null`],
      'the right': [`not app.has_right('partners')`, 'false'],
    },
  },
  'app.end_sessions(uuid)': {
    facts: [
      {
        title: 'every session of one person ends, and nobody else’s',
        as: as.ada,
        sql: `select app.end_sessions('${marie}')`,
        expect: { value: 2 },
      },
      refused('finance ends nobody’s sessions', ofAda('finance'), `select app.end_sessions('${marie}')`),
      refused('who looks after partners ends none of staff', ofAda('partner_manager'), `select app.end_sessions('${alan}')`),
    ],
    checks: {
      'only this person': ['where user_id = person', 'where true'],
      'the right to partners': [`app.has_right('partners')`, 'true'],
      'staff need another one': [`app.role_of(person) = 'partner' and`, ''],
    },
  },
  'app.has_second_factor(uuid)': {
    facts: [
      {
        title: 'somebody’s second factor is on, and nobody else’s',
        as: as.ada,
        setup: `update auth.users set two_factor_enabled = (id = '${marie}')`,
        sql: `select app.has_second_factor('${marie}') and not app.has_second_factor('${alan}')`,
        expect: { value: true },
      },
      {
        title: 'a passkey is one, of its owner alone',
        as: as.ada,
        setup: passkeyOf(marie),
        sql: `select app.has_second_factor('${marie}') and not app.has_second_factor('${alan}')`,
        expect: { value: true },
      },
    ],
    checks: {
      'of this person': ['where id = person', 'where true'],
      'that is on': ['two_factor_enabled', 'not two_factor_enabled'],
      'a passkey of this person': ['where user_id = person', 'where true'],
    },
  },
  'app.passkey_count(uuid)': {
    facts: [
      {
        title: 'the passkeys of one person are counted',
        as: as.ada,
        setup: passkeyOf(marie),
        sql: `select app.passkey_count('${marie}')`,
        expect: { value: 1 },
      },
      {
        title: 'and nobody else’s',
        as: as.ada,
        setup: passkeyOf(karim),
        sql: `select app.passkey_count('${marie}')`,
        expect: { value: 0 },
      },
    ],
    checks: { 'of this person': ['where user_id = person', 'where true'] },
  },
  'app.remove_passkeys(uuid,timestamp with time zone)': {
    facts: [
      {
        title: 'the passkeys of one person are removed',
        as: as.ada,
        setup: passkeyOf(marie),
        sql: removal(marie),
        expect: { value: 1 },
      },
      { title: 'and nobody else’s', as: as.ada, setup: passkeyOf(karim), sql: removal(marie), expect: { value: 0 } },
      refused('finance removes nobody’s passkeys', ofAda('finance'), removal(marie)),
      refused('who looks after partners removes none of staff', ofAda('partner_manager'), removal(alan)),
      refused('nobody removes their own so', 'select 1', removal(ada)),
    ],
    checks: {
      'only this person': ['delete from auth.passkeys where user_id = person', 'delete from auth.passkeys'],
      'the right to partners': [`app.has_right('partners')`, 'true'],
      'staff need another one': [`app.role_of(person) = 'partner' and`, ''],
      'never one’s own': ['person = app.user_id()', 'false'],
    },
  },
  'app.reset_second_factor(uuid,timestamp with time zone)': {
    facts: [
      {
        title: 'a second factor that is on is switched off',
        as: as.ada,
        setup: `update auth.users set two_factor_enabled = (id = '${marie}')`,
        sql: `select app.reset_second_factor('${marie}', now())`,
        expect: { value: true },
      },
      {
        title: 'and nobody else’s',
        as: as.ada,
        setup: `update auth.users set two_factor_enabled = (id = '${ada}')`,
        sql: `select app.reset_second_factor('${marie}', now())`,
        expect: { value: false },
      },
      {
        title: 'a passkey goes with it, and is enough for a reset',
        as: as.ada,
        setup: passkeyOf(marie),
        sql: `select app.reset_second_factor('${marie}', now())`,
        expect: { value: true },
      },
      {
        title: 'and nobody else’s passkey',
        as: as.ada,
        setup: passkeyOf(karim),
        sql: `select app.reset_second_factor('${marie}', now())`,
        expect: { value: false },
      },
      refused('finance resets nobody’s second factor', ofAda('finance'), `select app.reset_second_factor('${marie}', now())`),
      refused(
        'who looks after partners resets none of staff',
        ofAda('partner_manager'),
        `select app.reset_second_factor('${alan}', now())`,
      ),
      refused('nobody resets their own', 'select 1', `select app.reset_second_factor('${ada}', now())`),
    ],
    checks: {
      'only this person': ['where id = person and two_factor_enabled', 'where two_factor_enabled'],
      'only their passkeys': ['delete from auth.passkeys where user_id = person', 'delete from auth.passkeys'],
      'the right to partners': [`app.has_right('partners')`, 'true'],
      'staff need another one': [`app.role_of(person) = 'partner' and`, ''],
      'never one’s own': ['person = app.user_id()', 'false'],
    },
  },
}
