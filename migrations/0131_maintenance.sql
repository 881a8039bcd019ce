-- While there is a row, the portal answers nobody but its operator. Every server of the portal is told and reads it.
create table maintenance (
  -- One row.
  id boolean primary key default true,
  since timestamptz not null,
  -- Of the operator, for those who come meanwhile.
  message text not null default '',
  constraint maintenance_one_row check (id),
  constraint maintenance_message check (length(message) <= 500)
);
alter table maintenance enable row level security;
create policy system_all on maintenance to passerelle_system using (true) with check (true);
grant select, insert, update, delete on maintenance to passerelle_system;
