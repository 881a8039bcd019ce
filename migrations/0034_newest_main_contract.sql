-- Of a partner's main contracts the newest one counts: it is the one to sign, and it unlocks. One definition for the lock, the
-- lists and the commands. It has no `set` clause and is not a definer's, so that the planner inlines it: callers keep their own
-- policies and the index on (user_id, created_at desc, id desc).
create function app.newest_main_contract(person uuid) returns table (id uuid, status text)
  language sql stable rows 1
  begin atomic
    select c.id, c.status from public.contracts c where c.user_id = person and c.contract_type = 'main'
    order by c.created_at desc, c.id desc limit 1;
  end;

create or replace function app.contract_signed(person uuid) returns boolean
  language sql stable set search_path = public, pg_temp
  return coalesce((select n.status = 'signe' from app.newest_main_contract(person) n), false);
