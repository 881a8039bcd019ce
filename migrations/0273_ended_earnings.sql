-- What the payments of a client bring a partner can end with a day: later payments bring nothing, what counts stays. Another
-- partner can take the lead over, and earns on payments of later days than that of the take-over.
alter table lead_signings
  add column ended_on date,
  -- Since when the client has been signed, of a lead that was taken over.
  add column client_since date,
  add constraint lead_signings_ended check (ended_on >= signed_on),
  add constraint lead_signings_client_since check (client_since <= signed_on);
alter table commission_facts
  drop constraint commission_facts_kind,
  add constraint commission_facts_kind
    check (kind in ('signed', 'validated', 'corrected', 'paid', 'refunded', 'taken_back', 'left', 'ended', 'withdrawn'));

-- It ends once, by what is recorded.
create function app.check_ending() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.ended_on is not null or not exists (select from commission_facts f
      where (f.lead_id, f.partner_id, f.kind, f.day) = (new.lead_id, new.partner_id, 'ended', new.ended_on)) then
    raise exception 'what a lead brings ends once, by a fact'
      using errcode = 'check_violation', constraint = 'lead_signings_ended_once';
  end if;
  return new;
end $$;
create trigger check_ending before update on lead_signings for each row when (new.ended_on is distinct from old.ended_on)
  execute function app.check_ending();
grant update (ended_on) on lead_signings to passerelle_admin;

create policy begins on lead_signings as restrictive for insert to passerelle_partner
  with check (ended_on is null and client_since is null);

create or replace function app.check_signing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead leads := (select l from leads l where l.id = new.lead_id);
  rule commission_rule_versions := app.rule_for(new.partner_id, lead.offer_type, new.signed_on);
  terms jsonb := rule.definition;
  tier partner_tiers;
begin
  if terms #>> '{rate,tiers}' is not null then
    tier := app.tier_of(new.partner_id);
  end if;
  if (rule.rule_id, rule.version) is distinct from (new.rule_id, new.rule_version)
      or new.commission_rate is distinct from coalesce((terms #>> '{rate,percent}')::numeric, tier.commission_rate)
      or new.tier_name <> coalesce(tier.name, '') or new.tier_names <> coalesce(tier.names, '{}')
      or new.revenue_cents <> lead.estimated_amount_cents or new.share <> app.share_of(new.lead_id, new.partner_id)
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

create or replace function app.keep_lead_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update lead_terms set expected_cents = null where lead_id = old.lead_id
      and not exists (select from lead_signings where lead_id = old.lead_id);
    return null;
  end if;
  -- Whoever takes a lead over finds what its client still has to pay.
  if new.client_since is null and (select definition ->> 'base' from commission_rule_versions
      where (rule_id, version) = (new.rule_id, new.rule_version)) = 'client_payment' then
    insert into lead_terms (lead_id, commission_basis, expected_cents) values (new.lead_id, 'cash', new.revenue_cents)
      on conflict (lead_id) do update set commission_basis = 'cash', expected_cents = excluded.expected_cents;
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
          and not exists (select from lead_signings s where (s.lead_id, s.partner_id) = (c.lead_id, c.partner_id)))
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

-- A payment brings nothing to whose earnings had ended by its day, or who took the lead over that day or later.
create function app.check_earning_day() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from lead_signings s join client_payments p on p.id = new.client_payment_id
      where (s.lead_id, s.partner_id) = (new.lead_id, new.partner_id)
        and (p.received_on > s.ended_on or s.client_since is not null and p.received_on <= s.signed_on)) then
    raise exception 'a payment is of those who earn on its day'
      using errcode = 'check_violation', constraint = 'commissions_earning_day';
  end if;
  return new;
end $$;
create trigger check_earning_day before insert on commissions for each row
  when (new.reason is not null and new.kind <> 'clawback' and new.client_payment_id is not null)
  execute function app.check_earning_day();
