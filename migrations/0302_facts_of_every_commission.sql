-- Every lead is signed by a fact, under the specification's rule too, and every commission that staff add by hand begins with one.
alter table lead_signings
  -- One pending line stands for all that is expected of the client: corrections replace it, payments split it.
  add column in_one_line boolean not null default false;
alter table commission_facts
  drop constraint commission_facts_kind,
  add constraint commission_facts_kind check (kind in
    ('signed', 'validated', 'corrected', 'paid', 'refunded', 'taken_back', 'closed', 'left', 'ended', 'withdrawn'));
create index commission_facts_of_lead on commission_facts (lead_id, partner_id, seq);

create or replace function app.check_signing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead leads := (select l from leads l where l.id = new.lead_id);
  rule commission_rule_versions := app.rule_for(new.partner_id, lead.offer_type, new.signed_on);
  terms jsonb := rule.definition;
  tier partner_tiers;
  specified constant jsonb := '{"base": "estimate", "rate": {"tiers": true}, "fixedCents": null, "when": {"always": true},
    "cap": {"leadCents": null, "yearCents": null}, "bonuses": [], "reduction": null}';
begin
  if terms #>> '{rate,tiers}' is not null then
    tier := app.tier_of(new.partner_id);
  end if;
  if (rule.rule_id, rule.version) is distinct from (new.rule_id, new.rule_version)
      or new.commission_rate is distinct from coalesce((terms #>> '{rate,percent}')::numeric, tier.commission_rate)
      or new.tier_name <> coalesce(tier.name, '') or new.tier_names <> coalesce(tier.names, '{}')
      -- Handed over by staff, it is signed at what its commission was corrected to.
      or new.revenue_cents <> lead.estimated_amount_cents and app.partner_id() is not null
      or new.in_one_line and (new.share <> 10000 or terms <> specified)
      or new.share <> app.share_of(new.lead_id, new.partner_id)
      or not app.is_share(new.fixed_cents, (terms ->> 'fixedCents')::bigint, new.share)
      or not app.is_share(new.lead_cap_cents, (terms #>> '{cap,leadCents}')::bigint, new.share) then
    raise exception 'a lead is signed under the rule of its day'
      using errcode = 'check_violation', constraint = 'lead_signings_terms';
  end if;
  -- Otherwise two partners would earn the same part of a payment.
  if new.client_since is not null and (terms ->> 'base' <> 'client_payment' or not exists (select from lead_signings o
      where o.lead_id = new.lead_id and o.ended_on <= new.signed_on and o.share = new.share
        and coalesce(o.client_since, o.signed_on) = new.client_since)) then
    raise exception 'a part that ended is taken over'
      using errcode = 'check_violation', constraint = 'lead_signings_taken_over';
  end if;
  return new;
end $$;

-- Where a rule says what the client's payments bring, what counts is what the facts brought.
create or replace function app.check_received() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid);
  received bigint;
  expected bigint;
begin
  select sum(case kind when 'payment' then net_cents else -net_cents end) into received
    from client_payments where lead_id = subject;
  if received is null or exists (select from lead_signings where lead_id = subject and not in_one_line) then return null; end if;
  select expected_cents into expected from lead_terms where lead_id = subject;
  if expected is null
      or greatest(expected - received, 0)
        <> (select coalesce(sum(revenue_cents), 0) from commissions where lead_id = subject and kind = 'deal')
      or exists (select from commissions where lead_id = subject and kind = 'deal' and (status <> 'en_attente' or revenue_cents = 0))
      or (select count(distinct (commission_rate, tier_name, tier_names)) from commissions where lead_id = subject) <> 1
      or exists (
        select from client_payments p left join commissions c on c.client_payment_id = p.id
        where p.lead_id = subject and c.id is null and (p.kind = 'payment' or exists (
          select from commissions o where o.client_payment_id = p.refunds_id
            and o.revenue_cents + (select coalesce(sum(revenue_cents), 0) from commissions where reverses_id = o.id) > 0))
      ) then
    raise exception 'what the client has paid and what is still expected make up the commissions of a lead'
      using errcode = 'check_violation', constraint = 'client_payments_add_up';
  end if;
  return null;
end $$;

create or replace function app.check_signed_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name
    when 'leads' then coalesce((to_jsonb(new) ->> 'id')::uuid, (to_jsonb(old) ->> 'id')::uuid)
    else coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid) end;
begin
  if exists (
    select from leads l where l.id = subject and (
      (l.status = 'signe') <> (exists (select from commissions c where c.lead_id = l.id)
        or exists (select from lead_signings s where s.lead_id = l.id))
      or exists (
        select from commissions c join lead_registrations r on r.lead_id = l.id
        where c.lead_id = l.id and c.partner_id <> l.partner_id
          and (c.status = 'en_attente' or c.partner_id <> all (r.former_partners))
          and (c.reason is null
            or not exists (select from lead_signings s where (s.lead_id, s.partner_id) = (c.lead_id, c.partner_id))))
      -- A former partner of the lead keeps their signature beside those of its partners.
      or l.status = 'signe' and exists (select from lead_shares s where s.lead_id = l.id)
        and (select count(*) from lead_signings s where s.lead_id = l.id and (s.partner_id = l.partner_id
            or exists (select from lead_shares h where (h.lead_id, h.partner_id) = (l.id, s.partner_id))))
          <> (select count(*) + 1 from lead_shares s where s.lead_id = l.id)
    )
  ) then
    raise exception 'a signed lead has its commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $$;

-- Commissions of before have one fact, which carries over what is left of each of them as it is. When their lead was signed is
-- told by its event: what is still expected may have been made anew since.
alter table lead_signings disable trigger user;
create temporary table carried on commit drop as
  select coalesce(c.lead_id, c.id) as subject, c.lead_id, c.partner_id, c.rule_id, c.rule_version,
    min(c.commission_rate) as commission_rate, min(c.tier_name) as tier_name, (array_agg(c.tier_names))[1] as tier_names,
    min(c.created_at) as since, null::timestamptz as signed_at,
    sum(c.revenue_cents) filter (where c.kind <> 'payment') as waiting_cents, sum(c.revenue_cents) as revenue_cents,
    json_agg(json_build_object('kind', c.kind, 'paymentId', c.client_payment_id,
      'day', coalesce(p.received_on, (c.created_at at time zone app.time_zone())::date), 'isPending', c.status = 'en_attente',
      'revenueCents', c.revenue_cents + coalesce(t.revenue_cents, 0),
      'amountCents', c.amount_cents + coalesce(t.amount_cents, 0)) order by c.created_at, c.id) as lines
  from commissions c
    left join client_payments p on p.id = c.client_payment_id
    left join (select reverses_id, sum(revenue_cents) as revenue_cents, sum(amount_cents) as amount_cents
      from commissions where reverses_id is not null group by 1) t on t.reverses_id = c.id
  where c.reason is null and c.kind in ('deal', 'payment', 'manual')
    and not exists (select from lead_signings s where (s.lead_id, s.partner_id) = (c.lead_id, c.partner_id))
  group by 1, 2, 3, 4, 5;
update carried c set signed_at = e.at
  from (select after ->> 'leadId' as lead, max(occurred_at) as at from events
    where name = 'commission.created' and after ->> 'tierId' is not null group by 1) e
  where e.lead = c.lead_id::text;

insert into lead_signings (lead_id, partner_id, rule_id, rule_version, in_one_line, signed_on, revenue_cents, commission_rate,
    tier_name, tier_names)
  select c.lead_id, c.partner_id, c.rule_id, c.rule_version, true,
    (coalesce(c.signed_at, c.since) at time zone app.time_zone())::date,
    coalesce(t.expected_cents, c.waiting_cents, c.revenue_cents), c.commission_rate, c.tier_name, c.tier_names
  from carried c left join lead_terms t on t.lead_id = c.lead_id where c.lead_id is not null;
insert into commission_facts (partner_id, rule_id, lead_id, kind, day, recorded_at, body)
  select c.partner_id, c.rule_id, c.subject, 'signed', (coalesce(c.signed_at, c.since) at time zone app.time_zone())::date,
    coalesce(c.signed_at, c.since),
    jsonb_build_object('edition', 2, 'offer', coalesce(l.offer_type, ''), 'version', c.rule_version, 'inOneLine', true,
      'ratePercent', c.commission_rate, 'tierName', nullif(c.tier_name, ''), 'carried', c.lines)
      || case when c.lead_id is null then '{"byHand": true}'::jsonb else '{}' end
  from carried c left join leads l on l.id = c.lead_id
  order by coalesce(c.signed_at, c.since), c.subject;
alter table lead_signings enable trigger user;
