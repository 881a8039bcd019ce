-- Whether anybody has a passkey, which is all that the sign-in page has to know: without one it says nothing of them.
create function app.has_passkeys() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from auth.passkeys)
$$;
revoke all on function app.has_passkeys() from public;
grant execute on function app.has_passkeys() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;
