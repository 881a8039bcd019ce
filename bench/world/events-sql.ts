import { endOf, type WorldSizes } from './world-sizes.ts'

/** What happened to each lead: its registration, its move to the column where it stands, and its commission. */
export const eventsSql = (sizes: WorldSizes) => `
  insert into events (id, name, occurred_at, actor_id, subject_id, partner_id, audience, before, after)
  select pg_temp.id_at(at, n * 4 + step, 5), name, at, partner_id, subject_id, partner_id, 'partner', before, after
  from (
    select row_number() over () as n, 0 as step, 'lead.created' as name, created_at as at, partner_id, id as subject_id,
      null::jsonb as before, jsonb_build_object('name', name, 'company', company, 'email', email, 'phone', phone,
        'website', website, 'estimatedAmountCents', estimated_amount_cents, 'offerType', offer_type, 'notes', notes,
        'status', 'nouveau') as after
    from leads
    union all
    select row_number() over (), 1, 'lead.moved', least(created_at + interval '19 days', ${endOf(sizes)}), partner_id, id,
      '{"status": "nouveau"}', jsonb_build_object('status', status)
    from leads where status <> 'nouveau'
    union all
    select row_number() over (), 2, 'commission.created', c.created_at, c.partner_id, c.id, null,
      jsonb_build_object('leadId', c.lead_id, 'description', c.description, 'revenueCents', c.revenue_cents,
        'commissionRate', c.commission_rate, 'tierId', t.id, 'amountCents', c.amount_cents)
    from commissions c join partner_tiers t on t.name = c.tier_name
  ) told
  order by at, step`
