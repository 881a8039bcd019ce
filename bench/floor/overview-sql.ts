// The overview of staff as one statement that answers the portal's JSON (src/overview/server).

const nextPayment = `select json_build_object(
    'payableBy', to_char((min(validated_at) + interval '720 hours') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'amountCents', sum(amount_cents))
  from commissions
  where status = 'valide' and validated_at < (date_trunc('day', (
      select min(validated_at) + interval '720 hours' from commissions where status = 'valide'
    ) at time zone 'Europe/Paris') + interval '1 day') at time zone 'Europe/Paris' - interval '720 hours'
  having count(*) > 0`

const leads = (condition = 'true') => `(select coalesce(sum(n), 0) from l where ${condition})`
const money = (condition = 'true') => `(select coalesce(sum(cents), 0) from c where ${condition})`
/** The stages of the board, in its order. */
const stages = `array['nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse']`

export const overviewSql = `
  with l as materialized (select status, sum(count) as n, sum(amount_cents) as cents from lead_stats group by status),
    c as materialized (select status, sum(count) as n, sum(amount_cents) as cents from commission_stats group by status)
  select json_build_object(
    'totalOpportunities', ${leads()}, 'contractsSigned', ${leads("status = 'signe'")},
    'totalCommissionsCents', ${money()}, 'pendingPaymentsCents', ${money("status <> 'paye'")},
    'earnedCents', ${money("status <> 'en_attente'")}, 'comingCents', ${money("status <> 'paye'")},
    'paidCents', ${money("status = 'paye'")}, 'nextPayment', (${nextPayment}), 'steps', null,
    'unread', json_build_object(
      'count', (select count(distinct lead_id) from unread_leads where user_id = app.user_id()), 'leads', coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'company', l.company) order by u.latest_at desc)
      from unread_leads u join leads l on l.id = u.lead_id where u.user_id = app.user_id()), '[]')),
    'pipeline', (select json_agg(
        json_build_object('status', stage, 'count', coalesce(l.n, 0), 'amountCents', coalesce(l.cents, 0)) order by place)
      from unnest(${stages}) with ordinality as stages (stage, place) left join l on l.status = stage)) as overview`
