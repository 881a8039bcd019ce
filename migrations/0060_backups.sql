-- A backup reads the database at one moment and copies the files that it names then, which takes a while. A file that a record
-- lets go meanwhile stays for a day after that, so that the backup finds it.
alter table files add column released_at timestamptz;

-- Jobs that waited in the portal from which this database was restored or moved. The next start hands them to the queue, whose
-- own tables change with its library and are therefore not carried.
create table carried_jobs (
  id uuid primary key,
  name text not null,
  data jsonb not null,
  priority integer not null,
  start_after timestamptz not null
);
alter table carried_jobs enable row level security;
create policy system_all on carried_jobs to passerelle_system using (true) with check (true);
grant select, delete on carried_jobs to passerelle_system;
