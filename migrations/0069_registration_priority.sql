-- Who holds a company: the first accepted registration while it is protected, then the one submitted first.

-- In the provider's calendar: accepted on 21 November for six months, a lead is protected until 21 May, whatever the clocks do.
create function app.months_after(at timestamptz, months integer) returns timestamptz
  language sql stable set search_path = public, pg_temp
  return (at at time zone app.time_zone() + make_interval(months => months)) at time zone app.time_zone();

-- As before, but a lead whose registration was refused, merged or has expired holds nothing.
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
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where company_key = key and lead_company <> '' and status <> 'refuse' and id is distinct from except_lead
          and not exists (select from lead_registrations r where r.lead_id = id and r.state in ('refused', 'merged', 'expired'))
        order by created_at, id limit 1)
    ) found order by created_at, id limit 1
  );
end $$;

-- Whether a lead in the pipeline has an address of this domain: it may be the same company under another name. Only that; the
-- caller leaves out the domains of mail providers. The text search finds the candidates by their trigrams.
create function app.known_domain(domain text, except_lead uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return domain <> '' and exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.search_text like '%@' || replace(replace(replace(lower(domain), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and split_part(lower(l.email), '@', 2) = lower(domain)
      and l.status <> 'refuse' and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  );
end $$;
revoke all on function app.known_domain(text, uuid) from public;
grant execute on function app.known_domain(text, uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- Holds the contact of a lead that there is (app.hold_contact): before a decision about its company, and before it is signed.
create function app.hold_lead_contact(lead uuid) returns void
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform app.hold_contact(l.email, l.company) from leads l where l.id = lead;
end $$;
revoke all on function app.hold_lead_contact(uuid) from public;
grant execute on function app.hold_lead_contact(uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- Ids of other leads of the same company: by its normalized name, or by the e-mail address. Lost leads are nobody's any more.
create function app.leads_of_company(lead uuid) returns setof uuid
  language sql stable set search_path = public, pg_temp as $$
    select o.id from leads l join leads o on o.company_key = l.company_key where l.id = lead and o.id <> lead and o.status <> 'refuse'
    union
    select o.id from leads l join leads o on lower(o.email) = lower(l.email) where l.id = lead and o.id <> lead and o.status <> 'refuse'
  $$;

-- As before, but what staff or the provider's programs add needs no answer of theirs, unless somebody else is there already.
create or replace function app.register_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  programme programme_settings := p from programme_settings p;
  by_staff boolean := current_setting('role') = 'passerelle_admin';
begin
  insert into lead_registrations (lead_id, partner_id, number, seq, submitted_at, state, decided_at, decided_by, protected_until)
    select id, partner_id, app.registration_number(created_at, seq), seq, created_at,
      case when waits then 'submitted' when status = 'signe' then 'converted' else 'accepted' end,
      case when not waits then created_at end,
      case when not waits and programme.registrations then app.user_id() end,
      case when not waits and programme.registrations then app.months_after(created_at, programme.protection_months) end
    from (
      select id, partner_id, status, created_at, nextval('lead_submissions') as seq,
        programme.registrations and not (by_staff and possible_duplicate_of is null) as waits
      from (select * from added order by created_at, id) in_order
    ) numbered;
  return null;
end $$;

-- A partner who gives a lead another company has brought that one only now. Of a lead that waits, another address does the same:
-- otherwise an early number could be kept for a client who is found later.
create function app.resubmit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_registrations
    set state = 'submitted', seq = nextval('lead_submissions'), submitted_at = new.updated_at,
      decided_at = null, decided_by = null, message = '', protected_until = null, reminded_days = null
    where lead_id = new.id and (select registrations from programme_settings)
      and (state = 'submitted' or new.company_key <> old.company_key and state = 'accepted');
  return null;
end $$;
create trigger resubmit after update of company, email on leads
  for each row when (current_user = 'passerelle_partner'
    and (new.company_key <> old.company_key or lower(new.email) <> lower(old.email)))
  execute function app.resubmit();

-- One company, one commission: in Signé is whoever holds the company. The contact is held, so that of two leads that are signed at
-- once the second one sees the first.
create function app.check_signature() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own_state text;
  in_force boolean;
begin
  select state into own_state from lead_registrations where lead_id = new.id;
  if own_state in ('refused', 'merged') then
    raise exception 'a refused lead is not signed' using errcode = 'check_violation', constraint = 'leads_signed_refused';
  end if;
  if not (select registrations from programme_settings) then return null; end if;
  perform app.hold_contact(new.email, new.company);
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
create trigger check_signature after update of status on leads
  for each row when (new.status = 'signe' and old.status <> 'signe') execute function app.check_signature();
create trigger check_new_signature after insert on leads
  for each row when (new.status = 'signe') execute function app.check_signature();

-- No money counts for a lead that nobody has accepted.
create function app.check_registered() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.status <> 'en_attente' then return null; end if;
  if exists (
    select from lead_registrations
    where lead_id = new.lead_id and state in ('submitted', 'appealed', 'refused', 'merged')
  ) then
    raise exception 'the registration of this lead is not accepted'
      using errcode = 'check_violation', constraint = 'commissions_registered';
  end if;
  return null;
end $$;
create trigger check_registered after insert or update of status on commissions
  for each row when (new.lead_id is not null and new.status = 'valide' and new.kind <> 'clawback')
  execute function app.check_registered();

-- As before, and: of different partners one is accepted. Another one of the same partner, or a later one before an earlier one, is
-- accepted with a written reason alone.
create or replace function app.registration_goes_forward() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  signed boolean;
begin
  if new.state <> old.state and (old.state, new.state) not in (
      ('submitted', 'accepted'), ('submitted', 'refused'), ('submitted', 'merged'), ('submitted', 'converted'),
      ('appealed', 'accepted'), ('appealed', 'refused'), ('appealed', 'converted'),
      ('refused', 'appealed'),
      ('accepted', 'extended'), ('accepted', 'expired'), ('accepted', 'converted'), ('accepted', 'refused'), ('accepted', 'merged'),
      ('accepted', 'submitted'),
      ('extended', 'expired'), ('extended', 'converted'), ('extended', 'refused'), ('extended', 'merged'),
      ('expired', 'converted'), ('converted', 'accepted'), ('converted', 'extended')) then
    raise exception 'a registration cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'lead_registrations_forward';
  end if;
  -- Again with another company alone (app.resubmit), which no role may write.
  if new.state = 'submitted' and old.state = 'accepted' and new.seq <= old.seq then
    raise exception 'an answer is not taken back' using errcode = 'check_violation', constraint = 'lead_registrations_forward';
  end if;
  if new.state = 'appealed' and old.state = 'refused' and old.appealed_at is not null then
    raise exception 'a refusal is looked at again once' using errcode = 'check_violation', constraint = 'lead_registrations_appeal_once';
  end if;
  if new.state <> old.state and 'converted' in (old.state, new.state) then
    select status = 'signe' into signed from leads where id = new.lead_id;
    if signed <> (new.state = 'converted') then
      raise exception 'a registration is converted while its lead is signed'
        using errcode = 'check_violation', constraint = 'lead_registrations_converted';
    end if;
  end if;
  if app.user_id() = new.partner_id and (
      new.state not in (old.state, 'appealed') and 'converted' not in (old.state, new.state) and new.seq = old.seq
      or old.state in ('submitted', 'appealed') and new.state <> old.state
      or new.extension_state is distinct from old.extension_state and new.extension_state <> 'asked'
      or new.protected_until is distinct from old.protected_until and new.seq = old.seq) then
    raise exception 'nobody answers a registration of their own'
      using errcode = 'check_violation', constraint = 'lead_registrations_own';
  end if;
  if old.extension_state is distinct from new.extension_state
      and (coalesce(old.extension_state, ''), coalesce(new.extension_state, '')) not in
        (('', 'asked'), ('asked', 'granted'), ('asked', 'refused')) then
    raise exception 'an extension is asked for once' using errcode = 'check_violation', constraint = 'lead_registrations_extension_once';
  end if;
  if old.state in ('submitted', 'appealed') and new.state in ('accepted', 'converted') then
    perform app.hold_lead_contact(new.lead_id);
    if exists (
      select from app.leads_of_company(new.lead_id) other(id) join lead_registrations r on r.lead_id = other.id
      where r.state in ('accepted', 'extended', 'converted') and (r.partner_id <> new.partner_id or new.message = '')
        or r.state in ('submitted', 'appealed') and r.seq < new.seq and new.message = ''
    ) then
      raise exception 'another registration of this company is first'
        using errcode = 'check_violation', constraint = 'lead_registrations_first';
    end if;
  end if;
  return new;
end $$;

-- Answering needs the right to; whoever may not still locks what a decision about money rests on.
create policy rights on lead_registrations as restrictive for update to passerelle_admin
  using (true) with check ((select app.has_right('leads')));

-- Silent acceptance is the system's.
grant update (decided_by, reason, message) on lead_registrations to passerelle_system;
