-- Staff look at the portal as a chosen person of a partner: what they see is what that person's role shows.
alter table partner_views add column person_id uuid references profiles;
update partner_views w set person_id = c.main_person_id from partners c where c.id = w.partner_id;
alter table partner_views alter column person_id set not null;

-- A view ends with its time, with the person's membership, and with the right of who looks.
create or replace function app.session(session_token text, at timestamptz, longest interval,
    out session_id uuid, out user_id uuid, out role text, out staff_role text, out viewer_id uuid, out partner_id uuid,
    out partner_role text, out sees_amounts boolean, out contract_signed boolean, out two_factor boolean, out language text,
    out updated_at timestamptz, out ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select s.id, coalesce(v.person_id, s.user_id),
    case when v.partner_id is null then coalesce(r.role, 'partner') else 'partner' end,
    case when v.partner_id is null then r.staff_role end,
    case when v.partner_id is not null then s.user_id end,
    coalesce(v.partner_id, m.partner_id), coalesce(v.role, m.role), coalesce(v.sees_amounts, m.sees_amounts),
    coalesce(n.status = 'signe', false),
    v.partner_id is null and coalesce(u.two_factor_enabled, false),
    -- A view of a partner's pages has their language.
    coalesce(case when v.partner_id is null then p.language else v.language end, (select t.language from settings t)),
    s.updated_at, least(s.expires_at, s.created_at + longest, v.ends_at)
  into session_id, user_id, role, staff_role, viewer_id, partner_id, partner_role, sees_amounts, contract_signed, two_factor,
    language, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join partner_members m on m.person_id = s.user_id and m.until is null
    left join lateral (
      select w.partner_id, w.ends_at, q.user_id as person_id, q.language, o.role, o.sees_amounts
      from partner_views w
        join profiles q on q.user_id = w.person_id and q.deleted_at is null
        join partner_members o on o.person_id = q.user_id and o.partner_id = w.partner_id and o.until is null
        join staff_rights t on t.staff_role = r.staff_role and t.right_name = 'partners'
      where w.session_id = s.id and w.ends_at > at and app.role_of(w.person_id) = 'partner'
    ) v on true
    left join lateral app.newest_main_contract(coalesce(v.partner_id, m.partner_id)) n on true
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at
    and (r.role = 'admin' or m.partner_id is not null);
end $$;
