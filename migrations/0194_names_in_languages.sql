-- Names that the provider gives are written in each language; what is missing falls back on the name itself. Commissions and
-- announcements keep those of their tier.

-- What the column `names` of a table may hold: names by language, none of them empty or longer than this.
create function app.names_fit(names jsonb, longest integer) returns boolean
  language sql immutable parallel safe strict set search_path = pg_temp as $$
  select case when jsonb_typeof(names) = 'object' then not exists (
    select from jsonb_each(names) n
    where n.key !~ '^[a-z]{2}$' or jsonb_typeof(n.value) <> 'string' or n.value #>> '{}' = '' or length(n.value #>> '{}') > longest
  ) else false end
$$;

alter table partner_tiers add column names jsonb not null default '{}'
  constraint partner_tiers_names check (app.names_fit(names, 50));
alter table contract_templates add column names jsonb not null default '{}'
  constraint contract_templates_names check (app.names_fit(names, 100));
grant update (names) on contract_templates to passerelle_admin;
alter table announcements add column tier_names jsonb not null default '{}'
  constraint announcements_tier_names check (app.names_fit(tier_names, 50) and (tier_name is not null or tier_names = '{}'));
alter table commissions add column tier_names jsonb not null default '{}'
  constraint commissions_tier_names check (app.names_fit(tier_names, 50));

create or replace function app.check_own_commission() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from commissions c join leads l on l.id = c.lead_id, app.tier_of(c.partner_id) t
    where c.id = new.id and c.status = 'en_attente'
      and (c.revenue_cents <> l.estimated_amount_cents or c.commission_rate <> t.commission_rate or c.tier_name <> t.name
        or c.tier_names <> t.names)
  ) then
    raise exception 'a commission is the amount of its lead at the rate of the tier'
      using errcode = 'check_violation', constraint = 'commissions_own_terms';
  end if;
  return null;
end $$;

create or replace function app.check_clawback() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
      or new.tier_name <> original.tier_name or new.tier_names <> original.tier_names
      or revenue_left + new.revenue_cents < 0
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

create or replace function app.check_received() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid);
  received bigint;
  expected bigint;
begin
  select sum(case kind when 'payment' then net_cents else -net_cents end) into received
    from client_payments where lead_id = subject;
  if received is null then return null; end if;
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

create or replace function app.commission_goes_forward() returns trigger language plpgsql
  set search_path = public, pg_temp as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (('en_attente', 'valide'), ('valide', 'paye'))
      and not ((old.status, new.status) = ('paye', 'valide') and new.payout_id = old.payout_id
        and exists (select from payouts p where p.id = old.payout_id and p.status = 'rejected')) then
    raise exception 'a commission cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'commissions_forward';
  end if;
  if new.partner_id <> old.partner_id or new.lead_id is distinct from old.lead_id or new.kind <> old.kind
      or new.reverses_id is distinct from old.reverses_id or new.client_payment_id is distinct from old.client_payment_id then
    raise exception 'a commission keeps its partner, its lead and its kind'
      using errcode = 'check_violation', constraint = 'commissions_owner_kept';
  end if;
  if old.status <> 'en_attente' and
      (new.revenue_cents, new.commission_rate, new.tier_name, new.tier_names, new.amount_cents, new.validated_at, new.payable_by)
      is distinct from
      (old.revenue_cents, old.commission_rate, old.tier_name, old.tier_names, old.amount_cents, old.validated_at, old.payable_by) then
    raise exception 'the amount, the tier and the dates of a validated commission are final'
      using errcode = 'check_violation', constraint = 'commissions_amount_final';
  end if;
  if old.status = 'paye' and new.status = 'paye'
      and (new.paid_at, new.payment_reference) is distinct from (old.paid_at, old.payment_reference) then
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
create trigger commission_goes_forward before update of status, partner_id, lead_id, kind, reverses_id, client_payment_id,
    revenue_cents, commission_rate, tier_name, tier_names, amount_cents, validated_at, payable_by, paid_at, payment_reference
  on commissions for each row execute function app.commission_goes_forward();
