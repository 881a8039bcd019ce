-- Where a step of a contract came from, how its session was opened, and why a signature was taken back.

-- How the person proved who they are; null for sessions of before.
alter table auth.sessions add column method text
  constraint sessions_method check (method in ('password', 'password_totp', 'password_recovery'));

-- Address, browser and session method behind a step of a contract; null for the portal's own deeds and all other events.
alter table events add column origin jsonb;

-- Reads past the policies: only the sign-in library's role reads sessions, and events record how theirs was opened.
create function app.session_method(session uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select method from auth.sessions where id = session
$$;
revoke all on function app.session_method(uuid) from public;
grant execute on function app.session_method(uuid) to passerelle_system, passerelle_admin, passerelle_partner;

-- Shown to both sides until the contract is signed anew; the evidence keeps each reason with its signature and its event.
alter table contracts
  add column revoked_at timestamptz,
  add column revoke_reason text,
  add constraint contracts_revoked check ((revoked_at is null) = (revoke_reason is null));
alter table signatures
  add column revoked_by uuid references profiles,
  add column revoke_reason text;
grant update (revoked_by, revoke_reason) on signatures to passerelle_admin;
