-- The accountant's journal: months and years that are closed, with their entries as they were booked, and the day of a payment as
-- it was typed, whatever becomes of the time zone.

alter table payouts add column paid_on date;
alter table commissions add column paid_on date;

create function app.note_paid_day() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if new.paid_at is null then
    new.paid_on := null;
  elsif tg_op = 'INSERT' or new.paid_at is distinct from old.paid_at then
    new.paid_on := (new.paid_at at time zone app.time_zone())::date;
  else
    new.paid_on := old.paid_on;
  end if;
  return new;
end $$;

-- Only the new column changes: what else is written with a row of these has been.
alter table payouts disable trigger user;
alter table commissions disable trigger user;
update payouts set paid_on = (paid_at at time zone app.time_zone())::date where paid_at is not null;
update commissions set paid_on = (paid_at at time zone app.time_zone())::date where paid_at is not null;
alter table payouts enable trigger user;
alter table commissions enable trigger user;

create trigger note_paid_day before insert or update of paid_at, paid_on on payouts
  for each row execute function app.note_paid_day();
create trigger note_paid_day before insert or update of paid_at, paid_on on commissions
  for each row execute function app.note_paid_day();
alter table payouts add constraint payouts_paid_day check ((paid_on is null) = (paid_at is null));
alter table commissions add constraint commissions_paid_day check ((paid_on is null) = (paid_at is null));

drop index payouts_paid;
create index payouts_paid on payouts (paid_on) where paid_on is not null;
drop index commissions_paid_by_hand;
create index commissions_paid_by_hand on commissions (paid_on) where status = 'paye' and payout_id is null;

-- Commissions of partners who invoice themselves, until their invoice is accepted: 'fournisseurs, factures non parvenues'.
alter table programme_settings add column account_accrued text not null default '408100';

-- The code of a partner in the accountant's books, where it is not the portal's own.
create table supplier_codes (
  partner_id uuid primary key references profiles on delete cascade,
  code text not null,
  constraint supplier_codes_code check (code ~ '^[0-9A-Z]{1,17}$'),
  constraint supplier_codes_once unique (code)
);

-- A closed month takes no further entry: what is recorded later is booked on the first day that is open.
create table accounting_closings (
  id uuid primary key,
  scope text not null,
  -- The last day that is closed: of a month, or of a year.
  until_day date not null,
  -- What was missing when it was closed.
  missing jsonb not null,
  -- The account numbers of its entries.
  accounts jsonb not null,
  closed_by uuid not null references profiles,
  closed_at timestamptz not null,
  -- Opening it again takes a reason, and a second person.
  reopening_reason text,
  reopening_asked_by uuid references profiles,
  reopening_asked_at timestamptz,
  reopened_by uuid references profiles,
  reopened_at timestamptz,
  constraint accounting_closings_scope check (scope in ('month', 'year')),
  constraint accounting_closings_until check (
    until_day = (date_trunc(scope, until_day::timestamp) + ('1 ' || scope)::interval - interval '1 day')::date),
  constraint accounting_closings_asked check (
    (reopening_reason is null) = (reopening_asked_by is null) and (reopening_reason is null) = (reopening_asked_at is null)),
  constraint accounting_closings_reopened check (
    (reopened_by is null) = (reopened_at is null) and (reopened_by is null or reopening_asked_by is not null)),
  constraint accounting_closings_four_eyes check (reopened_by <> reopening_asked_by)
);
create unique index accounting_closings_once on accounting_closings (scope, until_day) where reopened_at is null;

create function app.check_closing() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if exists (
        select from accounting_closings c where c.scope = new.scope and c.reopened_at is null and c.until_day >= new.until_day) then
      raise exception 'this period is closed' using errcode = 'check_violation', constraint = 'accounting_closings_order';
    end if;
    if new.scope = 'year' and not exists (
        select from accounting_closings c where c.scope = 'month' and c.reopened_at is null and c.until_day >= new.until_day) then
      raise exception 'the months of this year are not closed'
        using errcode = 'check_violation', constraint = 'accounting_closings_months';
    end if;
    return new;
  end if;
  if old.reopened_at is not null
      or (new.id, new.scope, new.until_day, new.missing, new.accounts, new.closed_by, new.closed_at)
        is distinct from (old.id, old.scope, old.until_day, old.missing, old.accounts, old.closed_by, old.closed_at)
      or (old.reopening_asked_by is not null
        and (new.reopening_reason, new.reopening_asked_by, new.reopening_asked_at)
          is distinct from (old.reopening_reason, old.reopening_asked_by, old.reopening_asked_at)) then
    raise exception 'a closing is final' using errcode = 'check_violation', constraint = 'accounting_closings_final';
  end if;
  if new.reopened_at is not null and (
      exists (
        select from accounting_closings c where c.scope = new.scope and c.reopened_at is null and c.until_day > new.until_day)
      -- The months of a closed year stay closed.
      or (new.scope = 'month' and exists (
        select from accounting_closings c where c.scope = 'year' and c.reopened_at is null and c.until_day >= new.until_day))) then
    raise exception 'a later period is closed' using errcode = 'check_violation', constraint = 'accounting_closings_last';
  end if;
  return new;
end $$;
create trigger check_closing before insert or update on accounting_closings for each row execute function app.check_closing();

-- Entries of closed months, as they were booked. Numbers run without a gap through each year.
create table accounting_entries (
  year integer not null,
  number integer not null,
  closing_id uuid not null references accounting_closings,
  kind text not null,
  piece_id uuid not null,
  booked_on date not null,
  reference text not null,
  dated date not null,
  payout text not null,
  bank_reference text not null,
  partner_id uuid not null references profiles,
  partner_name text not null,
  supplier_code text not null,
  earned_cents bigint not null,
  taken_back_cents bigint not null,
  vat_cents bigint not null,
  primary key (year, number),
  constraint accounting_entries_kind check (kind in ('invoiced', 'credited', 'issued', 'accrued', 'accepted', 'reopened',
    'accrualCancelled', 'cancelled', 'byHand', 'paidByHand', 'paid', 'returned')),
  constraint accounting_entries_once unique (kind, piece_id),
  constraint accounting_entries_year check (year = extract(year from booked_on) and number > 0)
);
create index accounting_entries_by_day on accounting_entries (booked_on);

-- What partners were paid in closed years, as it was declared. Later payments and returns of such years are the open year's.
create table declared_payments (
  id uuid primary key default gen_random_uuid(),
  year integer not null,
  partner_id uuid not null references profiles,
  paid_on date not null,
  reference text not null,
  by_hand boolean not null,
  payments integer not null,
  net_cents bigint not null,
  vat_cents bigint not null
);
create index declared_payments_of_year on declared_payments (year, partner_id);

alter table supplier_codes enable row level security;
create policy system_all on supplier_codes to passerelle_system using (true) with check (true);
create policy admin_all on supplier_codes to passerelle_admin using (true) with check (true);
create policy rights on supplier_codes as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy right_to_delete on supplier_codes as restrictive for delete to passerelle_admin
  using ((select app.has_right('money')));
grant select, insert, update, delete on supplier_codes to passerelle_system, passerelle_admin;

alter table accounting_closings enable row level security;
create policy system_all on accounting_closings to passerelle_system using (true) with check (true);
create policy admin_reads on accounting_closings for select to passerelle_admin using (true);
create policy admin_closes on accounting_closings for insert to passerelle_admin with check (closed_by = app.user_id());
-- Whoever asks, and whoever agrees, does so as themselves.
create policy admin_reopens on accounting_closings for update to passerelle_admin using (true)
  with check (app.user_id() = coalesce(reopened_by, reopening_asked_by));
create policy rights on accounting_closings as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
grant select, insert, update on accounting_closings to passerelle_system, passerelle_admin;

alter table accounting_entries enable row level security;
create policy system_all on accounting_entries to passerelle_system using (true) with check (true);
create policy admin_reads on accounting_entries for select to passerelle_admin using (true);
create policy admin_adds on accounting_entries for insert to passerelle_admin with check (true);
create policy rights on accounting_entries as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
grant select, insert on accounting_entries to passerelle_system, passerelle_admin;

alter table declared_payments enable row level security;
create policy system_all on declared_payments to passerelle_system using (true) with check (true);
create policy admin_all on declared_payments to passerelle_admin using (true) with check (true);
-- Whose certificate of a closed year it is.
create policy own_reads on declared_payments for select to passerelle_partner using (partner_id = app.user_id());
create policy rights on declared_payments as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy right_to_delete on declared_payments as restrictive for delete to passerelle_admin
  using ((select app.has_right('money')));
grant select, insert, delete on declared_payments to passerelle_system, passerelle_admin;
grant select on declared_payments to passerelle_partner;
-- Which years are closed, for the certificates of partners.
create policy partner_reads on accounting_closings for select to passerelle_partner using (scope = 'year' and reopened_at is null);
grant select (id, scope, until_day, reopened_at) on accounting_closings to passerelle_partner;
