import { endOf, type WorldSizes } from './world-sizes.ts'

/** The status of the commission of a lead that was signed at this time. */
export const commissionStatus = (sizes: Pick<WorldSizes, 'until'>, at: string) => `
  case when ${endOf(sizes)} - ${at} < interval '40 days' then 'en_attente'
    when ${endOf(sizes)} - ${at} < interval '80 days' then 'valide' else 'paye' end`

/**
 * Each signed lead has its commission, at the rate of the tier that its partner had reached by then. Young ones are pending,
 * older ones validated, the oldest paid.
 */
export const commissionsSql = (sizes: WorldSizes) => `
  insert into commissions (id, partner_id, lead_id, revenue_cents, commission_rate, tier_name, amount_cents, status, created_at,
    validated_at, payable_by, paid_at, paid_on, partner_key, lead_key, search_text)
  select pg_temp.id_at(s.at + interval '1 day', s.n, 4), s.partner_id, s.lead_id, s.revenue, t.commission_rate, t.name,
    round(s.revenue * t.commission_rate / 100), s.status, least(s.at + interval '20 days', ${endOf(sizes)}),
    case when s.status <> 'en_attente' then s.at + interval '40 days' end,
    case when s.status <> 'en_attente' then s.at + interval '70 days' end,
    case when s.status = 'paye' then s.at + interval '65 days' end,
    case when s.status = 'paye' then (s.at + interval '65 days')::date end,
    p.name_key, app.unaccent(lower(s.name)), app.unaccent(lower(concat_ws(' ', p.full_name, s.name, s.company, '')))
  from (
    select *, row_number() over (order by at, lead_id) as n,
      coalesce(sum(revenue) filter (where status <> 'en_attente') over (
        partition by partner_id order by at, lead_id rows between unbounded preceding and 1 preceding
      ), 0) as earlier
    from (
      select id as lead_id, partner_id, name, company, estimated_amount_cents as revenue, created_at as at,
        ${commissionStatus(sizes, 'created_at')} as status
      from leads where status = 'signe'
    ) signed
  ) s
  join profiles p on p.user_id = s.partner_id
  join partner_tiers t on s.earlier >= t.min_revenue_cents and (t.max_revenue_cents is null or s.earlier < t.max_revenue_cents)
  order by s.at`

/** Each commission is the line of a signature, which is a fact; so is its validation. */
export const signingsSql = [
  `insert into lead_signings (lead_id, partner_id, rule_id, rule_version, in_one_line, signed_on, revenue_cents, commission_rate,
      tier_name)
    select lead_id, partner_id, rule_id, rule_version, true, (created_at at time zone 'UTC')::date, revenue_cents,
      commission_rate, tier_name
    from commissions`,
  `insert into commission_facts (partner_id, rule_id, lead_id, kind, day, recorded_at, body)
    select c.partner_id, c.rule_id, c.lead_id, f.kind, (f.at at time zone 'UTC')::date, f.at, f.body
    from commissions c cross join lateral (values
      ('signed', c.created_at, jsonb_build_object('edition', 2, 'version', c.rule_version, 'revenueCents', c.revenue_cents,
        'shares', '[10000]'::jsonb, 'place', 0, 'ratePercent', c.commission_rate, 'tierName', c.tier_name, 'inOneLine', true)),
      ('validated', c.validated_at, '{"edition": 2}')) f (kind, at, body)
    where f.at is not null order by f.at, c.lead_id`,
]

/** What the triggers of leads, commissions and contracts keep. */
export const statsSql = [
  `insert into lead_registrations (lead_id, partner_id, number, seq, submitted_at, state, decided_at)
    select id, partner_id, app.registration_number(created_at, seq), seq, created_at,
      case status when 'signe' then 'converted' else 'accepted' end, created_at
    from (select id, partner_id, status, created_at, row_number() over (order by created_at, id) as seq from leads) l`,
  `select setval('lead_submissions', (select count(*) from leads) + 1)`,
  `insert into lead_stats (partner_id, status, count, amount_cents)
    select partner_id, status, count(*), sum(estimated_amount_cents) from leads group by 1, 2`,
  `insert into commission_stats (partner_id, status, count, revenue_cents, amount_cents)
    select partner_id, status, count(*), sum(revenue_cents), sum(amount_cents) from commissions group by 1, 2`,
  `insert into lead_totals (status, shard, count, amount_cents, possible_duplicates)
    select status, 1, count(*), sum(estimated_amount_cents), count(possible_duplicate_of) from leads group by 1`,
  `insert into commission_totals (month, status, shard, count, revenue_cents, amount_cents)
    select app.month_of(created_at), status, 1, count(*), sum(revenue_cents), sum(amount_cents) from commissions group by 1, 2`,
  `insert into commission_due_totals (day, shard, count, amount_cents)
    select (payable_by at time zone 'UTC')::date, 1, count(*), sum(amount_cents) from commissions
    where status = 'valide' and held_reason is null and not disputed and payable_by is not null group by 1`,
  `insert into partner_revenue (partner_id, revenue_cents, amount_cents)
    select partner_id, sum(revenue_cents), sum(amount_cents) from commissions where status in ('valide', 'paye') group by 1`,
  `update partners p set main_contract = (select n.status from app.newest_main_contract(p.id) n)
    where exists (select from contracts c where c.user_id = p.id and c.contract_type = 'main')`,
  // Nobody has news of what happened before the world began.
  'update unread_head set marked_events = (select max(seq) from events)',
]
