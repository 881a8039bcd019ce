-- Staff move a person from one partner to another, split a partner and merge two. Whoever was merged keeps its id and its rows, has
-- no people any more and takes nothing new; its name stands still in a record of its own.

alter table partners
  add column merged_into uuid references partners,
  add column merged_at timestamptz,
  add constraint partners_merged check ((merged_into is null) = (merged_at is null) and merged_into <> id);
create index partners_by_successor on partners (merged_into) where merged_into is not null;
grant update (merged_into, merged_at) on partners to passerelle_system;

-- A partner that was merged has no owner to keep, and a record without access as its main person.
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

-- A merge is for ever, and goes into a partner that is there.
create function app.keep_merged() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.merged_into is not null then
    raise exception 'a merged partner stays as it is' using errcode = 'check_violation', constraint = 'partners_stay_merged';
  end if;
  perform from partners where id = new.merged_into and merged_into is null for key share;
  if not found then
    raise exception 'a partner is merged into one that is there' using errcode = 'check_violation',
      constraint = 'partners_merge_into_present';
  end if;
  return new;
end $$;
create trigger keep_merged before update of merged_into, merged_at, main_person_id on partners
  for each row when (old.merged_into is not null or new.merged_into is not null) execute function app.keep_merged();

create function app.keep_out_of_merged() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  successor uuid;
begin
  -- The lock waits for a merge that is under way, and the row is read as that has left it.
  select merged_into into successor from partners where id = new.partner_id for key share;
  if successor is not null then
    raise exception 'nobody joins a merged partner' using errcode = 'check_violation', constraint = 'partners_merged_closed';
  end if;
  return new;
end $$;
create trigger keep_out_of_merged before insert on partner_members
  for each row when (new.until is null) execute function app.keep_out_of_merged();

-- The record that keeps a merged partner's name says what its main person's did.
drop trigger rename_in_commissions on partners;
create trigger rename_in_commissions after update of main_person_id on partners
  for each row when (old.main_person_id is distinct from new.main_person_id and new.merged_into is null)
  execute function app.rename_in_commissions();

-- Who a partner is by now: itself, or whoever it was merged into, which may have been merged since.
create function app.partner_now(partner uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  with recursive line as (
    select id, merged_into from partners where id = partner
    union all
    select p.id, p.merged_into from line join partners p on p.id = line.merged_into
  )
  select id from line where merged_into is null
$$;
revoke execute on function app.partner_now(uuid) from public;
grant execute on function app.partner_now(uuid) to passerelle_admin, passerelle_system;

-- What somebody sent is their company's as long as they belonged to it, and of no company that they came to later or left before.
alter policy of_colleagues on files
  using (exists (
      select from partner_members m where m.person_id = files.uploaded_by and m.partner_id = app.partner_id()
        and files.created_at >= m.since and (m.until is null or files.created_at < m.until))
    and (purpose = 'partner_invoice' and (select app.partner_may('money'))
      or purpose = 'partner_document' and (select app.partner_may('documents'))));
