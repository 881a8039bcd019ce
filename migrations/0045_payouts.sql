-- What a partner is sent at once: the sum of commissions, frozen when it is issued, numbered, and explained by a statement.

-- Last number of each series, such as 'REL-2026-11'. Taken by an update in the transaction that uses it, so that a rollback gives it back.
create table number_series (
  series text primary key,
  last_number integer not null,
  constraint number_series_positive check (last_number > 0)
);

-- One click that makes a payout for each partner.
create table payout_runs (
  id uuid primary key,
  -- Commissions that are payable by this day are in it.
  payable_until date not null,
  issued_by uuid not null references profiles,
  issued_at timestamptz not null
);

-- What staff left out of a run, and why: a commission, or everything of a partner.
create table payout_exclusions (
  id uuid primary key,
  run_id uuid not null references payout_runs,
  partner_id uuid not null references profiles,
  commission_id uuid references commissions,
  amount_cents bigint not null,
  reason text not null,
  constraint payout_exclusions_reason check (length(reason) between 2 and 500),
  constraint payout_exclusions_once unique nulls not distinct (run_id, partner_id, commission_id)
);
create index payout_exclusions_by_commission on payout_exclusions (commission_id) where commission_id is not null;
create index payout_exclusions_by_partner on payout_exclusions (partner_id);

create table payouts (
  id uuid primary key,
  run_id uuid not null references payout_runs,
  partner_id uuid not null references profiles,
  reference text not null,
  -- A payout counts as accepted once the partner has said so, or when contest_until has passed: nothing has to be written for it.
  status text not null default 'issued',
  net_cents bigint not null,
  vat_cents bigint not null default 0,
  total_cents bigint not null generated always as (net_cents + vat_cents) stored,
  commission_count integer not null,
  -- The statement as it was issued; its PDF is made from it.
  statement jsonb not null,
  statement_file_id uuid references files,
  issued_by uuid not null references profiles,
  issued_at timestamptz not null,
  contest_until timestamptz not null,
  accepted_at timestamptz,
  approved_by uuid references profiles,
  approved_at timestamptz,
  -- Approved by the person who issued it although the amount asks for two: there was only one administrator.
  approved_alone boolean not null default false,
  sent_at timestamptz,
  paid_at timestamptz,
  -- Reference of the transfer in the bank's statement.
  payment_reference text not null default '',
  rejected_at timestamptz,
  -- Why the bank refused or returned the transfer last, for the partner to read.
  reject_reason text,
  cancelled_at timestamptz,
  cancel_reason text,
  constraint payouts_reference_once unique (reference),
  constraint payouts_reference check (reference ~ '^[A-Z0-9-]{1,32}$'),
  constraint payouts_status check (status in ('issued', 'approved', 'sent', 'paid', 'rejected', 'cancelled')),
  constraint payouts_amounts check (net_cents > 0 and vat_cents >= 0 and commission_count > 0),
  constraint payouts_approved check ((approved_at is null) = (approved_by is null) and (approved_alone <= (approved_at is not null))),
  constraint payouts_approved_first check (
    case status when 'issued' then true when 'cancelled' then true else approved_at is not null end),
  constraint payouts_paid check ((paid_at is not null) = (status = 'paid')),
  constraint payouts_payment_reference check (length(payment_reference) <= 140 and (payment_reference = '' or status = 'paid')),
  constraint payouts_rejected check (
    (reject_reason is null or length(reject_reason) between 2 and 500)
    and (status <> 'rejected' or (rejected_at is not null and reject_reason is not null))),
  constraint payouts_cancelled check (
    (cancelled_at is not null) = (status = 'cancelled') and (cancel_reason is not null) = (status = 'cancelled')
    and (cancel_reason is null or length(cancel_reason) between 2 and 500))
);
create index payouts_newest on payouts (issued_at desc, id desc);
create index payouts_by_partner on payouts (partner_id, issued_at desc, id desc);
create index payouts_by_run on payouts (run_id);
create index payouts_by_status on payouts (status) where status in ('issued', 'approved', 'sent', 'rejected');
create index payouts_by_statement_file on payouts (statement_file_id) where statement_file_id is not null;

alter table commissions
  -- The payout that it is part of, from issuing on. A cancelled payout has none.
  add column payout_id uuid references payouts,
  add constraint commissions_payout_counts check (payout_id is null or status <> 'en_attente'),
  -- What is held is not on its way.
  add constraint commissions_payout_not_held check (payout_id is null or held_reason is null);
create index commissions_by_payout on commissions (payout_id) where payout_id is not null;

-- A payment ends with the payout that it was part of: if the bank returns that, its commissions are to be paid again.
create or replace function app.commission_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
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
  if old.status <> 'en_attente' and (new.revenue_cents, new.commission_rate, new.amount_cents, new.validated_at, new.payable_by)
      is distinct from (old.revenue_cents, old.commission_rate, old.amount_cents, old.validated_at, old.payable_by) then
    raise exception 'the amount and the dates of a validated commission are final'
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

-- A commission enters a payout once, while it waits for its payment, and leaves it only when that is cancelled.
create function app.commission_keeps_payout() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.payout_id is null and new.status <> 'valide')
      or (old.payout_id is not null and (new.payout_id is not null or not exists (
        select from payouts p where p.id = old.payout_id and p.status = 'cancelled'))) then
    raise exception 'a commission stays in its payout'
      using errcode = 'check_violation', constraint = 'commissions_payout_kept';
  end if;
  return new;
end $$;
create trigger commission_keeps_payout before update of payout_id on commissions
  for each row when (old.payout_id is distinct from new.payout_id) execute function app.commission_keeps_payout();

-- A payout is the sum of its commissions, which are of its partner and are paid exactly when it is. Judged at commit, from both sides.
create function app.check_payout() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subjects uuid[];
begin
  if tg_table_name = 'payouts' then
    subjects := array[new.id];
  else
    subjects := array[(to_jsonb(old) ->> 'payout_id')::uuid, (to_jsonb(new) ->> 'payout_id')::uuid];
  end if;
  if exists (
    select from payouts p
      left join lateral (
        select count(*) as commissions, coalesce(sum(c.amount_cents), 0) as cents,
          coalesce(bool_and(c.partner_id = p.partner_id and (c.status = 'paye') = (p.status = 'paid')), true) as fits
        from commissions c where c.payout_id = p.id
      ) found on true
    where p.id = any (subjects) and case p.status when 'cancelled' then found.commissions > 0
      else found.cents <> p.net_cents or found.commissions <> p.commission_count or not found.fits end
  ) then
    raise exception 'a payout is the sum of its commissions'
      using errcode = 'check_violation', constraint = 'payouts_reconcile';
  end if;
  return null;
end $$;
create constraint trigger check_payout after insert or update of status on payouts deferrable initially deferred
  for each row execute function app.check_payout();
create constraint trigger check_payout_added after insert on commissions deferrable initially deferred
  for each row when (new.payout_id is not null) execute function app.check_payout();
create constraint trigger check_payout_changed after update on commissions deferrable initially deferred
  for each row when (old.payout_id is distinct from new.payout_id
    or (new.payout_id is not null and (old.status, old.amount_cents) is distinct from (new.status, new.amount_cents)))
  execute function app.check_payout();
create constraint trigger check_payout_removed after delete on commissions deferrable initially deferred
  for each row when (old.payout_id is not null) execute function app.check_payout();

-- Steps, four eyes, and what is final from issuing on.
create function app.payout_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  needs_second boolean;
begin
  if old.status <> new.status and (old.status, new.status) not in (
      ('issued', 'approved'), ('issued', 'cancelled'), ('approved', 'sent'), ('approved', 'cancelled'), ('sent', 'approved'),
      -- Without a file: transfers that staff typed into their bank's pages.
      ('approved', 'paid'), ('sent', 'paid'), ('sent', 'rejected'), ('paid', 'rejected'), ('rejected', 'approved'), ('rejected', 'cancelled')) then
    raise exception 'a payout cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payouts_forward';
  end if;
  if (new.run_id, new.partner_id, new.reference, new.net_cents, new.vat_cents, new.commission_count, new.statement, new.issued_by,
        new.issued_at, new.contest_until)
      is distinct from (old.run_id, old.partner_id, old.reference, old.net_cents, old.vat_cents, old.commission_count,
        old.statement, old.issued_by, old.issued_at, old.contest_until)
      or (old.statement_file_id is not null and new.statement_file_id is distinct from old.statement_file_id)
      or (new.accepted_at is distinct from old.accepted_at and (old.accepted_at is not null or old.status <> 'issued'))
      or (old.approved_at is not null
        and (new.approved_at, new.approved_by, new.approved_alone)
          is distinct from (old.approved_at, old.approved_by, old.approved_alone)) then
    raise exception 'an issued payout is final'
      using errcode = 'check_violation', constraint = 'payouts_final';
  end if;
  if (old.status, new.status) = ('issued', 'approved') then
    if new.accepted_at is null and new.approved_at < new.contest_until then
      raise exception 'a payout is approved once its partner has accepted it'
        using errcode = 'check_violation', constraint = 'payouts_accepted';
    end if;
    needs_second := new.approved_by = new.issued_by
      -- The total is generated after this trigger.
      and new.net_cents + new.vat_cents > (select second_approval_above_cents from programme_settings);
    if new.approved_by is distinct from app.user_id() or new.approved_by = new.partner_id or new.approved_alone <> needs_second
        or (needs_second and 1 < (
          select count(*) from user_roles r join profiles p on p.user_id = r.user_id
          where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null)) then
      raise exception 'a payout of this amount is approved by a second person'
        using errcode = 'check_violation', constraint = 'payouts_four_eyes';
    end if;
  end if;
  return new;
end $$;
create trigger payout_goes_forward before update on payouts for each row execute function app.payout_goes_forward();

alter table number_series enable row level security;
alter table payout_runs enable row level security;
alter table payout_exclusions enable row level security;
alter table payouts enable row level security;

create policy system_all on number_series to passerelle_system using (true) with check (true);
create policy admin_all on number_series to passerelle_admin using (true) with check (true);
create policy system_all on payout_runs to passerelle_system using (true) with check (true);
create policy admin_reads on payout_runs for select to passerelle_admin using (true);
create policy admin_issues on payout_runs for insert to passerelle_admin with check (issued_by = app.user_id());
create policy system_all on payout_exclusions to passerelle_system using (true) with check (true);
create policy admin_all on payout_exclusions to passerelle_admin using (true) with check (true);
create policy system_all on payouts to passerelle_system using (true) with check (true);
create policy admin_reads on payouts for select to passerelle_admin using (true);
create policy admin_issues on payouts for insert to passerelle_admin
  with check (issued_by = app.user_id() and partner_id <> app.user_id() and status = 'issued');
create policy admin_moves on payouts for update to passerelle_admin using (true) with check (true);
create policy own_reads on payouts for select to passerelle_partner using (partner_id = app.user_id());
create policy own_accepts on payouts for update to passerelle_partner
  using (partner_id = app.user_id()) with check (partner_id = app.user_id());

-- Money is not deleted: neither a payout nor what was left out of a run.
grant select, insert, update on number_series to passerelle_system, passerelle_admin;
grant select, insert on payout_runs, payout_exclusions to passerelle_system, passerelle_admin;
grant select, insert, update on payouts to passerelle_system, passerelle_admin;
grant select, update (accepted_at) on payouts to passerelle_partner;

alter table files drop constraint files_purpose;
alter table files add constraint files_purpose
  check (purpose in ('contract', 'resource', 'logo', 'scan', 'sealed', 'statement', 'payout'));
create policy through_payouts on files for select to passerelle_partner
  using (exists (select from payouts p where p.statement_file_id = files.id));

alter table notification_choices drop constraint notification_choices_kinds;
alter table notification_choices add constraint notification_choices_kinds check (switched_off <@
  array['contract_to_sign', 'contract_validated', 'client_payment_received', 'commission_validated', 'commission_paid',
    'commission_withheld', 'payout_issued', 'payout_settled', 'tier_reached']);
