-- Views of lists that a person keeps: filters, order and columns under a name, on every device of theirs.

create table saved_views (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  -- The path of the page, and what stands behind it in the address.
  page text not null,
  query text not null,
  name text not null,
  saved_at timestamptz not null,
  constraint saved_views_page check (page ~ '^/dashboard(/[a-z-]+)+$' and length(page) <= 100),
  constraint saved_views_query check (length(query) <= 2000),
  constraint saved_views_name check (name <> '' and length(name) <= 60),
  constraint saved_views_once unique (user_id, page, name)
);
alter table saved_views enable row level security;
create policy system_all on saved_views to passerelle_system using (true) with check (true);
create policy own on saved_views to passerelle_admin, passerelle_partner
  using (user_id = app.user_id()) with check (user_id = app.user_id());
grant select, delete on saved_views to passerelle_system;
grant select, insert, update (query, saved_at), delete on saved_views to passerelle_admin, passerelle_partner;

-- They go with the person.
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
  delete from saved_views where user_id = person;
end $$;
