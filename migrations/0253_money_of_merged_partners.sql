-- What is due to a partner that was merged is paid to its bank details. Whoever reads the money of the partner that it was merged
-- into is told of it, and reads it beside their own: each list and sum stays one partner's.

-- Money, bank details and documents of a merged partner concern those of the partner that it is by now.
do $$
declare
  body text := pg_get_functiondef('app.people_told(uuid, text, uuid, uuid)'::regprocedure);
  told text := replace(body, 'where m.partner_id = partner and m.until is null',
    $q$where m.partner_id = case when topic in ('money', 'bank', 'documents') then app.partner_now(partner) else partner end
      and m.until is null$q$);
begin
  if told = body then
    raise exception 'app.people_told does not know the partner';
  end if;
  execute told;
end $$;

-- The record of a merged partner's name belongs to it, so that whoever reads the partner's money reads the name.
insert into partner_members (partner_id, person_id, role, since, until)
  select id, main_person_id, 'owner', merged_at, merged_at from partners where merged_into is not null;

-- The partners that were merged into the caller's, at whatever time and by whatever others, for whoever reads the caller's money.
create function app.former_partners() returns table (id uuid, name text, company text, merged_at timestamptz)
  language sql stable security definer rows 2 set search_path = public, pg_temp as $$
  with recursive former as (
    select p.id, p.main_person_id, p.merged_at from partners p where p.merged_into = app.partner_id() and app.partner_may('money')
    union all
    select p.id, p.main_person_id, p.merged_at from former f join partners p on p.merged_into = f.id
  )
  select f.id, p.full_name, p.company, f.merged_at from former f join profiles p on p.user_id = f.main_person_id
$$;
revoke execute on function app.former_partners() from public;
grant execute on function app.former_partners() to passerelle_partner;

-- Lets the rest of a transaction read as somebody of a partner that was merged into the caller's, in the role that they have. Says
-- whether it does.
create function app.read_former(former uuid) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from app.former_partners() f where f.id = former) then
    return false;
  end if;
  perform set_config('app.partner_id', former::text, true);
  return true;
end $$;
revoke execute on function app.read_former(uuid) from public;
grant execute on function app.read_former(uuid) to passerelle_partner;

-- The same by a payout, as mails name it.
create function app.read_former_by_payout(payout uuid) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select coalesce((select app.read_former(p.partner_id) from payouts p where p.id = payout), false)
$$;
revoke execute on function app.read_former_by_payout(uuid) from public;
grant execute on function app.read_former_by_payout(uuid) to passerelle_partner;
