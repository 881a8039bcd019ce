-- The language that the portal is read in: each person's own, or else the provider's. Which ones there are, the program knows.

alter table settings add column language text not null default 'specified'
  constraint settings_language check (language ~ '^[a-z]{2,12}$');

alter table profiles add column language text
  constraint profiles_language check (language ~ '^[a-z]{2,12}$');
grant update (language) on profiles to passerelle_partner;

drop function app.session(text, timestamptz, interval);
create function app.session(session_token text, at timestamptz, longest interval,
    out session_id uuid, out user_id uuid, out role text, out staff_role text, out viewer_id uuid, out contract_signed boolean,
    out two_factor boolean, out language text, out updated_at timestamptz, out ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select s.id, coalesce(v.partner_id, s.user_id),
    case when v.partner_id is null then coalesce(r.role, 'partner') else 'partner' end,
    case when v.partner_id is null then r.staff_role end,
    case when v.partner_id is not null then s.user_id end,
    coalesce(n.status = 'signe', false),
    v.partner_id is null and coalesce(u.two_factor_enabled, false),
    -- A view of a partner's pages has their language.
    coalesce(case when v.partner_id is null then p.language else v.language end, (select t.language from settings t)),
    s.updated_at, least(s.expires_at, s.created_at + longest, v.ends_at)
  into session_id, user_id, role, staff_role, viewer_id, contract_signed, two_factor, language, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join lateral (
      select w.partner_id, w.ends_at, q.language
      from partner_views w
        join profiles q on q.user_id = w.partner_id and q.deleted_at is null
        join staff_rights t on t.staff_role = r.staff_role and t.right_name = 'partners'
      where w.session_id = s.id and w.ends_at > at and app.role_of(w.partner_id) = 'partner'
    ) v on true
    left join lateral app.newest_main_contract(coalesce(v.partner_id, s.user_id)) n on true
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at;
end $$;
revoke all on function app.session(text, timestamptz, interval) from public;
grant execute on function app.session(text, timestamptz, interval) to passerelle_anonymous, passerelle_system;
