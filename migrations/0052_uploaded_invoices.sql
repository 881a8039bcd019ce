-- Invoices of partners who invoice themselves: uploaded for a payout, accepted or refused by staff.

alter table payouts
  -- How the partner's commissions were invoiced when it was issued; null without a billing profile.
  add column billing_mode text,
  add constraint payouts_billing_mode check (billing_mode in ('self_billing', 'upload', 'receipt'));
update payouts set billing_mode = (select mode from billing_profiles b where b.partner_id = payouts.partner_id);

create table uploaded_invoices (
  id uuid primary key,
  payout_id uuid not null references payouts,
  partner_id uuid not null references profiles,
  -- As printed on the invoice.
  number text not null,
  issued_on date not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  file_id uuid not null references files,
  -- Refused and cancelled ones stay as they were; a new upload is a new row.
  status text not null default 'submitted',
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references profiles,
  -- For the partner to read.
  refuse_reason text,
  constraint uploaded_invoices_status check (status in ('submitted', 'accepted', 'refused', 'cancelled')),
  constraint uploaded_invoices_number check (length(number) between 1 and 35 and number = btrim(number)),
  constraint uploaded_invoices_decided check (
    (decided_at is null) = (decided_by is null)
    and case status when 'submitted' then decided_at is null when 'cancelled' then true else decided_at is not null end),
  constraint uploaded_invoices_reason check (
    (refuse_reason is not null) = (status = 'refused') and (refuse_reason is null or length(refuse_reason) between 2 and 500)),
  constraint uploaded_invoices_file_once unique (file_id)
);
-- One that counts for each payout, and a number once for each partner; what was refused or cancelled may be invoiced again.
create unique index uploaded_invoices_live_once on uploaded_invoices (payout_id) where status in ('submitted', 'accepted');
create unique index uploaded_invoices_number_once on uploaded_invoices (partner_id, lower(number))
  where status in ('submitted', 'accepted');
create index uploaded_invoices_newest on uploaded_invoices (payout_id, submitted_at desc, id desc);
create index uploaded_invoices_to_check on uploaded_invoices (submitted_at) where status = 'submitted';

-- Locks the payout, which may be cancelled or approved at the same time.
create function app.check_uploaded_invoice() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform from payouts p where p.id = new.payout_id for update;
  if not exists (
    select from payouts p where p.id = new.payout_id and p.partner_id = new.partner_id and p.billing_mode = 'upload'
      and p.status <> 'cancelled'
  ) then
    raise exception 'no invoice is expected for this payout'
      using errcode = 'check_violation', constraint = 'uploaded_invoices_expected';
  end if;
  if not exists (
    select from payouts p where p.id = new.payout_id and p.net_cents = new.net_cents and p.vat_cents = new.vat_cents
  ) then
    raise exception 'an invoice has the amounts of its statement'
      using errcode = 'check_violation', constraint = 'uploaded_invoices_amounts';
  end if;
  return new;
end $$;
create trigger check_uploaded_invoice before insert on uploaded_invoices
  for each row execute function app.check_uploaded_invoice();

create function app.uploaded_invoice_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  payout_status text;
begin
  if (new.payout_id, new.partner_id, new.number, new.issued_on, new.net_cents, new.vat_cents, new.file_id, new.submitted_at)
      is distinct from
      (old.payout_id, old.partner_id, old.number, old.issued_on, old.net_cents, old.vat_cents, old.file_id, old.submitted_at) then
    raise exception 'an uploaded invoice is never changed' using errcode = 'check_violation', constraint = 'uploaded_invoices_final';
  end if;
  select status into payout_status from payouts where id = new.payout_id for update;
  if not (
    ((old.status, new.status) in (('submitted', 'accepted'), ('submitted', 'refused')) and payout_status <> 'cancelled')
    -- Accepted by mistake: until the payout is approved.
    or ((old.status, new.status) = ('accepted', 'submitted') and payout_status = 'issued')
    or (old.status in ('submitted', 'accepted') and new.status = 'cancelled' and payout_status = 'cancelled')
  ) then
    raise exception 'an uploaded invoice cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'uploaded_invoices_forward';
  end if;
  return new;
end $$;
create trigger uploaded_invoice_goes_forward before update on uploaded_invoices
  for each row execute function app.uploaded_invoice_goes_forward();

create function app.cancel_uploaded_invoice() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update uploaded_invoices set status = 'cancelled' where payout_id = new.id and status in ('submitted', 'accepted');
  return null;
end $$;
create trigger cancel_uploaded_invoice after update of status on payouts
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function app.cancel_uploaded_invoice();

create function app.payout_waits_for_invoice() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if new.billing_mode is distinct from old.billing_mode then
    raise exception 'an issued payout is final' using errcode = 'check_violation', constraint = 'payouts_final';
  end if;
  if (old.status, new.status) = ('issued', 'approved') and new.billing_mode = 'upload'
      and (select invoice_required from programme_settings)
      and not exists (select from uploaded_invoices i where i.payout_id = new.id and i.status = 'accepted') then
    raise exception 'a payout waits for the partner''s invoice' using errcode = 'check_violation', constraint = 'payouts_invoice';
  end if;
  return new;
end $$;
create trigger payout_waits_for_invoice before update on payouts
  for each row execute function app.payout_waits_for_invoice();

alter table uploaded_invoices enable row level security;
create policy system_reads on uploaded_invoices for select to passerelle_system using (true);
create policy admin_reads on uploaded_invoices for select to passerelle_admin using (true);
-- Nobody decides about an invoice of their own, or in the name of somebody else.
create policy admin_decides on uploaded_invoices for update to passerelle_admin
  using (partner_id <> app.user_id()) with check (decided_by is null or decided_by = app.user_id());
create policy own_reads on uploaded_invoices for select to passerelle_partner using (partner_id = app.user_id());
create policy own_submits on uploaded_invoices for insert to passerelle_partner
  with check (partner_id = app.user_id() and status = 'submitted');
grant select on uploaded_invoices to passerelle_system;
grant select, update (status, decided_at, decided_by, refuse_reason) on uploaded_invoices to passerelle_admin;
grant select, insert on uploaded_invoices to passerelle_partner;

-- A partner's own uploads.
create policy own_uploads on files to passerelle_partner
  using (uploaded_by = app.user_id() and purpose = 'partner_invoice')
  with check (uploaded_by = app.user_id() and purpose = 'partner_invoice');
grant insert, update (claimed_at) on files to passerelle_partner;

-- Adds to the values that there are, whatever they are by now.
do $$
declare
  purposes text := pg_get_constraintdef(oid) from pg_constraint where conname = 'files_purpose';
  kinds text := pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_choices_kinds';
begin
  alter table files drop constraint files_purpose;
  execute 'alter table files add constraint files_purpose ' || replace(purposes, 'ARRAY[', 'ARRAY[''partner_invoice''::text, ');
  alter table notification_choices drop constraint notification_choices_kinds;
  execute 'alter table notification_choices add constraint notification_choices_kinds '
    || replace(kinds, 'ARRAY[', 'ARRAY[''document_requested''::text, ');
end $$;
