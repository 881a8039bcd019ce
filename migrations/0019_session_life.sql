-- Sessions end for good some time after they began, however much they are used, and every end is announced.

-- Who a session cookie stands for, in one look-up, and until when. It reads past the policies: nobody is known yet.
drop function app.session(text, timestamptz);
create function app.session(session_token text, at timestamptz, longest interval)
  returns table (session_id uuid, user_id uuid, role text, contract_signed boolean, two_factor boolean, updated_at timestamptz,
    ends_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.user_id, app.role_of(s.user_id), app.contract_signed(s.user_id),
    coalesce(u.two_factor_enabled, false), s.updated_at, least(s.expires_at, s.created_at + longest)
  from auth.sessions s join auth.users u on u.id = s.user_id join profiles p on p.user_id = s.user_id and p.deleted_at is null
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at
$$;
revoke all on function app.session(text, timestamptz, interval) from public;
grant execute on function app.session(text, timestamptz, interval) to passerelle_anonymous, passerelle_system;

-- Sign-out, a new password, a deleted account, the sign-in library's own clearing: whatever removes a session, every
-- server is told after commit and closes its streams.
create function app.announce_session_end() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_sessions', old.id::text);
  return null;
end $$;
create trigger announce_session_end after delete on auth.sessions
  for each row execute function app.announce_session_end();

-- Ends every session of a person; staff have no other way into the sign-in data. Returns how many there were.
create function app.end_sessions(person uuid) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  delete from auth.sessions where user_id = person;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke all on function app.end_sessions(uuid) from public;
grant execute on function app.end_sessions(uuid) to passerelle_admin, passerelle_system;
