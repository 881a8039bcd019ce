-- What counts is never edited: an amount that is taken back is a line of its own, a payment that waits says why, and the date by
-- which a commission is payable is stored when it becomes known, so that a changed rule never moves it.

alter table commissions
  -- deal: of a signed lead; manual: added by staff; clawback: takes back a part of another one, with negative amounts.
  add column kind text not null default 'deal',
  add column reverses_id uuid references commissions,
  add column payable_by timestamptz,
  -- Reference of the transfer in the bank's statement.
  add column payment_reference text not null default '',
  -- Why it is not to be paid for now; null when nothing stands in the way.
  add column held_reason text;

update commissions set kind = 'manual' where lead_id is null;
update commissions set payable_by = validated_at + interval '720 hours' where validated_at is not null;

-- The columns above are written on settled commissions too: a status that stays is no step.
create or replace function app.commission_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (('en_attente', 'valide'), ('valide', 'paye')) then
    raise exception 'a commission cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'commissions_forward';
  end if;
  if new.partner_id <> old.partner_id or new.lead_id is distinct from old.lead_id or new.kind <> old.kind
      or new.reverses_id is distinct from old.reverses_id then
    raise exception 'a commission keeps its partner, its lead and its kind'
      using errcode = 'check_violation', constraint = 'commissions_owner_kept';
  end if;
  if old.status <> 'en_attente' and (new.revenue_cents, new.commission_rate, new.amount_cents, new.validated_at, new.payable_by)
      is distinct from (old.revenue_cents, old.commission_rate, old.amount_cents, old.validated_at, old.payable_by) then
    raise exception 'the amount and the dates of a validated commission are final'
      using errcode = 'check_violation', constraint = 'commissions_amount_final';
  end if;
  if old.status = 'paye' and (new.paid_at, new.payment_reference) is distinct from (old.paid_at, old.payment_reference) then
    raise exception 'a payment is final'
      using errcode = 'check_violation', constraint = 'commissions_amount_final';
  end if;
  if old.status <> new.status and new.partner_id = app.user_id() then
    raise exception 'nobody validates or pays a commission of their own'
      using errcode = 'check_violation', constraint = 'commissions_own';
  end if;
  return new;
end $$;
drop trigger commission_goes_forward on commissions;
create trigger commission_goes_forward
  before update of status, partner_id, lead_id, kind, reverses_id, revenue_cents, commission_rate, amount_cents, validated_at,
    payable_by, paid_at, payment_reference on commissions
  for each row execute function app.commission_goes_forward();

alter table commissions
  drop constraint commissions_lead_once,
  drop constraint commissions_revenue_positive,
  drop constraint commissions_amount,
  -- Staff date a payment by its day at the bank, which may lie before they validated it here.
  drop constraint commissions_paid_after_validated,
  add constraint commissions_kind check (kind in ('deal', 'manual', 'clawback')),
  add constraint commissions_kind_lead check (case kind when 'deal' then lead_id is not null when 'manual' then lead_id is null else true end),
  add constraint commissions_reverses check ((kind = 'clawback') = (reverses_id is not null)),
  add constraint commissions_revenue_sign check (case when kind = 'clawback' then revenue_cents < 0 else revenue_cents >= 0 end),
  -- Half-up to the cent, once: numeric division is exact here and round() goes away from zero. A clawback that takes the rest
  -- takes exactly the rest (app.check_clawback).
  add constraint commissions_amount check (
    case when kind = 'clawback' then amount_cents <= 0 else amount_cents = round(revenue_cents * commission_rate / 100) end),
  add constraint commissions_clawback_reason check (kind <> 'clawback' or description <> ''),
  add constraint commissions_clawback_counts check (kind <> 'clawback' or status <> 'en_attente'),
  add constraint commissions_payable_by check ((payable_by is not null) = (status <> 'en_attente' and kind <> 'clawback')),
  add constraint commissions_payment_reference check (length(payment_reference) <= 140 and (payment_reference = '' or status = 'paye')),
  add constraint commissions_held check (
    held_reason is null or (length(held_reason) between 1 and 500 and status <> 'paye' and kind <> 'clawback'));
create unique index commissions_deal_once on commissions (lead_id) where kind = 'deal';
create index commissions_by_lead on commissions (lead_id) where lead_id is not null;
create index commissions_reversals on commissions (reverses_id) include (revenue_cents, amount_cents) where reverses_id is not null;

-- What is to be paid, by the date that was told: for staff, and for one partner. Clawbacks have none and are due at once.
drop index commissions_payable;
drop index commissions_payable_by_partner;
create index commissions_payable on commissions (payable_by) include (amount_cents)
  where status = 'valide' and held_reason is null;
create index commissions_payable_by_partner on commissions (partner_id, payable_by) include (amount_cents)
  where status = 'valide' and held_reason is null;

-- A signed lead has its commission and only a signed lead has any, all of one partner: judged at commit.
create or replace function app.check_signed_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name
    when 'leads' then coalesce(new.id, old.id)
    else coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid) end;
begin
  if exists (
    select from leads l where l.id = subject and (
      (l.status = 'signe') <> exists (select from commissions c where c.lead_id = l.id)
      or exists (select from commissions c where c.lead_id = l.id and c.partner_id <> l.partner_id)
    )
  ) then
    raise exception 'a signed lead has its commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $$;

-- At most what was earned, at the same rate and tier. The original is locked first, so that two clawbacks cannot both take the rest.
create function app.check_clawback() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  original commissions;
  revenue_left bigint;
  amount_left bigint;
begin
  select * into original from commissions where id = new.reverses_id for no key update;
  select original.revenue_cents + coalesce(sum(revenue_cents), 0), original.amount_cents + coalesce(sum(amount_cents), 0)
    into revenue_left, amount_left from commissions where reverses_id = new.reverses_id;
  if original.kind = 'clawback' or original.status = 'en_attente' or new.partner_id <> original.partner_id
      or new.lead_id is distinct from original.lead_id or new.commission_rate <> original.commission_rate
      or new.tier_name <> original.tier_name or revenue_left + new.revenue_cents < 0
      or new.amount_cents <> (case when revenue_left + new.revenue_cents = 0 then -amount_left
        else greatest(round(new.revenue_cents * new.commission_rate / 100), -amount_left) end) then
    raise exception 'a clawback takes back at most what was earned, at the same rate'
      using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
  end if;
  if new.partner_id = app.user_id() then
    raise exception 'nobody takes back a commission of their own'
      using errcode = 'check_violation', constraint = 'commissions_own';
  end if;
  return new;
end $$;
create trigger check_clawback before insert on commissions
  for each row when (new.kind = 'clawback') execute function app.check_clawback();

-- The tier of a partner as their validated revenue stands.
create function app.tier_of(person uuid) returns partner_tiers
  language sql stable set search_path = public, pg_temp
  return (
    select t from partner_tiers t where t.min_revenue_cents <= app.tier_revenue(person) order by t.tier_order desc limit 1
  );

-- What a partner's own move to Signé may earn: the lead's amount at the rate of the partner's tier, judged at commit because an
-- import writes leads and commissions in one statement.
create function app.check_own_commission() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from commissions c join leads l on l.id = c.lead_id, app.tier_of(c.partner_id) t
    where c.id = new.id and c.status = 'en_attente'
      and (c.revenue_cents <> l.estimated_amount_cents or c.commission_rate <> t.commission_rate or c.tier_name <> t.name)
  ) then
    raise exception 'a commission is the amount of its lead at the rate of the tier'
      using errcode = 'check_violation', constraint = 'commissions_own_terms';
  end if;
  return null;
end $$;
create constraint trigger check_own_commission after insert on commissions deferrable initially deferred
  for each row when (current_user = 'passerelle_partner') execute function app.check_own_commission();

drop policy own_adds on commissions;
create policy own_adds on commissions for insert to passerelle_partner
  with check (partner_id = app.user_id() and status = 'en_attente' and kind = 'deal' and held_reason is null);

alter table notification_choices drop constraint notification_choices_kinds;
alter table notification_choices add constraint notification_choices_kinds check (switched_off <@
  array['contract_to_sign', 'contract_validated', 'commission_validated', 'commission_paid', 'commission_withheld', 'tier_reached']);
