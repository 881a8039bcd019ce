-- PostgreSQL plans a function in `language sql` anew at each call, unless it can put its body into the statement, which it cannot
-- where the function has the definer's rights or settings of its own. In plpgsql the plan is kept.
CREATE OR REPLACE FUNCTION app.acts_for(person uuid, partner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return exists (select from partner_members where partner_id = partner and person_id = person);
end $function$;

CREATE OR REPLACE FUNCTION app.add_to_partner_revenue(partner uuid, revenue bigint, cents bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin

 INSERT INTO partner_revenue AS r (partner_id, revenue_cents, amount_cents)
   VALUES (add_to_partner_revenue.partner, add_to_partner_revenue.revenue, add_to_partner_revenue.cents) ON CONFLICT(partner_id) DO UPDATE SET revenue_cents = (r.revenue_cents + excluded.revenue_cents), amount_cents = (r.amount_cents + excluded.amount_cents);
end $function$;

CREATE OR REPLACE FUNCTION app.addresses_of(partner uuid)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  with recursive company as (
    select partner as id
    union select p.id from company c join partners p on p.merged_into = c.id
  ), people as (
    select m.person_id from company c join partner_members m on m.partner_id = c.id
    where not app.is_partner(current_setting('role')) or partner = app.partner_id()
  )
  select email from profiles join people on user_id = person_id
  union select email from auth.users join people on id = person_id
  union select unnest(array[old_email, new_email]) from email_changes join people on user_id = person_id;
end $function$;

CREATE OR REPLACE FUNCTION app.amount_is_missing(lead leads)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return lead.estimated_amount_cents = 0
    and exists (select from lead_fields f where f.key = 'estimatedAmountCents'
      and not (f.required and f.required_from is null and f.put_away_at is null))
    and exists (
      select from (select (lead.updated_at at time zone app.time_zone())::date as day) today,
        app.rule_for(lead.partner_id, lead.offer_type, today.day) r,
        app.version_over_all(lead.partner_id, today.day, 'infinity') a
      where r.definition ->> 'base' = 'estimate' and jsonb_typeof(r.definition -> 'rate') = 'object'
        or exists (select from jsonb_array_elements(r.definition -> 'bonuses') b where b ->> 'measure' <> 'signatures')
        or exists (select from jsonb_array_elements(a.definition -> 'bonuses') b
          where b ->> 'measure' <> 'signatures' and b ->> 'counts' = 'all'));
end $function$;

CREATE OR REPLACE FUNCTION app.bonus_fits(bonus jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(bonus) = 'object' and jsonb_typeof(bonus -> 'pays') = 'object' then coalesce(
      bonus ?& array['measure', 'per', 'from', 'pays'] and (bonus - array['measure', 'per', 'from', 'pays', 'counts']) = '{}'
        and bonus ->> 'measure' in ('signatures', 'revenue', 'amount') and bonus ->> 'per' in ('quarter', 'half_year', 'year')
        and coalesce(bonus -> 'counts', '"rule"') in ('"rule"', '"all"')
        and app.whole_fits(bonus -> 'from', 1, case bonus ->> 'measure' when 'signatures' then 10000 else 100000000000 end)
        and ((bonus -> 'pays') - 'cents' = '{}' and app.sum_fits(bonus #> '{pays,cents}', false)
          or (bonus -> 'pays') - 'percent' = '{}' and app.percent_fits(bonus #> '{pays,percent}')
            and (bonus #> '{pays,percent}')::numeric > 0), false)
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.client_of(lead uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select l.client_name from leads l
  where l.id = lead and app.partner_may('money')
    and exists (select from commissions c where c.lead_id = l.id and c.partner_id = app.partner_id())
  );
end $function$;

CREATE OR REPLACE FUNCTION app.client_word(lead uuid, partner uuid, OUT word text, OUT said_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  select coalesce(answer, case when left_at is null then 'asked' else 'left' end),
    coalesce(answered_at, left_at, mailed_at, created_at)
  into word, said_at
  from client_confirmations
  where lead_id = lead and (voided_at is null or (partner_id = partner and answer in ('other', 'no', 'never')))
  order by coalesce(answer in ('other', 'no'), false) desc, voided_at is null desc, answered_at desc
  limit 1;
end $function$;

CREATE OR REPLACE FUNCTION app.commission_adds_up(kind text, revenue bigint, rate numeric, amount bigint, reason jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when kind = 'clawback' then coalesce(
      amount <= 0 and revenue <= 0 and (amount < 0 or revenue < 0) and reason ->> 'why' in ('taken_back', 'left', 'bonus_lost'), false)
    else coalesce((
      select revenue >= 0 and amount >= 0 and t.taken_amount >= 0 and t.taken_revenue >= 0
        and amount + t.taken_amount = least(g.gross, coalesce((reason #>> '{cut,roomCents}')::bigint, g.gross))
        and (reason -> 'cut' = 'null' or (reason #>> '{cut,roomCents}')::bigint < g.gross)
        and case reason ->> 'why'
          when 'rate' then kind in ('deal', 'payment') and rate = (reason ->> 'ratePercent')::numeric
            and g.gross = app.rounded_part(reason, (revenue + t.taken_revenue)::numeric * rate / 100, g.gross)
          when 'fixed' then kind = 'fixed' and g.gross = (reason ->> 'fixedCents')::bigint
          when 'bonus' then kind = 'bonus' and revenue = 0
            and g.gross = (reason ->> 'targetCents')::bigint - (reason ->> 'beforeCents')::bigint
            and (reason ->> 'value')::numeric >= (reason #>> '{bonus,from}')::numeric
            and (reason ->> 'targetCents')::bigint = coalesce((reason #>> '{bonus,pays,cents}')::bigint,
              round(greatest((reason ->> 'countedCents')::numeric, 0) * (reason #>> '{bonus,pays,percent}')::numeric / 100))
          else false end
      from (select coalesce((reason #>> '{taken,revenueCents}')::bigint, 0) as taken_revenue,
          coalesce((reason #>> '{taken,amountCents}')::bigint, 0) as taken_amount) t,
        (select (reason ->> 'grossCents')::bigint as gross) g), false) end;
end $function$;

CREATE OR REPLACE FUNCTION app.contract_signed(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return COALESCE((SELECT (n.status = 'signe'::text) FROM app.newest_main_contract(contract_signed.person) n(id, status)), false);
end $function$;

CREATE OR REPLACE FUNCTION app.event_lead(name text, subject uuid, before jsonb, after jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when split_part(name, '.', 1) = 'commission'
    then coalesce(
      (select c.lead_id from commissions c where c.id = subject), (coalesce(after ->> 'leadId', before ->> 'leadId'))::uuid)
    else subject end;
end $function$;

CREATE OR REPLACE FUNCTION app.event_topic(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case
    when split_part(name, '.', 1) in ('lead', 'leads', 'registration', 'introduction_link', 'client_invoice') then 'all_leads'
    when split_part(name, '.', 1) in ('client_payment', 'commission', 'dispute', 'payout', 'payout_run', 'invoice', 'das2')
      then 'money'
    when split_part(name, '.', 1) in ('payment_info', 'billing', 'supplier_code') then 'bank'
    when split_part(name, '.', 1) = 'vigilance' then 'documents'
    when split_part(name, '.', 1) = 'contract' then 'contracts'
    else 'team'
  end;
end $function$;

CREATE OR REPLACE FUNCTION app.field_text(lead leads, field text, required_from text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case field
    when 'name' then nullif(lead.name, '')
    when 'company' then nullif(lead.company, '')
    when 'email' then nullif(lead.email, '')
    when 'phone' then nullif(lead.phone, '')
    when 'website' then nullif(lead.website, '')
    when 'notes' then nullif(lead.notes, '')
    when 'offerType' then lead.offer_type
    when 'estimatedAmountCents' then
      case when required_from is null then lead.estimated_amount_cents::text else nullif(lead.estimated_amount_cents, 0)::text end
    else lead.fields ->> field
  end;
end $function$;

CREATE OR REPLACE FUNCTION app.field_value_fits(kind text, options jsonb, value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce(case
    when kind = 'number' then jsonb_typeof(value) = 'number' and abs((value #>> '{}')::numeric) <= 999999999999
      and scale(trim_scale((value #>> '{}')::numeric)) <= 3
    when kind = 'amount' then jsonb_typeof(value) = 'number' and (value #>> '{}')::numeric between 0 and 1000000000000
      and scale(trim_scale((value #>> '{}')::numeric)) = 0
    when kind = 'yes_no' then jsonb_typeof(value) = 'boolean'
    when kind = 'choices' then jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and jsonb_array_length(options)
      and not exists (select from jsonb_array_elements(value) v
        where not options @> jsonb_build_array(jsonb_build_object('key', v)))
      and (select count(distinct v) = count(*) from jsonb_array_elements(value) v)
    when jsonb_typeof(value) <> 'string' or value #>> '{}' = '' then false
    when kind = 'text' then length(value #>> '{}') <= 200
    when kind = 'long_text' then length(value #>> '{}') <= 2000
    when kind = 'choice' then options @> jsonb_build_array(jsonb_build_object('key', value))
    when kind = 'date' then value #>> '{}' ~ '^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      and substr(value #>> '{}', 9)::integer <= case substr(value #>> '{}', 6, 2)
        when '02' then case when substr(value #>> '{}', 1, 4)::integer % 4 = 0
          and (substr(value #>> '{}', 1, 4)::integer % 100 <> 0 or substr(value #>> '{}', 1, 4)::integer % 400 = 0) then 29 else 28 end
        when '04' then 30 when '06' then 30 when '09' then 30 when '11' then 30 else 31 end
    when kind = 'email' then length(value #>> '{}') <= 255 and value #>> '{}' ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$'
    when kind = 'phone' then length(value #>> '{}') <= 50 and value #>> '{}' ~ '^[0-9+()./ #*-]+$'
      and length(regexp_replace(value #>> '{}', '\D', '', 'g')) >= 4
    when kind = 'link' then length(value #>> '{}') <= 2048 and value #>> '{}' ~* '^https?://[^\s/?#]+\.\S+$'
    when kind = 'siren' then value #>> '{}' ~ '^\d{9}$' and app.passes_luhn(value #>> '{}')
    when kind = 'siret' then value #>> '{}' ~ '^\d{14}$' and app.passes_luhn(left(value #>> '{}', 9))
      and (app.passes_luhn(value #>> '{}') or value #>> '{}' like '356000000%'
        and (select sum(digit::integer) % 5 = 0 from regexp_split_to_table(value #>> '{}', '') digit))
    else false
  end, false);
end $function$;

CREATE OR REPLACE FUNCTION app.field_words(fields jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(string_agg(' ' || (fields ->> f.key), '' order by f.key), '') from lead_fields f
  where f.searchable and fields ? f.key
  );
end $function$;

CREATE OR REPLACE FUNCTION app.first_by_rule(one uuid, other uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select r.lead_id from lead_registrations r join leads l on l.id = r.lead_id
    where r.lead_id in (select one union select other union select app.leads_of_company(one) union select app.leads_of_company(other))
      and l.status not in ('refuse', 'perdu') and r.state in ('accepted', 'extended', 'converted', 'submitted', 'appealed')
    order by r.state in ('submitted', 'appealed'), case when r.state not in ('submitted', 'appealed') then r.decided_at end, r.seq
    limit 1
  );
end $function$;

CREATE OR REPLACE FUNCTION app.first_event_id(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (lpad(to_hex(greatest(floor(extract(epoch from at) * 1000), 0)::bigint), 12, '0') || repeat('0', 20))::uuid;
end $function$;

CREATE OR REPLACE FUNCTION app.former_partners()
 RETURNS TABLE(id uuid, name text, company text, merged_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  with recursive former as (
    select p.id, p.main_person_id, p.merged_at from partners p where p.merged_into = app.partner_id() and app.partner_may('money')
    union all
    select p.id, p.main_person_id, p.merged_at from former f join partners p on p.merged_into = f.id
  )
  select f.id, p.full_name, p.company, f.merged_at from former f join profiles p on p.user_id = f.main_person_id;
end $function$;

CREATE OR REPLACE FUNCTION app.has_passkeys()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return exists (select from auth.passkeys);
end $function$;

CREATE OR REPLACE FUNCTION app.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return exists (select from auth.users where id = person and two_factor_enabled)
    or exists (select from auth.passkeys where user_id = person);
end $function$;

CREATE OR REPLACE FUNCTION app.hold_all_contacts()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
 perform pg_advisory_xact_lock(7277465);
end $function$;

CREATE OR REPLACE FUNCTION app.is_required_in(required_from text, stage text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when required_from is null then stage not in ('refuse', 'perdu')
    when required_from = stage then true
    else stage not in ('refuse', 'perdu') and exists (
      select from lead_stages f join lead_stages s on s.place >= f.place
      where f.key = required_from and s.key = stage and f.put_away_at is null and s.put_away_at is null)
  end;
end $function$;

CREATE OR REPLACE FUNCTION app.is_share(cents bigint, whole bigint, share integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when whole is null then cents is null
    else coalesce(cents >= 0 and abs(cents::numeric * 10000 - whole::numeric * share) < 10000, false) end;
end $function$;

CREATE OR REPLACE FUNCTION app.lacking_documents(day date)
 RETURNS TABLE(partner_id uuid, kind text, label text, ended_on date, requested_on timestamp with time zone, is_received boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select d.partner_id, d.kind, min(d.label), max(d.expires_on) filter (where d.status = 'verified'),
    max(d.requested_at) filter (where d.status <> 'withdrawn'), bool_or(d.status = 'received')
  from vigilance_documents d
  group by d.partner_id, d.kind, lower(d.label)
  having bool_or(d.status = 'verified' or (d.requested_at is not null and d.status <> 'withdrawn'))
    and not bool_or(d.status = 'verified' and (d.expires_on is null or d.expires_on >= day));
end $function$;

CREATE OR REPLACE FUNCTION app.lead_facts()
 RETURNS TABLE(lead_id uuid, registration_state text, protected_until timestamp with time zone, client_word text, client_word_at timestamp with time zone, settled boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select l.id, r.state, r.protected_until, w.word, w.said_at,
    exists (select from commissions c where c.lead_id = l.id and c.status <> 'en_attente')
  from leads l
    join lead_registrations r on r.lead_id = l.id
    left join lateral app.client_word(l.id, l.partner_id) w on w.word is not null;
end $function$;

CREATE OR REPLACE FUNCTION app.leads_of_company(lead uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    select o.id from leads l join leads o on o.company_key = l.company_key
      where l.id = lead and l.company <> '' and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on lower(o.email) = lower(l.email)
      where l.id = lead and l.email <> '' and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on o.phone_key = l.phone_key and o.phone_key <> ''
      where l.id = lead and '' in (l.email, l.company, o.email, o.company) and o.id <> lead
        and o.status not in ('refuse', 'perdu');
end $function$;

CREATE OR REPLACE FUNCTION app.legal_identity()
 RETURNS TABLE(legal_name text, legal_form text, siren text, building_number text, street text, postcode text, town text, country text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select legal_name, legal_form, siren, building_number, street, postcode, town, country from programme_settings;
end $function$;

CREATE OR REPLACE FUNCTION app.mandate_in_force(person uuid)
 RETURNS TABLE(id uuid, reference text, signed_at timestamp with time zone, contest_days integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query

 SELECT c.id,
     s.reference,
     c.signed_at,
     c.contest_days
    FROM (( SELECT m.id,
             m.user_id,
             m.contract_type,
             m.status,
             m.title,
             m.file_id,
             m.link,
             m.created_at,
             m.signed_at,
             m.signing_method,
             m.sign_route,
             m.remarks,
             m.amends_id,
             m.opened_at,
             m.code_sent_at,
             m.declined_at,
             m.decline_reason,
             m.countersigned_at,
             m.scan_file_id,
             m.template_version_id,
             m.revoked_at,
             m.revoke_reason,
             m.title_key,
             m.contest_days
            FROM contracts m
           WHERE ((m.user_id = mandate_in_force.person) AND (m.contract_type = 'mandate'::text))
           ORDER BY m.created_at DESC, m.id DESC
          LIMIT 1) c
      JOIN signatures s ON (((s.contract_id = c.id) AND (s.role = 'partner'::text) AND (s.revoked_at IS NULL))))
   WHERE ((c.status = 'signe'::text) AND (c.signing_method = 'electronic'::text));
end $function$;

CREATE OR REPLACE FUNCTION app.months_after(at timestamp with time zone, months integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (((at AT TIME ZONE app.time_zone()) + make_interval(months => months)) AT TIME ZONE app.time_zone());
end $function$;

CREATE OR REPLACE FUNCTION app.named_tiers(ids uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select t.id from partner_tiers t where t.id = any (ids) and (
    exists (select from resources r where r.min_tier_id = t.id)
    or exists (select from tier_amendments a where a.tier_id = t.id)
    or exists (select from commissions c where c.tier_name = t.name)
    or exists (select from lead_signings s where s.tier_name = t.name));
end $function$;

CREATE OR REPLACE FUNCTION app.names_fit(names jsonb, longest integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(names) = 'object' then not exists (
    select from jsonb_each(names) n
    where n.key !~ '^[a-z]{2}$' or jsonb_typeof(n.value) <> 'string' or n.value #>> '{}' = '' or length(n.value #>> '{}') > longest
  ) else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.options_fit(options jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(options) = 'array' then jsonb_array_length(options) <= 50 and not exists (
      select from jsonb_array_elements(options) o
      where jsonb_typeof(o) <> 'object' or coalesce(o ->> 'key', '') !~ '^[a-z][a-z0-9_]{0,39}$'
        or coalesce(length(o ->> 'name'), 0) not between 1 and 60 or not coalesce(app.names_fit(o -> 'names', 60), false)
    ) and (select count(distinct o ->> 'key') = count(*) from jsonb_array_elements(options) o)
  else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.own_tier_revenue()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return app.tier_revenue(app.partner_id());
end $function$;

CREATE OR REPLACE FUNCTION app.partner_now(partner uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    with recursive line as (
    select id, merged_into from partners where id = partner
    union all
    select p.id, p.merged_into from line join partners p on p.id = line.merged_into
  )
  select id from line where merged_into is null
  );
end $function$;

CREATE OR REPLACE FUNCTION app.partners_of_lead(lead uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.full_name,
      'deleted', p.deleted_at is not null and c.merged_into is null,
      'percent', trim_scale(app.share_of(lead, c.id) / 100.0)) order by c.id <> l.partner_id, s.shared_at, c.id)
  from leads l
    join partners c on c.id = l.partner_id or c.id in (select partner_id from lead_shares where lead_id = l.id)
    join profiles p on p.user_id = c.main_person_id
    left join lead_shares s on (s.lead_id, s.partner_id) = (l.id, c.id)
  where l.id = lead and exists (select from lead_shares where lead_id = l.id)
    and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()
      or exists (select from lead_shares where (lead_id, partner_id) = (l.id, app.partner_id())))
  );
end $function$;

CREATE OR REPLACE FUNCTION app.passes_luhn(digits text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select sum(case when place % 2 = 1 then digit when digit > 4 then digit * 2 - 9 else digit * 2 end) % 10 = 0
  from (
    select substr(reverse(digits), place, 1)::integer as digit, place from generate_series(1, length(digits)) place
  ) d
  );
end $function$;

CREATE OR REPLACE FUNCTION app.passkey_count(person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select count(*)::integer from auth.passkeys where user_id = person
  );
end $function$;

CREATE OR REPLACE FUNCTION app.payout_approvers()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select count(*) from user_roles r
    join staff_rights s on s.staff_role = r.staff_role and s.right_name = 'money'
    join profiles p on p.user_id = r.user_id
  where p.deleted_at is null and p.joined_at is not null
  );
end $function$;

CREATE OR REPLACE FUNCTION app.people_of_lead(lead uuid, OUT person uuid, OUT former boolean)
 RETURNS SETOF record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select m.person_id, bool_and(m.partner_id <> r.partner_id)
  from lead_registrations r join partner_members m on m.partner_id = any (r.former_partners || r.partner_id)
  where r.lead_id = lead and (not app.is_partner(current_setting('role')) or r.partner_id = app.partner_id())
  group by m.person_id;
end $function$;

CREATE OR REPLACE FUNCTION app.people_told(partner uuid, topic text, lead uuid, begun_by uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  with people as (
    select m.person_id, m.role, coalesce(n.colleagues_leads, m.role = 'owner') as follows,
      m.role <> 'accountant' and m.person_id = (select l.typed_by from leads l where l.id = lead) as is_theirs
    from partner_members m join profiles p on p.user_id = m.person_id and p.deleted_at is null
      left join notification_choices n on n.user_id = m.person_id
    where m.partner_id = case when topic in ('money', 'bank', 'documents') then app.partner_now(partner) else partner end
      and m.until is null
  )
  select person_id from people
  where case
    when topic = 'all_leads' then is_theirs or role in ('owner', 'manager') and follows
      or role = 'owner' and not exists (select from people where is_theirs)
    when topic in ('money', 'bank', 'documents') then role in ('owner', 'accountant')
      or role = 'manager' and topic = 'money' and person_id = begun_by
    else role = 'owner'
  end;
end $function$;

CREATE OR REPLACE FUNCTION app.percent_fits(percent jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(percent) = 'number'
    then percent::numeric between 0 and 100 and percent::numeric = round(percent::numeric, 2) else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.phone_key(phone text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select case when length(digits) < 6 then ''
    when phone ~ '^\s*\+33\D*0' or phone ~ '^\s*0033\D*0' then '33' || substr(ltrim(digits, '0'), 4)
    when phone ~ '^\s*\+' then digits
    when digits like '00%' then substr(digits, 3)
    when digits like '0%' and length(digits) = 10 then '33' || substr(digits, 2)
    else digits end
  from (select regexp_replace(phone, '\D', '', 'g') as digits) d
  );
end $function$;

CREATE OR REPLACE FUNCTION app.programme_rule()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select v.definition from commission_rules r join commission_rule_versions v on v.rule_id = r.id
  where r.partner_id is null and r.offer is null and v.valid_from <= (now() at time zone app.time_zone())::date
    and not exists (select from partner_tiers where archived_at is null)
  order by v.valid_from desc, v.version desc limit 1
  );
end $function$;

CREATE OR REPLACE FUNCTION app.read_former_by_commission(commission uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce((select app.read_former(c.partner_id) from commissions c where c.id = commission), false);
end $function$;

CREATE OR REPLACE FUNCTION app.read_former_by_invoice(invoice uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce((select app.read_former(i.partner_id) from invoices i where i.id = invoice), false);
end $function$;

CREATE OR REPLACE FUNCTION app.read_former_by_payout(payout uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return coalesce((select app.read_former(p.partner_id) from payouts p where p.id = payout), false);
end $function$;

CREATE OR REPLACE FUNCTION app.registration_number(at timestamp with time zone, seq bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return ((('REF-'::text || to_char((at AT TIME ZONE app.time_zone()), 'YYYY'::text)) || '-'::text) || lpad((seq)::text, GREATEST(6, length((seq)::text)), '0'::text));
end $function$;

CREATE OR REPLACE FUNCTION app.revealed_iban(partner uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select iban_encrypted from payment_infos
  where partner_id = partner and app.has_right('bank_details') and exists (
    select from events e
    where e.name = 'payment_info.iban_revealed' and e.subject_id = partner and e.partner_id = partner
      and e.audience = 'partner' and e.actor_id = app.user_id() and age(e.xmin) <= 0
  )
  );
end $function$;

CREATE OR REPLACE FUNCTION app.rounded_part(reason jsonb, exact numeric, gross bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (case when coalesce((reason ->> 'shareBasisPoints')::integer, 10000) = 10000 then round(exact)
    else greatest(floor(exact), least(ceil(exact), gross)) end)::bigint;
end $function$;

CREATE OR REPLACE FUNCTION app.rule_fits(rule jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(rule) = 'object' and jsonb_typeof(rule -> 'cap') = 'object'
      and jsonb_typeof(rule -> 'bonuses') = 'array' and jsonb_typeof(rule -> 'when') = 'object' then coalesce(
      rule ?& array['base', 'rate', 'fixedCents', 'when', 'cap', 'bonuses', 'reduction']
        and (rule - array['base', 'rate', 'fixedCents', 'when', 'cap', 'bonuses', 'reduction']) = '{}'
        and rule ->> 'base' in ('estimate', 'client_payment')
        and (rule -> 'rate' in ('null', '{"tiers": true}')
          or jsonb_typeof(rule -> 'rate') = 'object' and (rule -> 'rate') - 'percent' = '{}'
            and app.percent_fits(rule #> '{rate,percent}'))
        and app.sum_fits(rule -> 'fixedCents', true)
        and (rule -> 'rate' <> 'null' or rule -> 'fixedCents' <> 'null')
        and (rule -> 'when' = '{"always": true}' or rule ->> 'base' = 'client_payment' and (rule -> 'when' = '{"first": true}'
          or (rule -> 'when') - 'months' = '{}' and app.whole_fits(rule #> '{when,months}', 1, 120)))
        and ((rule -> 'cap') - array['leadCents', 'yearCents']) = '{}'
        and app.sum_fits(rule #> '{cap,leadCents}', true) and app.sum_fits(rule #> '{cap,yearCents}', true)
        and jsonb_array_length(rule -> 'bonuses') <= 10
        and not exists (select from jsonb_array_elements(rule -> 'bonuses') b where not app.bonus_fits(b))
        and (rule -> 'reduction' = 'null' or jsonb_typeof(rule -> 'reduction') = 'object' and (rule -> 'reduction') - 'months' = '{}'
          and app.whole_fits(rule #> '{reduction,months}', 1, 120)), false)
    else false end;
end $function$;

CREATE OR REPLACE FUNCTION app.rule_for(partner uuid, of_offer text, day date)
 RETURNS commission_rule_versions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  found commission_rule_versions;
begin
  select v.rule_id, v.version, v.valid_from, v.definition, v.published_by, v.published_at
  into found
  from commission_rules r cross join lateral (
    select * from commission_rule_versions w where w.rule_id = r.id and w.valid_from <= day
    order by w.valid_from desc, w.version desc limit 1) v
  where (r.partner_id is null or r.partner_id = partner) and (r.offer is null or r.offer = of_offer) and v.definition is not null
  order by r.partner_id is null, r.offer is null limit 1;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION app.session_method(session uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select method from auth.sessions where id = session
  );
end $function$;

CREATE OR REPLACE FUNCTION app.share_of(lead uuid, partner uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(sum(share) filter (where partner_id = partner), 10000 - coalesce(sum(share), 0))::integer
  from lead_shares where lead_id = lead
  );
end $function$;

CREATE OR REPLACE FUNCTION app.shared_leads()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select coalesce(array_agg(lead_id), '{}') from lead_shares where partner_id = app.partner_id()
  );
end $function$;

CREATE OR REPLACE FUNCTION app.sign_in_provider()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (
    select name from identity_providers where enabled
  );
end $function$;

CREATE OR REPLACE FUNCTION app.sum_fits(cents jsonb, optional boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return jsonb_typeof(cents) = 'null' and optional or app.whole_fits(cents, 1, 100000000000);
end $function$;

CREATE OR REPLACE FUNCTION app.taken_part(reason jsonb, exact numeric, gross bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (case when coalesce((reason ->> 'shareBasisPoints')::integer, 10000) = 10000 or abs(gross - exact) >= 100
    then round(exact) else gross end)::bigint;
end $function$;

CREATE OR REPLACE FUNCTION app.tier_of(person uuid)
 RETURNS partner_tiers
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  found partner_tiers;
begin
  select * into found from partner_tiers
    where archived_at is null and min_revenue_cents <= app.tier_revenue(person)
    order by tier_order desc limit 1;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION app.tier_revenue(person uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return (COALESCE((SELECT sum(commission_stats.revenue_cents) AS sum FROM commission_stats WHERE ((commission_stats.partner_id = tier_revenue.person) AND (commission_stats.status = ANY (ARRAY['valide'::text, 'paye'::text])))), (0)::numeric))::bigint;
end $function$;

CREATE OR REPLACE FUNCTION app.tier_stats()
 RETURNS TABLE(tiers integer, lowest_rate numeric, highest_rate numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
  select count(*)::integer, min(commission_rate), max(commission_rate) from partner_tiers where archived_at is null;
end $function$;

CREATE OR REPLACE FUNCTION app.version_over_all(partner uuid, first_day date, by_then timestamp with time zone)
 RETURNS commission_rule_versions
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  found commission_rule_versions;
begin
  select v.rule_id, v.version, v.valid_from, v.definition, v.published_by, v.published_at
  into found
  from commission_rules r cross join lateral (
    select * from commission_rule_versions w where w.rule_id = r.id and w.valid_from <= first_day and w.published_at <= by_then
    order by w.valid_from desc, w.version desc limit 1) v
  where (r.partner_id is null or r.partner_id = partner) and r.offer is null and v.definition is not null
  order by r.partner_id is null limit 1;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION app.whole_fits(number jsonb, low bigint, high bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return case when jsonb_typeof(number) = 'number'
    then number::numeric between low and high and number::numeric = trunc(number::numeric) else false end;
end $function$;


-- What tells a message's receivers apart is read with the owner's rights: policies would ask for it twice more.
create or replace function app.announce_event() returns trigger language plpgsql security definer
set search_path to 'public', 'pg_temp' as $$
declare
  typed uuid;
begin
  select l.typed_by into typed from leads l where l.id = app.event_lead(new.name, new.subject_id, new.before, new.after);
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'byPartner', app.acts_for(new.actor_id, new.partner_id), 'typedBy', typed,
    'sharedWith', array(select s.partner_id from lead_shares s where s.lead_id = new.subject_id), 'requestId', new.request_id,
    'audience', new.audience, 'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $$;
