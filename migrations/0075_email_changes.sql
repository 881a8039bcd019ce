-- A partner's address as staff correct it: the new one counts once whoever reads it has confirmed.

create table email_changes (
  id uuid primary key,
  user_id uuid not null references profiles,
  old_email text not null,
  new_email text not null,
  requested_by uuid not null references profiles,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  withdrawn_at timestamptz,
  constraint email_changes_lower check (new_email = lower(new_email)),
  constraint email_changes_one_outcome check (confirmed_at is null or withdrawn_at is null)
);
create unique index email_changes_one_open on email_changes (user_id) where confirmed_at is null and withdrawn_at is null;
create index email_changes_by_user on email_changes (user_id);

alter table email_changes enable row level security;
create policy system_all on email_changes to passerelle_system using (true) with check (true);
create policy admin_reads on email_changes for select to passerelle_admin using (true);
create policy admin_asks on email_changes for insert to passerelle_admin
  with check (requested_by = app.user_id() and confirmed_at is null and withdrawn_at is null);
create policy admin_withdraws on email_changes for update to passerelle_admin
  using (confirmed_at is null and withdrawn_at is null) with check (withdrawn_at is not null);
create policy rights on email_changes as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners')));
grant select, update (confirmed_at) on email_changes to passerelle_system;
grant select, insert, update (withdrawn_at) on email_changes to passerelle_admin;

create or replace function app.remove_staff_records(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('partners', 'team') then
    raise exception 'removing what staff keep needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from profiles where user_id = person and deleted_at is not null) then
    raise exception 'only of people who were deleted' using errcode = 'check_violation', constraint = 'staff_records_of_deleted';
  end if;
  delete from partner_notes where partner_id = person;
  delete from last_visits where user_id = person;
  delete from email_changes where user_id = person;
end $$;

-- How many sessions a deletion would end: staff see the number and never the sessions.
create function app.open_sessions(person uuid, at timestamptz) returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('partners', 'team') then
    raise exception 'counting sessions needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  return (select count(*) from auth.sessions where user_id = person and expires_at > at);
end $$;
revoke all on function app.open_sessions(uuid, timestamptz) from public;
grant execute on function app.open_sessions(uuid, timestamptz) to passerelle_admin;
