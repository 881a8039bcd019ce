-- The people of a partner have one company, so that it reads the same wherever one of them is shown.
create or replace function app.partner_may(what text) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select case current_setting('app.partner_role', true)
    when 'owner' then true
    when 'manager' then what in ('company', 'leads', 'all_leads', 'own_money', 'money', 'contracts')
    when 'member' then what = 'leads' or what = 'own_money' and current_setting('app.sees_amounts', true) = 'on'
    when 'accountant' then what in ('own_money', 'money', 'bank', 'documents', 'contracts')
    else false
  end
$$;

create function app.keep_one_company() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partner uuid := (select partner_id from partner_members where person_id = new.user_id and until is null);
begin
  if partner is null then
    return null;
  end if;
  -- A colleague gets the company by the statement below, which is nobody's change of it.
  if pg_trigger_depth() = 1 and current_setting('role') = 'passerelle_partner' and not app.partner_may('company') then
    raise exception 'the role does not change the company' using errcode = 'check_violation', constraint = 'profiles_one_company';
  end if;
  update profiles set company = new.company
    where user_id in (select person_id from partner_members where partner_id = partner and until is null)
      and company <> new.company;
  return null;
end $$;
create trigger keep_one_company after update of company on profiles
  for each row when (old.company <> new.company) execute function app.keep_one_company();

create function app.give_company() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update profiles p set company = main.company
    from partners c join profiles main on main.user_id = c.main_person_id
    where c.id = new.partner_id and p.user_id = new.person_id and p.company <> main.company;
  return null;
end $$;
create trigger give_company after insert on partner_members
  for each row when (new.until is null) execute function app.give_company();
