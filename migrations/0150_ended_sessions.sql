-- Links to contracts' files end with the session in which they were made. Which sessions somebody has ended is kept for as long as
-- such a link may live: signing out, 'end sessions', a new password, a reset second factor. A session that has run out has been
-- ended by nobody: its links live their year.
create table auth.ended_sessions (
  id uuid primary key,
  ended_at timestamptz not null default now()
);
create index ended_sessions_by_time on auth.ended_sessions (ended_at);
-- Whoever may end a session; only the system asks, when a link is opened.
grant select, insert, delete on auth.ended_sessions to passerelle_auth;
grant select, insert on auth.ended_sessions to passerelle_system;

create function app.note_session_end() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('app.sessions_run_out', true), '') <> 'yes' then
    insert into auth.ended_sessions (id) values (old.id) on conflict (id) do nothing;
  end if;
  return null;
end $$;
create trigger note_session_end after delete on auth.sessions
  for each row execute function app.note_session_end();

-- Forgets sessions that have run out, and ends that no link can ask about any more.
create function app.sweep_sessions(at timestamptz, longest interval, links_live interval) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('app.sessions_run_out', 'yes', true);
  delete from auth.sessions where expires_at <= at or created_at + longest <= at;
  perform set_config('app.sessions_run_out', '', true);
  delete from auth.ended_sessions where ended_at + links_live <= at;
end $$;
revoke all on function app.sweep_sessions(timestamptz, interval, interval) from public;
grant execute on function app.sweep_sessions(timestamptz, interval, interval) to passerelle_auth;
