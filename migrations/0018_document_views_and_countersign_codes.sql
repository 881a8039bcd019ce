-- What a signer opened before signing, and the one-time code of whoever counter-signs.

-- The server sends a document (or leads to a link) and notes it here; how far it was read is told by the reader in the page.
create table document_views (
  id uuid primary key,
  contract_id uuid not null references contracts on delete cascade,
  user_id uuid not null references profiles,
  -- Empty for a link, whose content the portal does not hold.
  document_sha256 text not null,
  way text not null,
  -- The session that asked; it may end and be forgotten.
  session_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Pages that the reader showed, and of how many; null where nothing was shown page by page.
  pages_shown integer[],
  page_count integer,
  constraint document_views_way check (way in ('opened', 'downloaded', 'link')),
  constraint document_views_pages check ((pages_shown is null) = (page_count is null)),
  constraint document_views_order check (first_at <= last_at)
);
create index document_views_by_contract on document_views (contract_id, user_id, document_sha256);

-- One code counter-signs all the contracts it was asked for. The digits are not stored: they follow from the server's
-- secret and this row.
create table countersign_codes (
  id uuid primary key,
  user_id uuid not null references profiles,
  -- The partners' signatures that it counter-signs: one that is revoked meanwhile is not among them any more.
  signature_ids uuid[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- When it was first given rightly: a batch may then take longer than the code lives.
  checked_at timestamptz,
  constraint countersign_codes_tries check (tries between 0 and 5),
  constraint countersign_codes_some check (cardinality(signature_ids) between 1 and 200)
);
create index countersign_codes_newest on countersign_codes (user_id, created_at desc);

alter table signatures add column countersign_code_id uuid references countersign_codes;

alter table document_views enable row level security;
alter table countersign_codes enable row level security;
create policy system_all on document_views to passerelle_system using (true) with check (true);
create policy system_all on countersign_codes to passerelle_system using (true) with check (true);
create policy admin_reads on document_views for select to passerelle_admin using (true);
create policy own_reads on document_views for select to passerelle_partner using (user_id = app.user_id());
grant select, insert, update, delete on document_views, countersign_codes to passerelle_system;
grant select on document_views to passerelle_admin, passerelle_partner;
