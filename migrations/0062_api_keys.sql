-- API keys for the provider's other systems, and the ids that those systems have for people and leads.

-- A key acts in its own name: it has a profile, so that events, comments and payments say which key it was, and a role of its
-- own, so that nothing that is about partners or about staff takes it for one of them.
alter table user_roles drop constraint user_roles_role;
alter table user_roles add constraint user_roles_role check (role in ('partner', 'admin', 'api_key'));

create table api_keys (
  id uuid primary key references profiles,
  name text not null,
  -- The beginning of the secret, by which people recognise it.
  prefix text not null,
  -- SHA-256 of the secret, which has 256 random bits: there is nothing to guess, so a slow or salted hash would add nothing.
  token_hash text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  created_by uuid not null references profiles,
  expires_at timestamptz,
  -- Noted once a minute at most.
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references profiles,
  constraint api_keys_token_once unique (token_hash),
  constraint api_keys_name check (length(name) between 1 and 80 and name = btrim(name)),
  constraint api_keys_scopes check (cardinality(scopes) > 0),
  constraint api_keys_life check (expires_at > created_at),
  constraint api_keys_revoked check ((revoked_at is null) = (revoked_by is null))
);
create index api_keys_newest on api_keys (created_at desc, id desc);

alter table api_keys enable row level security;
create policy system_all on api_keys to passerelle_system using (true) with check (true);
create policy admin_reads on api_keys for select to passerelle_admin using (true);
create policy admin_makes on api_keys for insert to passerelle_admin
  with check (created_by = app.user_id() and revoked_at is null and last_used_at is null);
create policy admin_revokes on api_keys for update to passerelle_admin
  using (revoked_at is null) with check (revoked_by = app.user_id());
grant select, update (last_used_at) on api_keys to passerelle_system;
-- What a key may do never changes: another key is made, and this one revoked.
grant select (id, name, prefix, scopes, created_at, created_by, expires_at, last_used_at, revoked_at, revoked_by), insert,
  update (revoked_at, revoked_by) on api_keys to passerelle_admin;

-- Who a key stands for, as app.session answers it of a cookie, with what the key may do. One row; all null if there is none.
create function app.api_key(key_hash text, at timestamptz,
    out session_id uuid, out user_id uuid, out role text, out contract_signed boolean, out two_factor boolean,
    out updated_at timestamptz, out ends_at timestamptz, out scopes text[])
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select k.id, k.id, 'admin', false, false, coalesce(k.last_used_at, 'epoch'), coalesce(k.expires_at, at + interval '1 day'), k.scopes
  into session_id, user_id, role, contract_signed, two_factor, updated_at, ends_at, scopes
  from api_keys k
  where k.token_hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > at);
end $$;
revoke all on function app.api_key(text, timestamptz) from public;
grant execute on function app.api_key(text, timestamptz) to passerelle_anonymous, passerelle_system;

-- Ids of the provider's other systems. The portal compares them and reads nothing from them.
alter table leads add column external_id text constraint leads_external_id check (length(external_id) between 1 and 200);
create unique index leads_external_id_once on leads (external_id);
alter table profiles add column external_id text constraint profiles_external_id check (length(external_id) between 1 and 200);
-- Of everybody there ever was: an id means one person, also after their access ended.
create unique index profiles_external_id_once on profiles (external_id);
