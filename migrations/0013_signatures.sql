-- Electronic signatures: how far a contract has come, the codes sent by mail, and the evidence of every signature.

alter table contracts
  -- What signing does with the document; null for contracts of before, judged when they are signed.
  add column sign_route text,
  add column remarks text[] not null default '{}',
  -- The contract that an amendment amends.
  add column amends_id uuid references contracts,
  add column opened_at timestamptz,
  add column code_sent_at timestamptz,
  add column declined_at timestamptz,
  add column decline_reason text,
  add column countersigned_at timestamptz,
  -- A picture of the paper, when staff validated by hand.
  add column scan_file_id uuid references files,
  add constraint contracts_sign_route check (sign_route in ('A', 'B', 'link')),
  add constraint contracts_declined check ((declined_at is null) = (decline_reason is null)),
  add constraint contracts_amends_main check (amends_id is null or contract_type = 'amendment');
alter table contracts drop constraint contracts_signed_by;
alter table contracts add constraint contracts_signed_by
  check ((signed_by is not null) = (status = 'signe') and signed_by in ('manual', 'electronic'));
create index contracts_by_amended on contracts (amends_id) where amends_id is not null;
create index contracts_by_scan on contracts (scan_file_id) where scan_file_id is not null;

-- What signing would do with an uploaded contract, judged when it came.
alter table files add column inspection jsonb;
alter table files drop constraint files_purpose;
alter table files add constraint files_purpose check (purpose in ('contract', 'resource', 'logo', 'scan', 'sealed'));

-- One-time codes. The six digits are not stored: they follow from the server's secret and this row, and so are bound to
-- the person, the contract and the very document.
create table signing_codes (
  id uuid primary key,
  contract_id uuid not null references contracts on delete cascade,
  user_id uuid not null references profiles,
  -- Empty for a link, whose content the portal does not hold.
  document_sha256 text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  constraint signing_codes_tries check (tries between 0 and 5)
);
create index signing_codes_newest on signing_codes (contract_id, user_id, created_at desc);

-- One row for each signature that was sealed; a revoked one stays, since it is evidence of what happened.
create table signatures (
  id uuid primary key,
  contract_id uuid not null references contracts,
  role text not null,
  signer_id uuid not null references profiles,
  -- Printed on the certificate, and the address of its public verification.
  reference text not null,
  signed_at timestamptz not null,
  -- Of the document before it was sealed; null for a link, whose content the portal does not hold.
  document_sha256 text,
  file_id uuid not null references files,
  file_sha256 text not null,
  level text not null,
  certificate_sha256 text not null,
  route text not null,
  evidence jsonb not null,
  -- The code that was checked; a repeated request finds its signature by it.
  code_id uuid references signing_codes,
  revoked_at timestamptz,
  constraint signatures_role check (role in ('partner', 'provider')),
  constraint signatures_level check (level in ('B-B', 'B-T')),
  constraint signatures_route check (route in ('A', 'B', 'link')),
  constraint signatures_reference_form check (reference ~ '^[0-9A-HJKMNP-TV-Z]{16}$')
);
create unique index signatures_once on signatures (contract_id, role) where revoked_at is null;
create index signatures_by_reference on signatures (reference);
create index signatures_by_file_hash on signatures (file_sha256);
create index signatures_by_file on signatures (file_id);

alter table signing_codes enable row level security;
alter table signatures enable row level security;
create policy system_all on signing_codes to passerelle_system using (true) with check (true);
create policy system_all on signatures to passerelle_system using (true) with check (true);
create policy admin_reads on signatures for select to passerelle_admin using (true);
create policy admin_revokes on signatures for update to passerelle_admin using (true) with check (true);
create policy own_reads on signatures for select to passerelle_partner
  using (exists (select 1 from contracts c where c.id = contract_id and c.user_id = app.user_id()));
grant select, insert, update, delete on signing_codes to passerelle_system;
-- Evidence is written once: nobody changes or deletes it, but for the mark that it was revoked.
grant select, insert, update (revoked_at) on signatures to passerelle_system;
grant select, update (revoked_at) on signatures to passerelle_admin;
grant select on signatures to passerelle_partner;

create policy through_signatures on files for select to passerelle_partner
  using (exists (select 1 from signatures s where s.file_id = files.id)
    or exists (select 1 from contracts c where c.scan_file_id = files.id));
