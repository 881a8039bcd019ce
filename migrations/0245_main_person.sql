-- Staff choose another main person of a partner: an owner of it who has come in. Who is the main person stays an owner, until
-- another one is chosen.
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
  select main_person_id into main_person from partners where id = company for update;
  if not found then
    return null;
  end if;
  if not exists (select from partner_members where partner_id = company and role = 'owner' and until is null) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'partners_keep_an_owner';
  end if;
  if not exists (
    select from partner_members
    where partner_id = company and person_id = main_person and role = 'owner' and until is null
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
create trigger keep_main_person after update of main_person_id on partners
  for each row when (old.main_person_id is distinct from new.main_person_id) execute function app.keep_an_owner();
