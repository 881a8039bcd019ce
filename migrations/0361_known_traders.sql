-- Oldest version that may run on it: 0.3.0-dev
-- A sole trader whose name was erased is known as soon as somebody registers them again. Only the program can make the keyed hash,
-- so a command that names a company says first, for its transaction, which companies are theirs.

-- The keys of companies to make hashes of; none where no sole trader was erased.
create function app.trader_keys(companies text[]) returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if exists (select from leads where trader_hash <> '' and erased_at is not null) then
    return query select distinct app.company_key(c) from unnest(companies) c where c <> '';
  end if;
end $$;
revoke execute on function app.trader_keys(text[]) from public;
grant execute on function app.trader_keys(text[]) to passerelle_admin, passerelle_partner, passerelle_system;

-- Keeps those that are of an erased sole trader until the transaction ends.
create function app.know_traders(keys text[], hashes text[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.traders', coalesce((
    select jsonb_object_agg(k.key, k.hash)::text from unnest(keys, hashes) k(key, hash)
    where exists (select from leads where trader_hash = k.hash and trader_hash <> '' and erased_at is not null)
  ), ''), true);
end $$;
revoke execute on function app.know_traders(text[], text[]) from public;
grant execute on function app.know_traders(text[], text[]) to passerelle_admin, passerelle_partner, passerelle_system;

create function app.known_trader(key text) returns text language plpgsql stable as $$
begin
  return coalesce(nullif(current_setting('app.traders', true), '')::jsonb ->> key, '');
end $$;

-- A lead of another company is not of the sole trader any more.
create function app.keep_trader() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.company_key <> old.company_key then
    new.trader_hash := app.known_trader(new.company_key);
  end if;
  return new;
end $$;
create trigger keep_trader before insert or update of company on leads for each row
  when (new.erased_at is null and (new.trader_hash <> '' or current_setting('app.traders', true) <> ''))
  execute function app.keep_trader();

create or replace function app.known_lead(lead_email text, lead_company text, lead_phone text, lacks boolean, except_lead uuid)
returns uuid language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  key text := app.company_key(lead_company);
  number text := app.phone_key(lead_phone);
  trader text := app.known_trader(key);
begin
  return (
    select id from (
      (select id, created_at from leads
        where lower(email) = lower(lead_email) and lead_email <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where company_key = key and lead_company <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where trader_hash = trader and trader_hash <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where phone_key = number and phone_key <> '' and (lacks or email = '' or company = '')
          and number <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
    ) found order by created_at, id limit 1
  );
end $$;

-- The mail domain of a sole trader is a hash as well.
create function app.known_domain(domain text, hashed text, except_lead uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return domain <> '' and (exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.search_text like '%@' || replace(replace(replace(lower(domain), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and split_part(lower(l.email), '@', 2) = lower(domain)
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  ) or exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.mail_domain in (lower(domain), hashed) and l.mail_domain <> ''
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  ));
end $$;
revoke execute on function app.known_domain(text, text, uuid) from public;
grant execute on function app.known_domain(text, text, uuid) to passerelle_admin, passerelle_partner, passerelle_system;
drop function app.known_domain(text, uuid);
