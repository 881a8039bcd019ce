-- Documents that the provider draws up when it issues a payout: self-billed invoices (389) and credit notes (261) in the name of
-- partners who gave a mandate (CGI art. 289, I-2), and receipts of individuals. They are written once and stay.

-- The mandate is a contract: the same templates, pages, seal and evidence.
alter table contracts
  drop constraint contracts_type,
  add constraint contracts_type check (contract_type in ('main', 'amendment', 'mandate')),
  -- Days in which the partner may contest an invoice, as the mandate says; null for other contracts.
  add column contest_days integer,
  add constraint contracts_contest_days check ((contest_days is not null) = (contract_type = 'mandate') and contest_days between 0 and 90);
create index contracts_mandates on contracts (user_id, created_at desc, id desc) where contract_type = 'mandate';
alter table contract_templates
  drop constraint contract_templates_kind,
  add constraint contract_templates_kind check (kind in ('main', 'amendment', 'mandate'));

-- Of several mandates the newest one counts, as of main contracts. In force: signed electronically and not revoked, which makes it
-- pending again. Runs with the caller's rights.
create function app.mandate_in_force(person uuid) returns table (id uuid, reference text, signed_at timestamptz, contest_days integer)
  language sql stable set search_path = public, pg_temp
  begin atomic
    select c.id, s.reference, c.signed_at, c.contest_days
    from (
      select * from public.contracts m where m.user_id = person and m.contract_type = 'mandate'
      order by m.created_at desc, m.id desc limit 1
    ) c
    join public.signatures s on s.contract_id = c.id and s.role = 'partner' and s.revoked_at is null
    where c.status = 'signe' and c.signing_method = 'electronic';
  end;

-- What stands for a partner in the numbers of its documents: 'AF-0042-2026-00001'. Given once.
create table invoice_codes (
  partner_id uuid primary key references profiles,
  code integer not null,
  constraint invoice_codes_once unique (code),
  constraint invoice_codes_positive check (code > 0)
);

create table invoices (
  id uuid primary key,
  payout_id uuid not null references payouts,
  partner_id uuid not null references profiles,
  kind text not null,
  -- 'AF-0042-2026', one for each partner and year; receipts have their own, 'RC-0042-2026'.
  series text not null,
  number integer not null,
  reference text not null generated always as (series || '-' || lpad(number::text, 5, '0')) stored,
  issued_on date not null,
  issued_at timestamptz not null,
  issued_by uuid not null references profiles,
  -- The invoice that a credit note takes back from.
  corrects_id uuid references invoices,
  -- The mandate that was in force; null for receipts.
  mandate_id uuid references contracts,
  vat_case text,
  -- Percent.
  vat_rate numeric(4, 2) not null default 0,
  net_cents bigint not null,
  vat_cents bigint not null default 0,
  total_cents bigint not null generated always as (net_cents + vat_cents) stored,
  -- All that the document says but the account, which staff may not read.
  content jsonb not null,
  -- The account that it is paid to, as it was; on invoices alone.
  iban_encrypted text,
  constraint invoices_kind check (kind in ('invoice', 'credit_note', 'receipt')),
  constraint invoices_number_once unique (series, number),
  constraint invoices_reference_once unique (reference),
  constraint invoices_reference check (reference ~ '^[A-Za-z0-9/_+-]{1,35}$'),
  constraint invoices_series check (
    series ~ case kind when 'receipt' then '^RC-[0-9]{4,10}-[0-9]{4}$' else '^AF-[0-9]{4,10}-[0-9]{4}$' end
    and right(series, 4)::integer = extract(year from issued_on)),
  constraint invoices_corrects check ((kind = 'credit_note') = (corrects_id is not null)),
  constraint invoices_mandate check ((kind = 'receipt') = (mandate_id is null)),
  constraint invoices_vat_case check (
    case kind when 'receipt' then vat_case is null else vat_case is not null end
    and vat_case in ('standard', 'franchise', 'reverse_charge')),
  constraint invoices_vat check (
    coalesce(vat_case = 'standard', false) = (vat_rate > 0) and vat_cents = round(net_cents * vat_rate / 100)),
  constraint invoices_net check (net_cents > 0)
);
create index invoices_newest on invoices (issued_at desc, id desc);
create index invoices_by_partner on invoices (partner_id, issued_at desc, id desc);
create index invoices_by_payout on invoices (payout_id);
create index invoices_by_corrected on invoices (corrects_id) where corrects_id is not null;
create index invoices_by_mandate on invoices (mandate_id) where mandate_id is not null;

-- Which commissions a document is about: positive on invoices and credit notes, signed on receipts. A clawback of what was not
-- invoiced yet is part of its commission's line.
create table invoice_lines (
  invoice_id uuid not null references invoices,
  position integer not null,
  commission_id uuid not null references commissions,
  net_cents bigint not null,
  primary key (invoice_id, position),
  constraint invoice_lines_once unique (invoice_id, commission_id),
  constraint invoice_lines_values check (position > 0 and net_cents <> 0)
);
create index invoice_lines_by_commission on invoice_lines (commission_id);

-- The sealed PDF, made after the commit, and the XML that is in it; receipts have none.
create table invoice_files (
  invoice_id uuid primary key references invoices,
  file_id uuid not null references files,
  xml_file_id uuid references files,
  made_at timestamptz not null,
  constraint invoice_files_once unique (file_id),
  constraint invoice_files_xml_once unique (xml_file_id)
);

-- The next number of its series, on no earlier day than the one before, under a mandate in force, which is not revoked meanwhile.
create function app.prepare_invoice() returns trigger
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
  new.iban_encrypted := case when new.kind = 'invoice' then
    (select b.iban_encrypted from payment_infos b where b.partner_id = new.partner_id) end;
  return new;
end $$;
create trigger prepare_invoice before insert on invoices for each row execute function app.prepare_invoice();

create function app.invoice_stays() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'an issued document is never changed' using errcode = 'check_violation', constraint = 'invoices_final';
end $$;
create trigger invoice_stays before update or delete on invoices for each row execute function app.invoice_stays();
create trigger invoice_line_stays before update or delete on invoice_lines for each row execute function app.invoice_stays();
create trigger invoice_file_stays before update or delete on invoice_files for each row execute function app.invoice_stays();

-- A document is the sum of its lines, which are about commissions of its partner. Credit notes take back at most what their invoice
-- says, at its rate; those of cancelled payouts do not count, but for the ones that cancel the invoice's own.
create function app.check_invoice() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'invoice_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
begin
  if exists (
    select from invoices i
      join payouts p on p.id = i.payout_id
      cross join lateral (
        select coalesce(sum(l.net_cents), 0) as cents,
          coalesce(bool_and(c.partner_id = i.partner_id and (l.net_cents > 0 or i.kind = 'receipt')), false) as fits
        from invoice_lines l join commissions c on c.id = l.commission_id where l.invoice_id = i.id
      ) lines
      left join invoices o on o.id = i.corrects_id
      left join lateral (
        select coalesce(sum(k.net_cents), 0) as cents from invoices k join payouts q on q.id = k.payout_id
        where k.corrects_id = o.id and (q.status <> 'cancelled' or q.id = o.payout_id)
      ) credited on true
    where i.id = subject and (lines.cents <> i.net_cents or not lines.fits or p.partner_id <> i.partner_id
      or (o.id is not null and (credited.cents > o.net_cents
        or (o.kind, o.partner_id, o.vat_case, o.vat_rate) is distinct from ('invoice', i.partner_id, i.vat_case, i.vat_rate))))
  ) then
    raise exception 'a document is the sum of its lines, and a credit note part of its invoice'
      using errcode = 'check_violation', constraint = 'invoices_reconcile';
  end if;
  return null;
end $$;
create constraint trigger check_invoice after insert on invoices deferrable initially deferred
  for each row execute function app.check_invoice();
create constraint trigger check_invoice_line after insert on invoice_lines deferrable initially deferred
  for each row execute function app.check_invoice();

-- A payout that is invoiced is its invoices less its credit notes, net and VAT; once cancelled, they leave nothing. A receipt is the
-- whole of its payout.
create function app.check_payout_documents() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'payout_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
begin
  if exists (
    select from payouts p
      cross join lateral (
        select count(*) filter (where i.kind = 'receipt') as receipts, count(*) filter (where i.kind <> 'receipt') as invoices,
          coalesce(sum(case i.kind when 'credit_note' then -i.net_cents else i.net_cents end), 0) as net,
          coalesce(sum(case i.kind when 'credit_note' then -i.vat_cents else i.vat_cents end), 0) as vat
        from invoices i where i.payout_id = p.id
      ) found
    where p.id = subject and (
      (found.invoices > 0 and (found.receipts > 0
        or found.net <> case p.status when 'cancelled' then 0 else p.net_cents end
        or found.vat <> case p.status when 'cancelled' then 0 else p.vat_cents end))
      or (found.receipts > 0 and (found.receipts > 1 or found.net <> p.net_cents or p.vat_cents <> 0)))
  ) then
    raise exception 'a payout is the sum of its documents'
      using errcode = 'check_violation', constraint = 'payouts_documents';
  end if;
  return null;
end $$;
create constraint trigger check_payout_documents after update of status on payouts deferrable initially deferred
  for each row execute function app.check_payout_documents();
create constraint trigger check_payout_of_invoice after insert on invoices deferrable initially deferred
  for each row execute function app.check_payout_documents();

-- A credit note has the VAT of the invoice that it takes back from, which may be more than that of what is earned now.
alter table payouts
  drop constraint payouts_amounts,
  add constraint payouts_amounts check (net_cents > 0 and net_cents + vat_cents > 0 and commission_count > 0);

-- What its partner contests is not approved, be it accepted or not.
create function app.check_uncontested() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from commissions c where c.payout_id = new.id and c.disputed) then
    raise exception 'a payout with a contested commission is not approved'
      using errcode = 'check_violation', constraint = 'payouts_contested';
  end if;
  return new;
end $$;
create trigger check_uncontested before update of status on payouts
  for each row when (old.status = 'issued' and new.status = 'approved') execute function app.check_uncontested();

alter table invoice_codes enable row level security;
alter table invoices enable row level security;
alter table invoice_lines enable row level security;
alter table invoice_files enable row level security;

create policy system_reads on invoice_codes for select to passerelle_system using (true);
create policy admin_all on invoice_codes to passerelle_admin using (true) with check (true);
create policy system_reads on invoices for select to passerelle_system using (true);
create policy admin_reads on invoices for select to passerelle_admin using (true);
create policy admin_issues on invoices for insert to passerelle_admin
  with check (issued_by = app.user_id() and partner_id <> app.user_id());
create policy own_reads on invoices for select to passerelle_partner using (partner_id = app.user_id());
create policy system_reads on invoice_lines for select to passerelle_system using (true);
create policy admin_reads on invoice_lines for select to passerelle_admin using (true);
create policy admin_issues on invoice_lines for insert to passerelle_admin
  with check (exists (select from invoices i where i.id = invoice_id and i.issued_by = app.user_id()));
create policy own_reads on invoice_lines for select to passerelle_partner
  using (exists (select from invoices i where i.id = invoice_id));
create policy system_all on invoice_files to passerelle_system using (true) with check (true);
create policy admin_reads on invoice_files for select to passerelle_admin using (true);
create policy own_reads on invoice_files for select to passerelle_partner
  using (exists (select from invoices i where i.id = invoice_id));

-- Documents are neither changed nor deleted. Staff issue them without reading the account.
grant select on invoice_codes to passerelle_system;
grant select, insert on invoice_codes to passerelle_admin;
grant select on invoices, invoice_lines to passerelle_system;
grant select (id, payout_id, partner_id, kind, series, number, reference, issued_on, issued_at, issued_by, corrects_id, mandate_id,
  vat_case, vat_rate, net_cents, vat_cents, total_cents, content) on invoices to passerelle_admin, passerelle_partner;
grant insert on invoices to passerelle_admin;
grant select, insert on invoice_lines to passerelle_admin;
grant select, insert on invoice_files to passerelle_system;
grant select on invoice_files to passerelle_admin, passerelle_partner;
grant select on invoice_lines to passerelle_partner;

create policy through_invoices on files for select to passerelle_partner
  using (exists (select from invoice_files f where files.id in (f.file_id, f.xml_file_id)));

-- Adds to the purposes that there are, whatever they are by now.
do $$
declare
  purposes text := pg_get_constraintdef(oid) from pg_constraint where conname = 'files_purpose';
begin
  alter table files drop constraint files_purpose;
  execute 'alter table files add constraint files_purpose ' || replace(purposes, 'ARRAY[', 'ARRAY[''invoice''::text, ');
end $$;
