-- What a new portal still has to be set up with, on the staff's overview. What follows from other records is not kept here.
create table setup_checklist (
  -- One row.
  id boolean primary key default true,
  tiers_seen_at timestamptz,
  -- The last test mail, and what the mail server said when it refused it.
  mail_tested_at timestamptz,
  mail_error text,
  dismissed_at timestamptz,
  constraint setup_checklist_one_row check (id),
  constraint setup_checklist_mail check (mail_error is null or mail_tested_at is not null)
);
-- A portal with partners was set up without it.
insert into setup_checklist (dismissed_at) select min(c.created_at) from contracts c;

alter table setup_checklist enable row level security;
create policy system_all on setup_checklist to passerelle_system using (true) with check (true);
create policy admin_all on setup_checklist to passerelle_admin using (true) with check (true);
create policy rights on setup_checklist as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));
grant select, update on setup_checklist to passerelle_system, passerelle_admin;
