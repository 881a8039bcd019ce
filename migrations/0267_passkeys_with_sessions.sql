-- Whoever ends somebody's sessions is told how many passkeys go on opening the account, and may remove them with it. As after a
-- reset of the second factor, bank details wait for a day.
create function app.passkey_count(person uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from auth.passkeys where user_id = person
$$;
revoke execute on function app.passkey_count(uuid) from public;
grant execute on function app.passkey_count(uuid) to passerelle_admin, passerelle_system;

create function app.remove_passkeys(person uuid, at timestamptz) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed integer;
begin
  if current_setting('role') = 'passerelle_admin' and (person = app.user_id()
      or not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners')))) then
    raise exception 'removing passkeys needs the right partners, of staff the right team, and is never about one''s own'
      using errcode = 'insufficient_privilege';
  end if;
  delete from auth.passkeys where user_id = person;
  get diagnostics removed = row_count;
  update profiles set second_factor_reset_at = at where user_id = person and removed > 0;
  return removed;
end $$;
revoke execute on function app.remove_passkeys(uuid, timestamptz) from public;
grant execute on function app.remove_passkeys(uuid, timestamptz) to passerelle_admin, passerelle_system;
