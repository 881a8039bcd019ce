-- What the plateforme agréée says of an invoice that was handed over to it. An invoice that it rejected, or that its receiver
-- refused, is void: a credit note that is kept and not transmitted takes it back, and a new invoice follows.

alter table invoices add column archive_only boolean not null default false,
  add constraint invoices_archive_only check (not archive_only or kind = 'credit_note');
create unique index invoices_voided_once on invoices (corrects_id) where archive_only;

create table invoice_platform_statuses (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  status text not null,
  -- The day that the platform gives.
  on_day date not null,
  -- Of a rejection or refusal.
  reason text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid not null references profiles,
  constraint invoice_platform_statuses_status check (status in ('deposited', 'rejected', 'refused', 'paid')),
  constraint invoice_platform_statuses_reason check (
    length(reason) <= 500 and (status in ('rejected', 'refused')) = (reason <> ''))
);
create index invoice_platform_statuses_newest on invoice_platform_statuses (invoice_id, recorded_at desc, id desc);

-- It is said of what was handed over and is not void, and not of a day before the hand-over.
create function app.check_platform_status() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from invoice_handovers h join invoices i on i.id = h.invoice_id
    where h.invoice_id = new.invoice_id and h.undone_at is null and h.handed_on <= new.on_day and not i.archive_only
      and not exists (select from invoices k where k.corrects_id = i.id and k.archive_only)
  ) then
    raise exception 'a platform says something of what was handed over to it, and nothing of what is void'
      using errcode = 'check_violation', constraint = 'invoice_platform_statuses_possible';
  end if;
  return new;
end $$;
create trigger check_platform_status before insert on invoice_platform_statuses
  for each row execute function app.check_platform_status();

alter table invoice_platform_statuses enable row level security;
create policy admin_reads on invoice_platform_statuses for select to passerelle_admin using (true);
create policy admin_records on invoice_platform_statuses for insert to passerelle_admin with check (recorded_by = app.user_id());
create policy own_reads on invoice_platform_statuses for select to passerelle_partner
  using (exists (select from invoices i where i.id = invoice_id));
create policy rights on invoice_platform_statuses as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
grant select, insert on invoice_platform_statuses to passerelle_admin;
grant select on invoice_platform_statuses to passerelle_partner;
grant select (archive_only) on invoices to passerelle_admin, passerelle_partner;

-- A program that passes invoices on may tell what the platform says.
insert into scope_rights (scope, right_name) values ('invoices:write', 'money');
