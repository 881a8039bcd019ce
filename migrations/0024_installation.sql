-- Which files and which secret belong to this database: one row, written by the first start. A server with other files or
-- another secret does not start: it would answer without documents, or with links and bank details that it cannot read.
create table installation (
  -- One row.
  id boolean primary key default true,
  -- The mark in the file store.
  store_mark uuid not null,
  -- What the secret signs; the secret itself cannot be told from it.
  secret_fingerprint text not null,
  constraint installation_one_row check (id)
);
alter table installation enable row level security;
create policy system_all on installation to passerelle_system using (true) with check (true);
grant select, insert, update on installation to passerelle_system;
