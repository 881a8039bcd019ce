-- Documents that the provider has to have of its partners (Code du travail, art. L8222-1 and D8222-5): requested by staff or by
-- the amount of commissions, uploaded by the partner, verified or refused by staff. Whether one has expired follows from its date.
create table vigilance_documents (
  id uuid primary key,
  partner_id uuid not null references profiles,
  kind text not null,
  -- What an 'other' document is; of a request, what is asked for.
  label text not null default '',
  status text not null,
  -- Null for what a partner uploaded without being asked.
  requested_at timestamptz,
  -- Null also when the amount of commissions asked for it.
  requested_by uuid references profiles,
  received_at timestamptz,
  file_id uuid references files,
  issued_on date,
  -- The last day on which it counts; null: it has no end.
  expires_on date,
  -- Of an URSSAF attestation, by which its authenticity is checked.
  security_code text not null default '',
  decided_at timestamptz,
  decided_by uuid references profiles,
  -- For the partner to read.
  refuse_reason text,
  constraint vigilance_documents_kind check (kind in ('urssaf', 'registration', 'identity', 'insurance', 'vat', 'other')),
  constraint vigilance_documents_status check (status in ('requested', 'received', 'verified', 'refused', 'withdrawn')),
  constraint vigilance_documents_label check (length(label) <= 100 and (label <> '') = (kind = 'other')),
  constraint vigilance_documents_requested check (
    (requested_by is null or requested_at is not null)
    and (status not in ('requested', 'withdrawn') or requested_at is not null)),
  constraint vigilance_documents_received check (
    (status in ('requested', 'withdrawn')) = (file_id is null) and (file_id is null) = (received_at is null)
    and (file_id is null) = (issued_on is null)),
  constraint vigilance_documents_days check (
    (expires_on is null or issued_on is not null) and coalesce(expires_on >= issued_on, true)),
  constraint vigilance_documents_code check (length(security_code) <= 40 and (security_code = '' or kind = 'urssaf')),
  constraint vigilance_documents_decided check (
    (decided_at is null) = (decided_by is null) and (status in ('verified', 'refused', 'withdrawn')) = (decided_at is not null)),
  constraint vigilance_documents_reason check (
    (refuse_reason is not null) = (status = 'refused') and (refuse_reason is null or length(refuse_reason) between 2 and 500)),
  constraint vigilance_documents_file_once unique (file_id)
);
-- One at a time that waits for the partner or for staff.
create unique index vigilance_documents_open_once on vigilance_documents (partner_id, kind, lower(label))
  where status in ('requested', 'received');
create index vigilance_documents_by_partner on vigilance_documents (partner_id, kind);
create index vigilance_documents_to_check on vigilance_documents (received_at) where status = 'received';
create index vigilance_documents_ending on vigilance_documents (expires_on) where status = 'verified' and expires_on is not null;

-- A reminder that was sent: once for each document and number of days before its end.
create table vigilance_reminders (
  document_id uuid not null references vigilance_documents,
  days_left integer not null,
  sent_at timestamptz not null,
  primary key (document_id, days_left),
  constraint vigilance_reminders_days check (days_left in (30, 7, 0))
);

create function app.vigilance_document_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.status, new.status) not in (
      ('requested', 'received'), ('requested', 'withdrawn'), ('received', 'verified'), ('received', 'refused')) then
    raise exception 'a document cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'vigilance_documents_forward';
  end if;
  if (new.partner_id, new.kind, new.label, new.requested_at, new.requested_by)
      is distinct from (old.partner_id, old.kind, old.label, old.requested_at, old.requested_by)
      or (old.status <> 'requested' and (new.file_id, new.received_at, new.issued_on, new.expires_on, new.security_code)
        is distinct from (old.file_id, old.received_at, old.issued_on, old.expires_on, old.security_code)) then
    raise exception 'what was uploaded is final' using errcode = 'check_violation', constraint = 'vigilance_documents_final';
  end if;
  return new;
end $$;
create trigger vigilance_document_goes_forward before update on vigilance_documents
  for each row execute function app.vigilance_document_goes_forward();

alter table programme_settings
  -- Partners whose commissions of twelve months reach this share of the threshold are asked for documents. 0: nobody is.
  add column vigilance_threshold_cents bigint not null default 500000,
  add column vigilance_percent integer not null default 80,
  -- Payouts wait for documents that are missing or have expired.
  add column vigilance_hold boolean not null default false,
  add constraint programme_settings_vigilance check (vigilance_threshold_cents >= 0 and vigilance_percent between 1 and 100);
grant select (vigilance_hold) on programme_settings to passerelle_partner;

alter table vigilance_documents enable row level security;
alter table vigilance_reminders enable row level security;
-- The system asks for what the amount of commissions asks for.
create policy system_reads on vigilance_documents for select to passerelle_system using (true);
create policy system_requests on vigilance_documents for insert to passerelle_system
  with check (status = 'requested' and requested_by is null);
create policy admin_reads on vigilance_documents for select to passerelle_admin using (true);
create policy admin_requests on vigilance_documents for insert to passerelle_admin
  with check (status = 'requested' and requested_by = app.user_id());
-- Nobody decides about a document of their own, or in the name of somebody else.
create policy admin_decides on vigilance_documents for update to passerelle_admin
  using (partner_id <> app.user_id()) with check (decided_by = app.user_id());
create policy own_reads on vigilance_documents for select to passerelle_partner using (partner_id = app.user_id());
create policy own_uploads on vigilance_documents for insert to passerelle_partner
  with check (partner_id = app.user_id() and status = 'received' and requested_at is null);
create policy own_answers on vigilance_documents for update to passerelle_partner
  using (partner_id = app.user_id()) with check (partner_id = app.user_id() and status = 'received');
create policy system_all on vigilance_reminders to passerelle_system using (true) with check (true);
grant select, insert on vigilance_documents to passerelle_system;
grant select, insert, update (status, decided_at, decided_by, refuse_reason) on vigilance_documents to passerelle_admin;
grant select, insert, update (status, received_at, file_id, issued_on, expires_on, security_code) on vigilance_documents
  to passerelle_partner;
grant select, insert on vigilance_reminders to passerelle_system;

alter policy own_uploads on files
  using (uploaded_by = app.user_id() and purpose in ('partner_invoice', 'partner_document'))
  with check (uploaded_by = app.user_id() and purpose in ('partner_invoice', 'partner_document'));

-- Adds to the values that there are, whatever they are by now.
do $$
declare
  purposes text := pg_get_constraintdef(oid) from pg_constraint where conname = 'files_purpose';
begin
  alter table files drop constraint files_purpose;
  execute 'alter table files add constraint files_purpose ' || replace(purposes, 'ARRAY[', 'ARRAY[''partner_document''::text, ');
end $$;

-- Of what was asked for or verified: the documents that do not count on a day, with the last day on which one did.
create function app.lacking_documents(day date)
  returns table (partner_id uuid, kind text, label text, ended_on date, requested_on timestamptz, is_received boolean)
  language sql stable set search_path = public, pg_temp as $$
  select d.partner_id, d.kind, min(d.label), max(d.expires_on) filter (where d.status = 'verified'),
    max(d.requested_at) filter (where d.status <> 'withdrawn'), bool_or(d.status = 'received')
  from vigilance_documents d
  group by d.partner_id, d.kind, lower(d.label)
  having bool_or(d.status = 'verified' or (d.requested_at is not null and d.status <> 'withdrawn'))
    and not bool_or(d.status = 'verified' and (d.expires_on is null or d.expires_on >= day))
$$;

create function app.payout_waits_for_documents() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  -- The day is the provider's; in no time zone is it earlier than this one.
  if (select vigilance_hold from programme_settings)
      and exists (
        select from app.lacking_documents((new.approved_at - interval '14 hours')::date) l where l.partner_id = new.partner_id) then
    raise exception 'a payout waits for documents' using errcode = 'check_violation', constraint = 'payouts_vigilance';
  end if;
  return new;
end $$;
create trigger payout_waits_for_documents before update of status on payouts
  for each row when (old.status = 'issued' and new.status = 'approved') execute function app.payout_waits_for_documents();
