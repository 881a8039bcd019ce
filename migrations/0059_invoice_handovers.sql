-- Which invoices and credit notes were given to the provider's plateforme agréée, which transmits them: the portal is none.

create table invoice_handovers (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  handed_on date not null,
  -- To whom.
  platform text not null,
  -- What the platform calls it, or the transfer that it was part of; empty for none.
  reference text not null default '',
  recorded_at timestamptz not null,
  recorded_by uuid not null references profiles,
  -- Marked by mistake, or refused by the platform: the row stays, and the document may be handed over again.
  undone_at timestamptz,
  undone_by uuid references profiles,
  undo_reason text,
  constraint invoice_handovers_platform check (length(platform) between 1 and 100 and platform = btrim(platform)),
  constraint invoice_handovers_reference check (length(reference) <= 140),
  constraint invoice_handovers_undone check (
    (undone_at is null) = (undone_by is null) and (undone_at is null) = (undo_reason is null)
    and (undo_reason is null or length(undo_reason) between 2 and 500))
);
create unique index invoice_handovers_live_once on invoice_handovers (invoice_id) where undone_at is null;
create index invoice_handovers_by_invoice on invoice_handovers (invoice_id);
create index invoice_handovers_newest on invoice_handovers (recorded_at desc);

-- Receipts are no invoices, and a document that is not printed yet is nobody's to give.
create function app.check_handover() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from invoices i join invoice_files f on f.invoice_id = i.id
    where i.id = new.invoice_id and i.kind <> 'receipt' and i.issued_on <= new.handed_on
  ) then
    raise exception 'printed invoices and credit notes are handed over, and not before they were issued'
      using errcode = 'check_violation', constraint = 'invoice_handovers_possible';
  end if;
  return new;
end $$;
create trigger check_handover before insert on invoice_handovers for each row execute function app.check_handover();

alter table invoice_handovers enable row level security;
create policy admin_reads on invoice_handovers for select to passerelle_admin using (true);
create policy admin_records on invoice_handovers for insert to passerelle_admin
  with check (recorded_by = app.user_id() and undone_at is null);
create policy admin_undoes on invoice_handovers for update to passerelle_admin
  using (undone_at is null) with check (undone_by = app.user_id());
create policy own_reads on invoice_handovers for select to passerelle_partner
  using (undone_at is null and exists (select from invoices i where i.id = invoice_id));
grant select, insert, update (undone_at, undone_by, undo_reason) on invoice_handovers to passerelle_admin;
grant select on invoice_handovers to passerelle_partner;

-- Documents no longer name the account: IBANs are read where revealing them leaves an event.
create or replace function app.prepare_invoice() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_number integer;
  last_day date;
begin
  select i.number, i.issued_on into last_number, last_day from invoices i where i.series = new.series order by i.number desc limit 1;
  if new.number <> coalesce(last_number, 0) + 1 or new.issued_on < last_day then
    raise exception 'documents are numbered without a gap, in the order of their days'
      using errcode = 'check_violation', constraint = 'invoices_chronological';
  end if;
  if new.kind <> 'receipt' then
    perform from contracts c where c.id = new.mandate_id for share;
    if not exists (select from app.mandate_in_force(new.partner_id) m where m.id = new.mandate_id and m.signed_at <= new.issued_at) then
      raise exception 'an invoice in the name of a partner needs a mandate in force'
        using errcode = 'check_violation', constraint = 'invoices_mandate_in_force';
    end if;
  end if;
  return new;
end $$;
alter table invoices drop column iban_encrypted;

-- A mail of its own, when a bank spells the holder of an account differently. Adds to the kinds that there are.
do $$
declare
  kinds text := pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_choices_kinds';
begin
  alter table notification_choices drop constraint notification_choices_kinds;
  execute 'alter table notification_choices add constraint notification_choices_kinds '
    || replace(kinds, 'ARRAY[', 'ARRAY[''account_name_differs''::text, ');
end $$;
