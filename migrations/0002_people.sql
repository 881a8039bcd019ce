-- People: who has access, in which role, and how they got in.
-- Sign-in data (passwords, sessions, second factors) lives in the schema auth, which only the sign-in library's role reads.

create table auth.users (
  id uuid primary key,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_once unique (email),
  constraint users_email_lower check (email = lower(email))
);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  token text not null,
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sessions_token_once unique (token)
);
create index sessions_by_user on auth.sessions (user_id);
create index sessions_by_expiry on auth.sessions (expires_at);

create table auth.accounts (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_once on auth.accounts (user_id, provider_id);

create table auth.verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on auth.verifications (identifier);

create table auth.two_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz,
  constraint two_factors_once unique (user_id)
);

-- Attempts in the current window, shared by every server.
create table auth.rate_limits (
  key text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);
create index rate_limits_by_end on auth.rate_limits (window_ends_at);

grant select, insert, update, delete on all tables in schema auth to passerelle_auth;
grant select, insert, update, delete on auth.users, auth.accounts, auth.sessions to passerelle_system;

-- The person as everybody sees them. The row outlives the access: leads, money and evidence keep their name.
create table profiles (
  user_id uuid primary key,
  full_name text not null,
  company text not null default '',
  email text not null,
  created_at timestamptz not null,
  joined_at timestamptz,
  deleted_at timestamptz,
  constraint profiles_email_lower check (email = lower(email)),
  constraint profiles_full_name_length check (length(full_name) between 1 and 100)
);
create unique index profiles_email_once on profiles (email) where deleted_at is null;
create index profiles_newest on profiles (created_at desc, user_id desc) where deleted_at is null;

create table user_roles (
  user_id uuid primary key references profiles,
  role text not null,
  constraint user_roles_role check (role in ('partner', 'admin'))
);

-- A profile with no role record is treated as partner.
create function app.role_of(person uuid) returns text
  language sql stable set search_path = public, pg_temp
  return coalesce((select role from user_roles where user_id = person), 'partner');

create table invitations (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  invited_by uuid references profiles,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  constraint invitations_one_outcome check (accepted_at is null or withdrawn_at is null)
);
create unique index invitations_one_open on invitations (user_id) where accepted_at is null and withdrawn_at is null;

create table password_resets (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_user on password_resets (user_id);

-- Links that create the first administrator, one for each start of a server without one; gone with the first use.
create table setup_links (
  id uuid primary key,
  created_at timestamptz not null
);

alter table profiles enable row level security;
alter table user_roles enable row level security;
alter table invitations enable row level security;
alter table password_resets enable row level security;
alter table setup_links enable row level security;

create policy system_all on profiles to passerelle_system using (true) with check (true);
create policy system_all on user_roles to passerelle_system using (true) with check (true);
create policy system_all on invitations to passerelle_system using (true) with check (true);
create policy system_all on password_resets to passerelle_system using (true) with check (true);
create policy system_all on setup_links to passerelle_system using (true) with check (true);
create policy admin_all on profiles to passerelle_admin using (true) with check (true);
create policy admin_all on user_roles to passerelle_admin using (true) with check (true);
create policy admin_all on invitations to passerelle_admin using (true) with check (true);
create policy own on profiles to passerelle_partner using (user_id = app.user_id()) with check (user_id = app.user_id());
create policy own on user_roles to passerelle_partner using (user_id = app.user_id());

grant select, insert, update, delete on profiles, user_roles, invitations, password_resets, setup_links to passerelle_system;
grant select, insert, update on profiles to passerelle_admin;
grant select, insert, update, delete on user_roles, invitations to passerelle_admin;
grant select, update (full_name, company) on profiles to passerelle_partner;
grant select on user_roles to passerelle_partner;

-- Ends a partner's access for good: sign-in, sessions, second factor. Their profile stays, marked as deleted by the caller.
create function app.remove_access(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.role_of(person) = 'admin' then
    raise exception 'administrators cannot be deleted' using errcode = 'check_violation', constraint = 'administrators_stay';
  end if;
  delete from auth.users where id = person;
end $$;
revoke all on function app.remove_access(uuid) from public;
grant execute on function app.remove_access(uuid) to passerelle_admin, passerelle_system;

-- There is always an administrator: whoever removes the last one is refused, whatever road was taken.
create function app.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform 1 from user_roles where role = 'admin' for update;
    if not exists (
      select 1 from user_roles r join profiles p using (user_id)
      where r.role = 'admin' and r.user_id <> old.user_id and p.deleted_at is null and p.joined_at is not null
    ) then
      raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'last_administrator';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_an_administrator before update or delete on user_roles
  for each row execute function app.keep_an_administrator();
