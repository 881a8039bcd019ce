-- Receipts of registrations: sealed PDFs that say who brought which company when, and where that stands in the journal. One is made
-- when it is first asked for, and kept: also when its lead is deleted or handed over.
create table lead_receipts (
  -- Sixteen characters, printed on it and accepted by /verify.
  reference text primary key,
  lead_id uuid references leads on delete set null,
  partner_id uuid not null references profiles,
  -- What is printed.
  content jsonb not null,
  journal_seq bigint not null references journal,
  journal_hash bytea not null,
  file_id uuid not null references files,
  file_sha256 text not null,
  made_at timestamptz not null,
  constraint lead_receipts_reference check (reference ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint lead_receipts_once unique (lead_id, partner_id),
  constraint lead_receipts_hash check (length(journal_hash) = 32),
  constraint lead_receipts_file_sha256 check (file_sha256 ~ '^[0-9a-f]{64}$')
);
create index lead_receipts_by_file on lead_receipts (file_sha256);

-- Adds to the values that there are, whatever they are by now.
do $$
declare
  purposes text := pg_get_constraintdef(oid) from pg_constraint where conname = 'files_purpose';
begin
  alter table files drop constraint files_purpose;
  execute 'alter table files add constraint files_purpose ' || replace(purposes, 'ARRAY[', 'ARRAY[''lead_receipt''::text, ');
end $$;

alter table lead_receipts enable row level security;
-- Whoever sees the lead may have it made; the portal makes it.
create policy system_all on lead_receipts to passerelle_system using (true) with check (true);
grant select, insert on lead_receipts to passerelle_system;
