-- Roles are created by the server before the first migration (they belong to the cluster, not to the database).
-- Everything below and after is owned by passerelle_owner, which no request ever runs as.

create schema app;
create schema auth;

grant usage on schema app to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system, passerelle_auth;
grant usage on schema auth to passerelle_auth, passerelle_system;
grant usage on schema public to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;

-- The acting person, as the transaction's prologue set it; null for the system and for nobody.
create function app.user_id() returns uuid
  language sql stable
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- unaccent() is only stable, since its dictionary could change; an index needs the promise that ours does not.
create function app.unaccent(value text) returns text
  language sql immutable parallel safe strict set search_path = public, pg_temp
  as $$ select public.unaccent('public.unaccent', value) $$;
