-- Oldest version that may run on it: 0.3.0-dev
-- Files that people bring: their rows are staged, checked, and applied in batches. One table for every kind of file.
create table imports (
  id uuid primary key,
  kind text not null,
  state text not null default 'staging',
  brought_by uuid not null references profiles,
  -- Whose own import of leads it is; null: it is one of staff.
  partner_id uuid references partners,
  file_name text not null,
  -- SHA-256 of the file, by which an interrupted import knows it again.
  file_hash text not null,
  -- The tool that the file is of, as the page has recognised it; empty where it has not.
  tool text not null,
  row_count integer not null,
  -- What is said for all rows: the partner of rows that name none, whether known clients are added too.
  settings jsonb not null default '{}',
  -- The proof of who they are that whoever brought it gave when it was applied.
  confirmed boolean not null default false,
  -- The number of the last row that was applied: a server that goes on begins behind it.
  mark integer not null default 0,
  -- How many rows there were of each outcome, once they were applied; the rows themselves go after a month.
  counts jsonb not null default '{}',
  created_at timestamptz not null,
  applied_at timestamptz,
  ended_at timestamptz,
  undone_at timestamptz,
  undone_by uuid references profiles,
  constraint imports_kind check (kind in ('leads', 'partners', 'client_payments')),
  constraint imports_state check (state in ('staging', 'applying', 'stopped', 'done', 'undone')),
  constraint imports_own_leads check (partner_id is null or kind = 'leads'),
  constraint imports_file_name check (length(file_name) between 1 and 255),
  constraint imports_file_hash check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint imports_tool check (length(tool) <= 60),
  constraint imports_row_count check (row_count between 1 and 50000),
  constraint imports_undone check ((state = 'undone') = (undone_at is not null) and (undone_at is null) = (undone_by is null))
);
create index imports_newest on imports (created_at desc, id desc);

-- The mapped cells of each row, what the check says of it, and the record that it became.
create table import_rows (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  cells jsonb not null,
  outcome text not null,
  messages jsonb not null default '[]',
  -- What the check read; null where it could not.
  read jsonb,
  -- By which the row is known again in another file, and what it said.
  row_key text not null,
  content text not null,
  -- By what later rows of the file are told to be of the same client, person or lead.
  marks text[] not null default '{}',
  record_id uuid,
  primary key (import_id, number),
  constraint import_rows_number check (number > 0),
  constraint import_rows_outcome check (outcome in ('ready', 'imported', 'refused', 'duplicate', 'known', 'repeated')),
  constraint import_rows_imported check ((outcome = 'imported') = (record_id is not null))
);
create index import_rows_content on import_rows (import_id, content);

-- Each row of a file is here once: who brings it again, in a longer file or at the same moment, is told so.
create table imported_rows (
  kind text not null,
  -- Whose own rows these are; the zero id for those of staff.
  scope uuid not null,
  row_key text not null,
  content text not null,
  record_id uuid,
  import_id uuid not null references imports,
  primary key (kind, scope, row_key)
);
create index imported_rows_of_import on imported_rows (import_id);

-- How files with these titles were mapped the last time, by whom.
create table import_mappings (
  id uuid primary key,
  kind text not null,
  partner_id uuid references partners,
  titles_hash text not null,
  titles jsonb not null,
  mapping jsonb not null,
  saved_by uuid not null references profiles,
  saved_at timestamptz not null,
  constraint import_mappings_kind check (kind in ('leads', 'partners', 'client_payments')),
  constraint import_mappings_titles_hash check (titles_hash ~ '^[0-9a-f]{64}$'),
  constraint import_mappings_once unique nulls not distinct (kind, partner_id, titles_hash)
);

alter table imports enable row level security;
alter table import_rows enable row level security;
alter table imported_rows enable row level security;
alter table import_mappings enable row level security;

-- Administrators read what anybody has staged.
create function app.is_administrator() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from user_roles r where r.user_id = app.user_id() and r.staff_role = 'administrator');
end $$;
revoke execute on function app.is_administrator() from public;
grant execute on function app.is_administrator() to passerelle_admin;

create policy system_all on imports to passerelle_system using (true) with check (true);
create policy staff_all on imports to passerelle_admin
  using (brought_by = app.user_id() or (select app.is_administrator()))
  with check (brought_by = app.user_id() or (select app.is_administrator()));
create policy own_all on imports to passerelle_partner using (brought_by = app.user_id() and partner_id = app.partner_id())
  with check (brought_by = app.user_id() and partner_id = app.partner_id());
create policy right_to_discard on imports as restrictive for delete to passerelle_admin using (
  kind = 'leads' and (select app.has_right('leads')) or kind = 'partners' and (select app.has_right('partners'))
  or kind = 'client_payments' and (select app.has_right('money')));
create policy rights on imports as restrictive to passerelle_admin using (true) with check (
  kind = 'leads' and (select app.has_right('leads')) or kind = 'partners' and (select app.has_right('partners'))
  or kind = 'client_payments' and (select app.has_right('money')));

create policy system_all on import_rows to passerelle_system using (true) with check (true);
create policy of_import on import_rows to passerelle_admin, passerelle_partner
  using (import_id in (select i.id from imports i)) with check (import_id in (select i.id from imports i));
create policy rights on import_rows as restrictive to passerelle_admin using (true)
  with check (exists (select from imports i where i.id = import_id and (
  i.kind = 'leads' and (select app.has_right('leads')) or i.kind = 'partners' and (select app.has_right('partners'))
  or i.kind = 'client_payments' and (select app.has_right('money')))));

create policy system_all on imported_rows to passerelle_system using (true) with check (true);
-- An administrator undoes what a partner has brought.
create policy staff_all on imported_rows to passerelle_admin
  using (scope = '00000000-0000-0000-0000-000000000000' or (select app.is_administrator()))
  with check (scope = '00000000-0000-0000-0000-000000000000');
create policy rights on imported_rows as restrictive to passerelle_admin using (true) with check (
  kind = 'leads' and (select app.has_right('leads')) or kind = 'partners' and (select app.has_right('partners'))
  or kind = 'client_payments' and (select app.has_right('money')));
create policy right_to_delete on imported_rows as restrictive for delete to passerelle_admin using (
  kind = 'leads' and (select app.has_right('leads')) or kind = 'partners' and (select app.has_right('partners'))
  or kind = 'client_payments' and (select app.has_right('money')));
create policy own_all on imported_rows to passerelle_partner using (scope = app.partner_id() and kind = 'leads')
  with check (scope = app.partner_id() and kind = 'leads');

create policy staff_all on import_mappings to passerelle_admin using (partner_id is null)
  with check (partner_id is null and saved_by = app.user_id());
create policy rights on import_mappings as restrictive to passerelle_admin using (true) with check (
  kind = 'leads' and (select app.has_right('leads')) or kind = 'partners' and (select app.has_right('partners'))
  or kind = 'client_payments' and (select app.has_right('money')));
create policy rights_to_forget on import_mappings as restrictive for delete to passerelle_admin using (
  kind = 'leads' and (select app.has_right('leads')) or kind = 'partners' and (select app.has_right('partners'))
  or kind = 'client_payments' and (select app.has_right('money')));
create policy own_all on import_mappings to passerelle_partner using (partner_id = app.partner_id() and kind = 'leads')
  with check (partner_id = app.partner_id() and kind = 'leads' and saved_by = app.user_id());

grant select, insert, delete, update (state, settings, confirmed, mark, counts, applied_at, ended_at, undone_at, undone_by)
  on imports to passerelle_admin, passerelle_partner;
grant select, delete, update (state, settings, mark, counts, ended_at, undone_at, undone_by) on imports to passerelle_system;
grant select, insert, update (outcome, messages, record_id) on import_rows to passerelle_admin, passerelle_partner;
grant select, delete, update (outcome, messages, record_id) on import_rows to passerelle_system;
grant select, insert, delete, update (record_id) on imported_rows to passerelle_admin, passerelle_partner;
grant select, insert, delete, update (record_id) on imported_rows to passerelle_system;
grant select, insert, delete, update (titles, mapping, saved_by, saved_at) on import_mappings to passerelle_admin, passerelle_partner;

-- What a file brings is news to nobody.
do $$ begin
  execute replace(pg_get_functiondef('app.mark_unread()'::regprocedure), 'where e.seq > head.marked_events',
    'where e.seq > head.marked_events and coalesce(e.request_id, '''') not like ''import %''');
end $$;

-- Leads that are signed as they are added: as in every command, partners are locked first, then the sums of their commissions.
create function app.lock_commission_stats(ids uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  locked uuid[] := array(select p.id from partners p
    where p.id = any (ids) and (not app.is_partner(current_setting('role')) or p.id = app.partner_id()));
begin
  perform app.lock_partners(locked);
  insert into commission_stats (partner_id, status)
    select l.id, 'en_attente' from unnest(locked) l (id) order by 1 on conflict do nothing;
  perform from commission_stats where partner_id = any (locked) order by partner_id, status for update;
end $$;
revoke execute on function app.lock_commission_stats(uuid[]) from public;
grant execute on function app.lock_commission_stats(uuid[]) to passerelle_admin, passerelle_partner, passerelle_system;
