-- Whoever was an owner of a company before is told of those who become an owner or an accountant of it, and may object: what they
-- have become waits then, as `held_role`, until staff have answered.
alter table partner_members
  add column held_role text,
  add constraint partner_members_held check (held_role is null or (held_role in ('owner', 'accountant') and role = 'member'));
grant update (held_role) on partner_members to passerelle_system;

create table appointments (
  id uuid primary key,
  partner_id uuid not null references partners (id) on delete cascade,
  person_id uuid not null references profiles (user_id),
  act text not null,
  -- What the person was before, where a role was changed.
  role_before text,
  saw_amounts boolean,
  -- Whom the provider dealt with before.
  main_before uuid references profiles (user_id),
  change_id uuid references email_changes (id) on delete set null,
  made_by uuid not null references profiles (user_id),
  made_at timestamptz not null,
  objected_by uuid references profiles (user_id),
  objected_at timestamptz,
  answered_by uuid references profiles (user_id),
  answered_at timestamptz,
  kept boolean,
  constraint appointments_act check (act in ('invited', 'role', 'moved', 'main', 'address')),
  constraint appointments_role_before check (role_before in ('owner', 'manager', 'member', 'accountant')),
  constraint appointments_objection check ((objected_at is null) = (objected_by is null)),
  constraint appointments_answer check (
    (answered_at is null) = (answered_by is null) and (answered_at is null) = (kept is null)
    and (answered_at is null or objected_at is not null)
  )
);
create index appointments_by_partner on appointments (partner_id);
create index appointments_by_person on appointments (person_id);
create index appointments_by_change on appointments (change_id);
alter table appointments enable row level security;
create policy admin_makes on appointments for insert to passerelle_admin
  with check (made_by = app.user_id() and objected_at is null);
create policy admin_reads on appointments for select to passerelle_admin using (true);
create policy rights on appointments as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners')) and (select app.has_right('money')));
create policy system_all on appointments to passerelle_system using (true) with check (true);
grant select, insert on appointments to passerelle_admin, passerelle_system;
grant update (objected_by, objected_at, answered_by, answered_at, kept) on appointments to passerelle_system;

-- Each owner who is told has a link of their own.
create table appointment_notices (
  id uuid primary key,
  appointment_id uuid not null references appointments (id) on delete cascade,
  user_id uuid not null references profiles (user_id)
);
create unique index appointment_notices_once on appointment_notices (appointment_id, user_id);
create index appointment_notices_by_person on appointment_notices (user_id);
alter table appointment_notices enable row level security;
create policy admin_makes on appointment_notices for insert to passerelle_admin with check (true);
create policy rights on appointment_notices as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners')) and (select app.has_right('money')));
create policy system_all on appointment_notices to passerelle_system using (true) with check (true);
grant insert on appointment_notices to passerelle_admin;
grant select, insert on appointment_notices to passerelle_system;
grant update (withdrawn_at) on email_changes to passerelle_system;

-- An owner whose role waits is one all the same for the company, which has nobody else perhaps.
create or replace function app.keep_an_owner() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  company uuid;
  main_person uuid;
begin
  if tg_table_name = 'partners' then
    company := new.id;
  else
    company := old.partner_id;
  end if;
  -- The next statement sees what a transaction has committed that held the lock before: two owners cannot remove each other, and
  -- nobody is chosen as the main person while they are ended.
  select main_person_id into main_person from partners where id = company and merged_into is null for update;
  if not found then
    return null;
  end if;
  if not exists (
    select from partner_members where partner_id = company and coalesce(held_role, role) = 'owner' and until is null
  ) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'partners_keep_an_owner';
  end if;
  if not exists (
    select from partner_members
    where partner_id = company and person_id = main_person and coalesce(held_role, role) = 'owner' and until is null
  ) then
    raise exception 'the main person is an owner' using errcode = 'check_violation', constraint = 'partners_main_person_owns';
  end if;
  if tg_table_name = 'partners' and tg_op = 'UPDATE' and not exists (
    select from profiles where user_id = main_person and joined_at is not null and deleted_at is null
  ) then
    raise exception 'the main person has come in' using errcode = 'check_violation', constraint = 'partners_main_person_joined';
  end if;
  return null;
end $$;
drop trigger keep_an_owner on partner_members;
create trigger keep_an_owner after delete or update on partner_members for each row
  when (coalesce(old.held_role, old.role) = 'owner' and old.until is null) execute function app.keep_an_owner();
