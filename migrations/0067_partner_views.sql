-- Somebody of staff looks at the portal as a partner: a state of the session, so that every server knows it and a lost tab ends it.
-- Who, whom and until when is recorded as events; this row lives as long as the view.
create table partner_views (
  session_id uuid primary key references auth.sessions on delete cascade,
  partner_id uuid not null references profiles,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  constraint partner_views_ends check (ends_at > started_at and ends_at <= started_at + interval '1 hour')
);
alter table partner_views enable row level security;
create policy system_all on partner_views to passerelle_system using (true) with check (true);
grant select, insert, delete on partner_views to passerelle_system;

-- While a view lasts, the session stands for the partner, and names who looks. It ends with its time, with the partner's access,
-- and with the right of who looks.
drop function app.session(text, timestamptz, interval);
create function app.session(session_token text, at timestamptz, longest interval,
    out session_id uuid, out user_id uuid, out role text, out staff_role text, out viewer_id uuid, out contract_signed boolean,
    out two_factor boolean, out updated_at timestamptz, out ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select s.id, coalesce(v.partner_id, s.user_id),
    case when v.partner_id is null then coalesce(r.role, 'partner') else 'partner' end,
    case when v.partner_id is null then r.staff_role end,
    case when v.partner_id is not null then s.user_id end,
    coalesce(n.status = 'signe', false),
    v.partner_id is null and coalesce(u.two_factor_enabled, false),
    s.updated_at, least(s.expires_at, s.created_at + longest, v.ends_at)
  into session_id, user_id, role, staff_role, viewer_id, contract_signed, two_factor, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join lateral (
      select w.partner_id, w.ends_at
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
