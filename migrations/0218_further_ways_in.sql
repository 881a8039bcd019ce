-- Further ways in: a link by mail, where the provider allows it to partners, and passkeys. A session says which way opened it.

alter table auth.sessions drop constraint sessions_method;
alter table auth.sessions add constraint sessions_method check (method in ('password', 'password_totp', 'password_recovery',
  'link', 'link_totp', 'link_recovery', 'passkey', 'provider', 'provider_totp', 'provider_recovery'));

alter table settings add column sign_in_links boolean not null default false;

create table sign_in_links (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  -- SHA-256 of what a cookie of the browser holds that asked for the link: it opens in no other one.
  browser_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_user on sign_in_links (user_id);
alter table sign_in_links enable row level security;
create policy system_all on sign_in_links to passerelle_system using (true) with check (true);
grant select, insert, update, delete on sign_in_links to passerelle_system;

-- Public keys of passkeys (WebAuthn), as the sign-in library keeps them.
create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_credential_once unique (credential_id)
);
create index passkeys_by_user on auth.passkeys (user_id);
grant select, insert, update, delete on auth.passkeys to passerelle_auth;
grant select on auth.passkeys to passerelle_system;

-- A passkey is a second factor as well: it may be lost, and is taken away for its owner with the codes of an app.
create or replace function app.has_second_factor(person uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from auth.users where id = person and two_factor_enabled)
    or exists (select from auth.passkeys where user_id = person)
$$;

create or replace function app.reset_second_factor(person uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  had_passkeys boolean;
begin
  if current_setting('role') = 'passerelle_admin' and (person = app.user_id()
      or not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners')))) then
    raise exception 'resetting a second factor needs the right partners, of staff the right team, and is never one''s own'
      using errcode = 'insufficient_privilege';
  end if;
  delete from auth.passkeys where user_id = person;
  had_passkeys := found;
  update auth.users set two_factor_enabled = false where id = person and two_factor_enabled;
  if not found and not had_passkeys then
    return false;
  end if;
  delete from auth.two_factors where user_id = person;
  delete from auth.sessions where user_id = person;
  update profiles set second_factor_reset_at = at where user_id = person;
  return true;
end $$;
