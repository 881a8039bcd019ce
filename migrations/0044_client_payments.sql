-- What a client has paid makes its part of the partner's commission due. What was recorded stays: a mistake is corrected by a refund.

create table client_payments (
  id uuid primary key,
  lead_id uuid not null references leads,
  kind text not null default 'payment',
  -- Number of the client's invoice, or of the credit note of a refund.
  reference text not null,
  received_on date not null,
  -- Net of VAT; of a refund, what went back.
  net_cents bigint not null,
  refunds_id uuid,
  recorded_by uuid not null references profiles,
  created_at timestamptz not null,
  constraint client_payments_kind check (kind in ('payment', 'refund')),
  constraint client_payments_reference_length check (length(reference) between 1 and 35),
  constraint client_payments_net check (net_cents > 0),
  constraint client_payments_refunds check ((kind = 'refund') = (refunds_id is not null)),
  constraint client_payments_of_lead unique (id, lead_id),
  constraint client_payments_refunds_own foreign key (refunds_id, lead_id) references client_payments (id, lead_id)
);
-- 'f-2026-12' is the invoice F-2026-12.
create unique index client_payments_once on client_payments (lead_id, kind, upper(reference));
create index client_payments_refunded on client_payments (refunds_id) include (net_cents) where refunds_id is not null;
create index client_payments_newest on client_payments (received_on desc, id desc);

-- What a lead departs in from the programme: what makes its commission due, and what its client is expected to pay in all.
create table lead_terms (
  lead_id uuid primary key references leads on delete cascade,
  -- Null: as the programme says.
  commission_basis text,
  -- Set by the first payment; null before. What is expected beyond what was received is the revenue of the pending commission.
  expected_cents bigint,
  constraint lead_terms_basis check (commission_basis in ('signature', 'cash')),
  constraint lead_terms_expected check (expected_cents is null or (expected_cents >= 0 and commission_basis = 'cash'))
);

alter table commissions
  -- The payment that a part was earned by, or the refund that a clawback follows.
  add column client_payment_id uuid references client_payments,
  drop constraint commissions_kind,
  drop constraint commissions_kind_lead,
  -- payment: the part of a lead's commission that a payment of the client made due.
  add constraint commissions_kind check (kind in ('deal', 'manual', 'clawback', 'payment')),
  add constraint commissions_kind_lead check (
    case kind when 'manual' then lead_id is null when 'clawback' then true else lead_id is not null end),
  add constraint commissions_client_payment check (
    case kind when 'payment' then client_payment_id is not null and status <> 'en_attente'
      when 'clawback' then true else client_payment_id is null end);
create unique index commissions_client_payment_once on commissions (client_payment_id) where client_payment_id is not null;

create or replace function app.commission_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (('en_attente', 'valide'), ('valide', 'paye')) then
    raise exception 'a commission cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'commissions_forward';
  end if;
  if new.partner_id <> old.partner_id or new.lead_id is distinct from old.lead_id or new.kind <> old.kind
      or new.reverses_id is distinct from old.reverses_id or new.client_payment_id is distinct from old.client_payment_id then
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
  before update of status, partner_id, lead_id, kind, reverses_id, client_payment_id, revenue_cents, commission_rate, amount_cents,
    validated_at, payable_by, paid_at, payment_reference on commissions
  for each row execute function app.commission_goes_forward();

-- Payments of one lead are recorded one after the other: the lead is locked first, as in every command about it.
create function app.check_client_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from leads where id = new.lead_id for no key update;
  if new.kind = 'refund' and not exists (
    select from client_payments p where p.id = new.refunds_id and p.kind = 'payment'
      and p.net_cents >= new.net_cents + (select coalesce(sum(r.net_cents), 0) from client_payments r where r.refunds_id = p.id)
  ) then
    raise exception 'a refund gives back at most what was paid'
      using errcode = 'check_violation', constraint = 'client_payments_refund_bound';
  end if;
  return new;
end $$;
create trigger check_client_payment before insert on client_payments for each row execute function app.check_client_payment();

-- A part is what its payment brought, and a clawback after a refund what the refund gave back, as far as it was not taken back before.
create function app.check_part() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  source client_payments;
  revenue_left bigint;
begin
  select * into source from client_payments where id = new.client_payment_id;
  if new.kind = 'payment' then
    if source.kind <> 'payment' or source.lead_id <> new.lead_id or source.net_cents <> new.revenue_cents then
      raise exception 'a part is what its payment brought'
        using errcode = 'check_violation', constraint = 'commissions_part_of_payment';
    end if;
    if new.partner_id = app.user_id() then
      raise exception 'nobody validates a commission of their own'
        using errcode = 'check_violation', constraint = 'commissions_own';
    end if;
    return new;
  end if;
  select o.revenue_cents + coalesce(sum(c.revenue_cents), 0) into revenue_left
    from commissions o left join commissions c on c.reverses_id = o.id
    where o.id = new.reverses_id and o.client_payment_id = source.refunds_id group by o.id;
  if revenue_left is null or new.revenue_cents <> -least(source.net_cents, revenue_left) then
    raise exception 'a clawback after a refund takes back what was refunded'
      using errcode = 'check_violation', constraint = 'commissions_part_of_payment';
  end if;
  return new;
end $$;
-- After check_clawback, which locks the original: triggers fire in the order of their names.
create trigger check_part before insert on commissions
  for each row when (new.client_payment_id is not null) execute function app.check_part();

-- Of a lead whose client has paid: each payment has its part and each refund its clawback, all at one rate and tier, and the pending
-- commission is what is still expected. Judged at commit.
create function app.check_received() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
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
      or (select count(distinct (commission_rate, tier_name)) from commissions where lead_id = subject) <> 1
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
create constraint trigger check_received after insert on client_payments deferrable initially deferred
  for each row execute function app.check_received();
create constraint trigger check_received after insert or update of status, revenue_cents, commission_rate or delete on commissions
  deferrable initially deferred for each row execute function app.check_received();
create constraint trigger check_received after update or delete on lead_terms deferrable initially deferred
  for each row execute function app.check_received();

alter table client_payments enable row level security;
alter table lead_terms enable row level security;
create policy system_all on client_payments to passerelle_system using (true) with check (true);
create policy admin_reads on client_payments for select to passerelle_admin using (true);
create policy admin_records on client_payments for insert to passerelle_admin with check (recorded_by = app.user_id());
create policy own_lead_reads on client_payments for select to passerelle_partner
  using (exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
create policy system_all on lead_terms to passerelle_system using (true) with check (true);
create policy admin_all on lead_terms to passerelle_admin using (true) with check (true);
create policy own_lead_reads on lead_terms for select to passerelle_partner
  using (exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
grant select, insert on client_payments to passerelle_system, passerelle_admin;
grant select on client_payments to passerelle_partner;
grant select, insert, update, delete on lead_terms to passerelle_system;
grant select, insert, update on lead_terms to passerelle_admin;
grant select on lead_terms to passerelle_partner;

alter table notification_choices drop constraint notification_choices_kinds;
alter table notification_choices add constraint notification_choices_kinds check (switched_off <@
  array['contract_to_sign', 'contract_validated', 'client_payment_received', 'commission_validated', 'commission_paid',
    'commission_withheld', 'tier_reached']);
