-- Work after a change that was given up: staff see it and may start it again.

create table failed_jobs (
  id uuid primary key,
  name text not null,
  data jsonb not null,
  -- Why the last attempt failed.
  error text not null,
  attempts integer not null,
  failed_at timestamptz not null,
  -- Housekeeping that fails every hour is one failure.
  constraint failed_jobs_once unique (name, data)
);
alter table failed_jobs enable row level security;
create policy system_all on failed_jobs to passerelle_system using (true) with check (true);
create policy admin_reads on failed_jobs for select to passerelle_admin using (true);
create policy admin_settles on failed_jobs for delete to passerelle_admin using (true);
grant select, insert, update, delete on failed_jobs to passerelle_system;
grant select, delete on failed_jobs to passerelle_admin;
