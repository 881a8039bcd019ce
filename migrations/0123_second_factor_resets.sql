-- When somebody's lost second factor was switched off for them; bank details cannot be changed for a day from then on.
alter table profiles add column second_factor_reset_at timestamptz;

create function app.has_second_factor(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from auth.users where id = person and two_factor_enabled)
$$;
revoke all on function app.has_second_factor(uuid) from public;
grant execute on function app.has_second_factor(uuid) to passerelle_admin, passerelle_system;

-- Switches a person's second factor off for them and ends their sessions. False if there is none. Never the caller's own:
-- a stolen session would be enough.
create function app.reset_second_factor(person uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'passerelle_admin' and (person = app.user_id()
      or not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners')))) then
    raise exception 'resetting a second factor needs the right partners, of staff the right team, and is never one''s own'
      using errcode = 'insufficient_privilege';
  end if;
  update auth.users set two_factor_enabled = false where id = person and two_factor_enabled;
  if not found then
    return false;
  end if;
  delete from auth.two_factors where user_id = person;
  delete from auth.sessions where user_id = person;
  update profiles set second_factor_reset_at = at where user_id = person;
  return true;
end $$;
revoke all on function app.reset_second_factor(uuid, timestamptz) from public;
grant execute on function app.reset_second_factor(uuid, timestamptz) to passerelle_admin, passerelle_system;
