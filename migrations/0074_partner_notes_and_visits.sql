-- What staff know of a partner beside the partner's own records: their notes, and when the partner was last in the portal.

create table partner_notes (
  id uuid primary key,
  partner_id uuid not null references profiles,
  author_id uuid not null references profiles,
  body text not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  constraint partner_notes_body_length check (length(body) between 1 and 4000)
);
create index partner_notes_newest on partner_notes (partner_id, created_at desc, id desc);

-- No grant to partners: what staff write about a partner is for staff alone.
alter table partner_notes enable row level security;
create policy admin_reads on partner_notes for select to passerelle_admin using (true);
create policy author_writes on partner_notes for insert to passerelle_admin with check (author_id = app.user_id());
create policy author_edits on partner_notes for update to passerelle_admin
  using (author_id = app.user_id()) with check (author_id = app.user_id());
create policy author_deletes on partner_notes for delete to passerelle_admin using (author_id = app.user_id());
create policy rights on partner_notes as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners')));
create policy right_to_delete on partner_notes as restrictive for delete to passerelle_admin
  using ((select app.has_right('partners')));
grant select, insert, update (body, edited_at), delete on partner_notes to passerelle_admin;

-- A table of its own: a partner's profile is locked by changes of it, and read by everything else.
create table last_visits (
  user_id uuid primary key references profiles,
  seen_at timestamptz not null
);
alter table last_visits enable row level security;
create policy system_all on last_visits to passerelle_system using (true) with check (true);
create policy admin_reads on last_visits for select to passerelle_admin using (true);
grant select, insert, update (seen_at) on last_visits to passerelle_system;
grant select on last_visits to passerelle_admin;

-- Removes what the portal keeps about a deleted person for staff's use alone. Others' notes go too, which their policy would keep.
create function app.remove_staff_records(person uuid) returns void
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
end $$;
revoke all on function app.remove_staff_records(uuid) from public;
grant execute on function app.remove_staff_records(uuid) to passerelle_admin, passerelle_system;
