import { type Catalogue, everything, type Fact } from './catalogue.ts'
import { ada, as, idOf, karim, marie } from './people.ts'

/** Compare the stored sums over all partners with the rows, exactly. */
export const leadTotalsAddUp = `select not exists (
  select 1 from (
    select status, sum(count) n, sum(amount_cents) cents, sum(possible_duplicates) duplicates from lead_totals group by 1
  ) t full join (
    select status, count(*) n, sum(estimated_amount_cents) cents, count(possible_duplicate_of) duplicates from leads group by 1
  ) l using (status)
  where coalesce(t.n, 0) <> coalesce(l.n, 0) or coalesce(t.cents, 0) <> coalesce(l.cents, 0)
    or coalesce(t.duplicates, 0) <> coalesce(l.duplicates, 0))`
export const commissionTotalsAddUp = `select not exists (
  select 1 from (
    select month, status, sum(count) n, sum(revenue_cents) revenue, sum(amount_cents) cents from commission_totals group by 1, 2
  ) t full join (
    select date_trunc('month', created_at at time zone (select time_zone from programme_settings))::date as month, status,
      count(*) n, sum(revenue_cents) revenue, sum(amount_cents) cents
    from commissions group by 1, 2
  ) c using (month, status)
  where coalesce(t.n, 0) <> coalesce(c.n, 0) or coalesce(t.revenue, 0) <> coalesce(c.revenue, 0)
    or coalesce(t.cents, 0) <> coalesce(c.cents, 0))`
export const partnerRevenueAddsUp = `select not exists (
  select 1 from partner_revenue r full join (
    select partner_id, sum(revenue_cents) revenue, sum(amount_cents) cents from commissions
    where status in ('valide', 'paye') group by 1
  ) c using (partner_id)
  where coalesce(r.revenue_cents, 0) <> coalesce(c.revenue, 0) or coalesce(r.amount_cents, 0) <> coalesce(c.cents, 0))`
export const mainContractsAgree = `select not exists (
  select 1 from partners p where p.main_contract is distinct from (
    select c.status from contracts c where c.user_id = p.id and c.contract_type = 'main'
    order by c.created_at desc, c.id desc limit 1))`

/** Read anew, without what the triggers read with; only the keys of a company and a telephone are made by the same functions. */
export const leadFactsAgree = `select not exists (
  select 1 from leads l left join lead_registrations r on r.lead_id = l.id
    left join lateral (
      select case when c.answer is not null then c.answer when c.left_at is not null then 'left' else 'asked' end as word,
        coalesce(c.answered_at, c.left_at, c.mailed_at, c.created_at) as said_at
      from client_confirmations c
      where c.lead_id = l.id
        and (c.voided_at is null or c.partner_id = l.partner_id and c.answer is not null and c.answer <> 'yes')
      order by (c.answer is not null and c.answer in ('other', 'no')) desc, c.voided_at is not null, c.answered_at desc
      limit 1
    ) said on true
  where r.state is distinct from l.registration_state or r.protected_until is distinct from l.protected_until
    or said.word is distinct from l.client_word or said.said_at is distinct from l.client_word_at
    or l.settled <> (select count(*) > 0 from commissions c where c.lead_id = l.id and c.status in ('valide', 'paye'))
    or l.shared <> (select count(*) > 0 from lead_shares s where s.lead_id = l.id)
    or l.company_key <> app.company_key(l.company) or l.phone_key <> app.phone_key(l.phone))`

/** All that the database keeps over all partners, and of each lead. */
export const totalsAddUp = [leadTotalsAddUp, commissionTotalsAddUp, partnerRevenueAddsUp, mainContractsAgree, leadFactsAgree]

const holds = (title: string, setup: string, sql: string): Fact => ({ title, as: as.system, setup, sql, expect: { value: true } })
const all = (...sums: string[]) => `select ${sums.map((sum) => `(${sum})`).join(' and ')}`
const newLead = `insert into leads (id, partner_id, name, company, email, estimated_amount_cents, offer_type,
  possible_duplicate_of, created_at, updated_at)
  values ('${idOf(99)}', '${marie}', 'Neuf', 'Neuf SARL', 'n@client.fr', 700, 'star', '${idOf(41)}', now(), now())`
const newCommission = `insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
  amount_cents, created_at, status, validated_at, payable_by)
  values ('${idOf(98)}', '${marie}', 'manual', 'Prime', 1000, 15, 'Bronze', 150, now(), 'valide', now(), now())`
const commissionsAddUp = all(commissionTotalsAddUp, partnerRevenueAddsUp)

/** Facts of the triggers on `leads` that keep both sums. */
export const leadTotalFacts = {
  added: [holds('a new lead is in the totals', newLead, leadTotalsAddUp)],
  changed: [
    holds(
      'a moved lead is in the totals, and a marked one',
      `${newLead}; update leads set status = 'refuse', estimated_amount_cents = 5 where id = '${idOf(41)}';
        update leads set possible_duplicate_of = null where id = '${idOf(99)}'`,
      leadTotalsAddUp,
    ),
  ],
  removed: [holds('a deleted lead is no longer in the totals', `delete from leads where id = '${idOf(41)}'`, leadTotalsAddUp)],
}

export const commissionTotalTriggers = {
  total_added: [holds('a new commission is in the totals', newCommission, commissionsAddUp)],
  total_changed: [
    holds(
      'a validated commission is in the totals',
      `update commissions set status = 'valide', validated_at = now(), payable_by = now() where id = '${idOf(51)}'`,
      commissionsAddUp,
    ),
  ],
  total_removed: [
    holds(
      'a deleted commission is no longer in the totals',
      `delete from commissions where id in ('${idOf(54)}', '${idOf(53)}')`,
      commissionsAddUp,
    ),
  ],
}

/** The trigger on `programme_settings` counts the months of commissions again when the time zone changes. */
export const timeZoneTriggers = {
  count_months_again: [
    holds(
      'commissions at the edge of a year are in the months of the new time zone',
      newCommission.replace('now()', `'2025-12-31T12:00:00Z'`),
      `update programme_settings set time_zone = 'Pacific/Auckland'; ${commissionTotalsAddUp}`,
    ),
    {
      title: 'a time zone that the database does not know is refused',
      as: as.system,
      sql: `update programme_settings set time_zone = 'EST5'`,
      expect: { refused: '23514' },
    },
  ],
}

export const mainContractTriggers = {
  keep_main_contract: [
    holds(
      'a profile says where the newest main contract stands',
      `insert into contracts (id, user_id, contract_type, title, link, created_at)
        values ('${idOf(96)}', '${marie}', 'main', 'Neuf', 'https://x.example', now())`,
      mainContractsAgree,
    ),
    holds(
      'also when it is deleted or becomes another person’s',
      `insert into contracts (id, user_id, contract_type, title, link, created_at)
        values ('${idOf(96)}', '${marie}', 'main', 'Neuf', 'https://x.example', now()),
          ('${idOf(95)}', '${marie}', 'main', 'Neuf', 'https://x.example', now() + interval '1 day');
        delete from contracts where id = '${idOf(96)}'; update contracts set user_id = '${karim}' where id = '${idOf(95)}'`,
      mainContractsAgree,
    ),
  ],
}

const month = '2026-03-01'

export const keptSums: Catalogue['tables'] = {
  lead_totals: {
    rows: {
      new: { status: 'nouveau', shard: 1 },
      signed: { status: 'signe', shard: 1 },
      lost: { status: 'refuse', shard: 1 },
    },
    access: { system: everything, admin: { select: 'all' } },
  },
  commission_totals: {
    rows: { pending: { month, status: 'en_attente', shard: 1 }, validated: { month, status: 'valide', shard: 1 } },
    access: { system: everything, admin: { select: 'all' } },
  },
  partner_revenue: {
    rows: {
      "Marie's": { partner_id: marie, revenue_cents: 340_000, amount_cents: 51_000 },
      "Karim's": { partner_id: karim, revenue_cents: 210_000, amount_cents: 31_500 },
      "Ada's": { partner_id: ada, revenue_cents: 100_000, amount_cents: 15_000 },
    },
    access: { system: everything, admin: { select: 'all' } },
  },
}

/** That a stored sum equals its rows after a change. */
export const addsUp = (title: string, setup: string, sql: string): Fact => ({
  title,
  as: as.system,
  setup,
  sql,
  expect: { value: true },
})
