-- Staff can make company, e-mail, telephone, amount and offer of a lead optional, or hide them: a client may be a household. A lead
-- keeps a name and one way to reach its client.
alter table leads
  drop constraint leads_company_length,
  add constraint leads_company_length check (company = '' or length(company) between 2 and 100),
  add constraint leads_client_reached check (email <> '' or phone <> '');

-- The telephone as it is compared: digits with the country's code, of a French number where none is written.
create function app.phone_key(phone text) returns text
  language sql immutable parallel safe strict set search_path = pg_temp as $$
  select case when length(digits) < 6 then ''
    when phone ~ '^\s*\+33\D*0' or phone ~ '^\s*0033\D*0' then '33' || substr(ltrim(digits, '0'), 4)
    when phone ~ '^\s*\+' then digits
    when digits like '00%' then substr(digits, 3)
    when digits like '0%' and length(digits) = 10 then '33' || substr(digits, 2)
    else digits end
  from (select regexp_replace(phone, '\D', '', 'g') as digits) d
$$;

alter table leads
  -- What stands for the client where one name does: the company, or else the person.
  add column client_name text not null generated always as (coalesce(nullif(company, ''), name)) stored,
  add column phone_key text not null generated always as (app.phone_key(phone)) stored;
create index leads_by_phone on leads (phone_key) where phone_key <> '';

-- What is not there is never compared. The telephone is compared where one of both leads has no e-mail or no company.
drop function app.claim_contact(text, text);
drop function app.known_lead(text, text, uuid);
drop function app.hold_contact(text, text);

create function app.hold_contact(lead_email text, lead_company text, lead_phone text) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  held int;
begin
  perform pg_advisory_xact_lock_shared(7277465);
  for held in
    select distinct hashtext(k.key) from (values
      (case when lead_email <> '' then 'email ' || lower(lead_email) end),
      (case when lead_company <> '' then 'company ' || app.company_key(lead_company) end),
      (case when app.phone_key(lead_phone) <> '' then 'phone ' || app.phone_key(lead_phone) end)) k(key)
    where k.key is not null order by 1
  loop
    perform pg_advisory_xact_lock(7277466, held);
  end loop;
end $$;

-- `lacks`: the lead that is asked for has no e-mail or no company, so that its telephone is compared with that of every lead.
create function app.known_lead(lead_email text, lead_company text, lead_phone text, lacks boolean, except_lead uuid) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  key text := app.company_key(lead_company);
  number text := app.phone_key(lead_phone);
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
        where phone_key = number and phone_key <> '' and (lacks or email = '' or company = '')
          and number <> '' and status not in ('refuse', 'perdu') and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
    ) found order by created_at, id limit 1
  );
end $$;

create function app.claim_contact(lead_email text, lead_company text, lead_phone text) returns uuid
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.hold_contact(lead_email, lead_company, lead_phone);
  return app.known_lead(lead_email, lead_company, lead_phone, lead_email = '' or lead_company = '', null);
end $$;

revoke all on function app.hold_contact(text, text, text), app.known_lead(text, text, text, boolean, uuid),
  app.claim_contact(text, text, text) from public;
grant execute on function app.hold_contact(text, text, text), app.known_lead(text, text, text, boolean, uuid),
  app.claim_contact(text, text, text) to passerelle_admin, passerelle_partner, passerelle_system;

create or replace function app.hold_lead_contact(lead uuid) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.hold_contact(l.email, l.company, l.phone) from leads l where l.id = lead;
end $$;

create or replace function app.leads_of_company(lead uuid) returns setof uuid
  language sql stable set search_path = public, pg_temp as $$
    select o.id from leads l join leads o on o.company_key = l.company_key
      where l.id = lead and l.company <> '' and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on lower(o.email) = lower(l.email)
      where l.id = lead and l.email <> '' and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on o.phone_key = l.phone_key and o.phone_key <> ''
      where l.id = lead and '' in (l.email, l.company, o.email, o.company) and o.id <> lead
        and o.status not in ('refuse', 'perdu')
  $$;

-- A lead of a household is another one once its e-mail or its telephone is.
drop trigger resubmit on leads;
create or replace function app.resubmit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_registrations
    set state = 'submitted', seq = nextval('lead_submissions'), submitted_at = new.updated_at,
      decided_at = null, decided_by = null, message = '', protected_until = null, reminded_days = null
    where lead_id = new.id and (select registrations from programme_settings)
      and (state = 'submitted' or state = 'accepted' and (new.company_key <> old.company_key
        or new.company = '' and (lower(new.email) <> lower(old.email) or new.phone_key <> old.phone_key)));
  return null;
end $$;
create trigger resubmit after update of company, email, phone on leads for each row
  when (current_user = 'passerelle_partner' and (new.company_key <> old.company_key or lower(new.email) <> lower(old.email)
    or '' in (new.company, new.email) and new.phone_key <> old.phone_key))
  execute function app.resubmit();

-- Commissions and payments are listed by the client: the company, or else the person.
create or replace function app.follow_hand_over() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_registrations
    set partner_id = new.partner_id, former_partners = array_append(array_remove(former_partners, old.partner_id), old.partner_id)
    where lead_id = new.id;
  -- The names that its commissions and payments are listed with, and the client of what stays with the former partner, who does not
  -- see the lead any more.
  update commissions set description = new.client_name
    where lead_id = new.id and partner_id <> new.partner_id and description = '';
  update commissions set search_text = '' where lead_id = new.id;
  update client_payments set search_text = '' where lead_id = new.id;
  return null;
end $$;

create or replace function app.set_client_payment_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead record;
begin
  select l.name, l.company, l.client_name, p.full_name as partner into lead
    from leads l join profiles p on p.user_id = l.partner_id where l.id = new.lead_id;
  new.partner_key := app.unaccent(lower(lead.partner));
  new.lead_key := app.unaccent(lower(lead.client_name));
  new.search_text := app.unaccent(lower(concat_ws(' ', new.reference, lead.name, lead.company, lead.partner)));
  return new;
end $$;

-- A lead with a telephone and no e-mail has no client who confirms it by mail.
alter table client_confirmations add constraint client_confirmations_mailed check (email <> '' or mailed_at is null);

-- The name stays, and so does one way to reach the client: of a lead that has neither nobody could ask for anything.
create or replace function app.check_fields() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from lead_fields where on_card and put_away_at is null) > 2 then
    raise exception 'a card shows two fields at most' using errcode = 'check_violation', constraint = 'lead_fields_on_card';
  end if;
  if not exists (select from lead_fields where key = 'name' and required and required_from is null and put_away_at is null)
      or not exists (select from lead_fields where key in ('email', 'phone') and put_away_at is null) then
    raise exception 'a lead has a name and a way to reach its client'
      using errcode = 'check_violation', constraint = 'lead_fields_stay';
  end if;
  return null;
end $$;

-- Where the amount of a lead is not asked for from the beginning, no amount is none: a commission that is a share of it is asked
-- about when the lead is signed.
create function app.amount_is_missing(lead leads) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select lead.estimated_amount_cents = 0
    and exists (select from lead_fields f where f.key = 'estimatedAmountCents'
      and not (f.required and f.required_from is null and f.put_away_at is null))
    and exists (
      select from app.rule_for(lead.partner_id, lead.offer_type, (lead.updated_at at time zone app.time_zone())::date) r
      where r.definition ->> 'base' = 'estimate' and jsonb_typeof(r.definition -> 'rate') = 'object'
        or exists (select from jsonb_array_elements(r.definition -> 'bonuses') b where b ->> 'measure' <> 'signatures'))
$$;
revoke all on function app.amount_is_missing(leads) from public;

create or replace function app.check_signature() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_state text;
  in_force boolean;
begin
  if app.amount_is_missing(new) then
    raise exception 'a signed lead has the amount that its commission is a share of'
      using errcode = 'check_violation', constraint = 'leads_signed_amount';
  end if;
  select state into own_state from lead_registrations where lead_id = new.id;
  if own_state in ('refused', 'merged') then
    raise exception 'a refused lead is not signed' using errcode = 'check_violation', constraint = 'leads_signed_refused';
  end if;
  if not (select registrations from programme_settings) then return null; end if;
  perform app.hold_contact(new.email, new.company, new.phone);
  in_force := coalesce(own_state in ('accepted', 'extended', 'converted'), false);
  if exists (
    select from app.leads_of_company(new.id) other(id) join leads l using (id) join lead_registrations r on r.lead_id = l.id
    where case when in_force then l.status = 'signe' and l.partner_id <> new.partner_id
      else l.status = 'signe' or r.state in ('accepted', 'extended', 'converted') end
  ) then
    raise exception 'another lead of this company is there first'
      using errcode = 'check_violation', constraint = 'leads_signed_elsewhere';
  end if;
  return null;
end $$;
