-- What every request, and every new lead, asks of the database: in functions whose plans are kept. A function in SQL that has
-- settings of its own, or a definer's rights, is planned again on each call.

drop function app.session(text, timestamptz, interval);
-- One row; all null if there is no such session.
create function app.session(session_token text, at timestamptz, longest interval,
    out session_id uuid, out user_id uuid, out role text, out contract_signed boolean, out two_factor boolean,
    out updated_at timestamptz, out ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select s.id, s.user_id, coalesce(r.role, 'partner'),
    coalesce(n.status = 'signe', false), coalesce(u.two_factor_enabled, false),
    s.updated_at, least(s.expires_at, s.created_at + longest)
  into session_id, user_id, role, contract_signed, two_factor, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join lateral app.newest_main_contract(s.user_id) n on true
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at;
end $$;
revoke all on function app.session(text, timestamptz, interval) from public;
grant execute on function app.session(text, timestamptz, interval) to passerelle_anonymous, passerelle_system;

create or replace function app.company_key(company text) returns text
  language plpgsql immutable parallel safe strict as $$
declare
  plain text := public.unaccent('public.unaccent', lower(regexp_replace(company, '(\w)\.(?=\w(\W|$))', '\1', 'g')));
  key text := regexp_replace(regexp_replace(plain,
    '\m(sarl|sarlu|sas|sasu|sa|eurl|eirl|ei|sci|snc|scop|scp|scm|selarl|selas|gie|gmbh|ag|kg|ltd|llc|llp|inc|corp|plc|bv|nv|srl|spa|sl|oy|ab)\M',
    '', 'g'), '[^a-z0-9]+', '', 'g');
begin
  -- A name of nothing but a legal form, or in another script, is compared as it is.
  return coalesce(nullif(key, ''), regexp_replace(plain, '\s+', '', 'g'));
end $$;

create or replace function app.known_lead(lead_email text, lead_company text, except_lead uuid) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  key text := app.company_key(lead_company);
begin
  return (
    select id from (
      (select id, created_at from leads
        where lower(email) = lower(lead_email) and lead_email <> '' and status <> 'refuse' and id is distinct from except_lead
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where company_key = key and lead_company <> '' and status <> 'refuse' and id is distinct from except_lead
        order by created_at, id limit 1)
    ) found order by created_at, id limit 1
  );
end $$;

-- Counts a request of the caller within a fixed window, in the request's own transaction: what is rolled back was not added.
-- A window that ends too far in the future was started by a fast clock and starts again.
create function app.count_request(what text, at timestamptz, length interval, out requests integer, out ends_at timestamptz)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  counter text := encode(sha256(convert_to(what || ' ' || app.user_id(), 'UTF8')), 'hex');
begin
  insert into auth.rate_limits as r (key, count, window_ends_at) values (counter, 1, at + length)
  on conflict (key) do update set
    count = case when r.window_ends_at <= at or r.window_ends_at > at + 2 * length then 1 else r.count + 1 end,
    window_ends_at = case
      when r.window_ends_at <= at or r.window_ends_at > at + 2 * length then excluded.window_ends_at else r.window_ends_at end
  returning r.count, r.window_ends_at into requests, ends_at;
end $$;
revoke all on function app.count_request(text, timestamptz, interval) from public;
grant execute on function app.count_request(text, timestamptz, interval) to passerelle_partner, passerelle_admin;
