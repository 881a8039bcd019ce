-- Every request asks this: one plan that is kept, instead of nested functions whose settings keep them from being inlined.
create or replace function app.session(session_token text, at timestamptz, longest interval)
  returns table (session_id uuid, user_id uuid, role text, contract_signed boolean, two_factor boolean, updated_at timestamptz,
    ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select s.id, s.user_id, coalesce(r.role, 'partner'),
      coalesce(n.status = 'signe', false), coalesce(u.two_factor_enabled, false),
      s.updated_at, least(s.expires_at, s.created_at + longest)
    from auth.sessions s
      join auth.users u on u.id = s.user_id
      join profiles p on p.user_id = s.user_id and p.deleted_at is null
      left join user_roles r on r.user_id = s.user_id
      left join lateral app.newest_main_contract(s.user_id) n on true
    where s.token = session_token and s.expires_at > at and s.created_at + longest > at;
end $$;
