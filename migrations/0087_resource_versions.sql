-- A resource has versions, of which partners get the newest; what a partner has opened is not marked for them.
alter table resources
  add column version integer not null default 1,
  -- When the newest version replaced the one before; null: it is the first.
  add column revised_at timestamptz,
  -- What changed with it.
  add column change_note text,
  add constraint resources_version check (version >= 1),
  add constraint resources_revised check ((version > 1) = (revised_at is not null) and (version > 1) = (change_note is not null)),
  add constraint resources_change_note_length check (length(change_note) between 1 and 500);

-- Versions that were replaced, for staff.
create table resource_versions (
  resource_id uuid not null references resources on delete cascade,
  version integer not null,
  file_id uuid references files,
  link text,
  change_note text,
  published_at timestamptz not null,
  replaced_at timestamptz not null,
  replaced_by uuid references profiles,
  primary key (resource_id, version),
  constraint resource_versions_document check (num_nonnulls(file_id, link) = 1)
);
create index resource_versions_by_file on resource_versions (file_id);

-- Which version a partner has opened last.
create table resource_opens (
  user_id uuid not null references profiles on delete cascade,
  resource_id uuid not null references resources on delete cascade,
  version integer not null,
  opened_at timestamptz not null,
  primary key (user_id, resource_id)
);
create index resource_opens_by_resource on resource_opens (resource_id);

alter table resource_versions enable row level security;
alter table resource_opens enable row level security;
create policy system_all on resource_versions to passerelle_system using (true) with check (true);
create policy admin_all on resource_versions to passerelle_admin using (true) with check (true);
create policy rights on resource_versions as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('resources')));
create policy right_to_delete on resource_versions as restrictive for delete to passerelle_admin
  using ((select app.has_right('resources')));
create policy own on resource_opens to passerelle_partner using (user_id = app.user_id()) with check (user_id = app.user_id());
grant select on resource_versions to passerelle_system;
grant select, insert, delete on resource_versions to passerelle_admin;
grant select, insert, update (version, opened_at) on resource_opens to passerelle_partner;
