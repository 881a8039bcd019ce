import type { Catalogue, Fact } from './catalogue.ts'
import { leadFactsAgree } from './kept-sums.ts'
import { ada, as, idOf, marie, monday, noon, tuesday } from './people.ts'

/** What is kept of all leads agrees with its sources after a change, having agreed before. */
const agrees = (title: string, change: string): Fact => ({
  title,
  as: as.system,
  setup: `select app.repair_lead_facts(); set constraints all deferred; ${change}`,
  sql: leadFactsAgree,
  expect: { value: true },
})
const [paul, anne, luc] = [idOf(41), idOf(42), idOf(43)]
const newLead = (more: Record<string, string> = {}) => {
  const values = { status: 'nouveau', ...more }
  return `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type, created_at, updated_at,
    ${Object.keys(values).join(', ')})
    values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', '${monday}', '${monday}',
      ${Object.values(values).map((value) => `'${value}'`)})`
}
const byAda = `select set_config('app.user_id', '${ada}', true), set_config('app.partner_id', '${ada}', true);
  set local role passerelle_admin`
const validated = "status = 'valide', validated_at = now(), payable_by = now()"

/** Facts of the triggers on leads. */
export const leadFacts = {
  begin_lead_facts: [
    agrees('a new lead waits for its registration', newLead()),
    agrees('one that staff add is accepted', `${byAda}; ${newLead()}; reset role`),
    agrees('all are where nobody decides', `update programme_settings set registrations = false; ${newLead()}`),
    {
      title: 'nobody says what is kept of a new lead',
      as: as.marie,
      sql: newLead({ registration_state: 'accepted' }),
      expect: { refused: '42501' },
    },
    {
      title: 'nor of one that is there',
      as: as.system,
      sql: `update leads set settled = true where id = '${paul}'`,
      expect: { refused: '42501' },
    },
  ],
  keep_client_word: [
    agrees(
      'a denial counts again for the partner whom it is about',
      `delete from client_confirmations where lead_id = '${luc}' and voided_at is null;
        update leads set partner_id = '${marie}' where id = '${luc}'`,
    ),
  ],
} satisfies Record<string, readonly Fact[]>

/** Facts of the triggers on registrations. */
export const keptRegistrations = {
  keep_registration: [
    agrees(
      'a decision is kept, and until when the lead is protected',
      `update lead_registrations set state = 'accepted', decided_at = '${tuesday}', protected_until = '2027-01-01'
        where lead_id = '${paul}'; update lead_registrations set protected_until = '2027-06-01' where lead_id = '${luc}'`,
    ),
  ],
} satisfies Record<string, readonly Fact[]>

/** Facts of the triggers on what clients say. */
export const keptClientWords = {
  keep_client_word: [
    agrees(
      'a question is kept',
      `delete from client_confirmations where lead_id = '${paul}'; insert into client_confirmations
      (id, lead_id, partner_id, email, asked_by, created_at) values
      ('${idOf(961)}', '${paul}', '${marie}', 'paul@client.fr', '${marie}', '${monday}')`,
    ),
    agrees('and its answer', `update client_confirmations set answer = 'yes', answered_at = '${noon}' where lead_id = '${paul}'`),
    agrees('nothing is kept of what is gone', 'delete from client_confirmations'),
  ],
} satisfies Record<string, readonly Fact[]>

/** Facts of the triggers on commissions. */
export const settledTriggers = {
  keep_settled: [
    agrees('a lead is settled once its commission is validated', `update commissions set ${validated} where lead_id = '${anne}'`),
    agrees('and where a commission becomes its own', `update commissions set lead_id = '${paul}' where status = 'paye'`),
  ],
  keep_settled_added: [
    agrees(
      'a lead is settled by a commission that is validated from the start',
      `update lead_registrations set state = 'accepted', decided_at = '${tuesday}' where lead_id = '${paul}';
        insert into commissions (id, partner_id, lead_id, revenue_cents, commission_rate, tier_name, amount_cents, created_at,
        status, validated_at, payable_by)
        values ('${idOf(97)}', '${marie}', '${paul}', 700, 15, 'Bronze', 105, '${monday}', 'valide', now(), now());
        update leads set status = 'signe' where id = '${paul}'`,
    ),
  ],
  keep_settled_removed: [
    agrees(
      'it is not any more without one',
      `update commissions set ${validated} where lead_id = '${anne}'; delete from commissions where lead_id = '${anne}';
        update leads set status = 'nouveau' where id = '${anne}'`,
    ),
  ],
} satisfies Record<string, readonly Fact[]>

export const leadFactFunctions: Catalogue['functions'] = {
  'app.client_word(uuid,uuid)': { checks: null },
  'app.lead_facts()': { checks: null },
  'app.repair_lead_facts()': {
    facts: [
      {
        title: 'what is wrong is set right, and counted',
        as: as.system,
        setup: `select app.repair_lead_facts(); update leads set settled = not settled, registration_state = 'merged',
          client_word = 'left', client_word_at = now(), protected_until = now() where id in ('${paul}', '${anne}')`,
        sql: `select array[app.repair_lead_facts(), app.repair_lead_facts()]`,
        expect: { value: [2, 0] },
      },
      {
        title: 'for all leads',
        as: as.system,
        sql: `select app.repair_lead_facts(); ${leadFactsAgree}`,
        expect: { value: true },
      },
    ],
    checks: null,
  },
}
