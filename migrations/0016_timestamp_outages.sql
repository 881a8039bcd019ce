-- A time-stamp authority that does not answer. While its row is here, every server seals without it; a job asks it again.
create table timestamp_outages (
  url text primary key,
  since timestamptz not null,
  -- Why the last request failed.
  reason text not null,
  checked_at timestamptz not null
);
alter table timestamp_outages enable row level security;
create policy system_all on timestamp_outages to passerelle_system using (true) with check (true);
grant select, insert, update, delete on timestamp_outages to passerelle_system;
