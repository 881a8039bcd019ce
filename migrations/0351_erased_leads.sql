-- Oldest version that may run on it: 0.3.0-dev
-- A lead whose contact is to be erased is restricted first (GDPR, art. 18): partners do not see it, lists, sums and searches of staff
-- leave it out, and nobody is mailed about it. An erased lead keeps company, number, protection and sums, and no contact.
alter table leads
  add column restricted_at timestamptz,
  add column erased_at timestamptz,
  add column mail_domain text not null default '',
  -- A keyed hash of a sole trader's name, by which a lead of theirs is known to be of the same company.
  add column trader_hash text not null default '',
  drop constraint leads_client_reached,
  add constraint leads_client_reached check (email <> '' or phone <> '' or erased_at is not null),
  add constraint leads_erased check (erased_at is null or email || phone || website || notes = '' and fields = '{}');
create index leads_by_mail_domain on leads (mail_domain) where mail_domain <> '';
create index leads_by_trader on leads (trader_hash) where trader_hash <> '';
create index leads_restricted on leads (id) where restricted_at is not null;
-- Sums of a period come from the index alone, and leave out restricted leads.
drop index leads_newest;
create index leads_newest on leads (created_at desc, id desc) include (status, estimated_amount_cents, restricted_at)
  where created_at > '-infinity';

create policy restricted on leads as restrictive to passerelle_partner using (restricted_at is null) with check (true);

-- No search finds it; one that is not restricted any more is found again.
create function app.hide_restricted() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.search_text := '';
  return new;
end $$;
create trigger keep_restricted before insert or update of restricted_at, name, company, email, phone, fields on leads
  for each row when (new.restricted_at is not null) execute function app.hide_restricted();

create or replace function app.count_leads() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, count(*) as n, sum(estimated_amount_cents)::bigint as cents,
        count(possible_duplicate_of) as duplicates
      from added where restricted_at is null group by 1, 2 order by 1, 2
    ) change;
  elsif tg_op = 'DELETE' then
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, -count(*) as n, -sum(estimated_amount_cents)::bigint as cents,
        -count(possible_duplicate_of) as duplicates
      from removed where restricted_at is null group by 1, 2 order by 1, 2
    ) change;
  else
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, sum(n)::bigint as n, sum(cents)::bigint as cents, sum(duplicate)::bigint as duplicates from (
        select partner_id, status, 1 as n, estimated_amount_cents as cents,
          (possible_duplicate_of is not null)::integer as duplicate from added where restricted_at is null
        union all
        select partner_id, status, -1, -estimated_amount_cents, -(possible_duplicate_of is not null)::integer
          from removed where restricted_at is null
      ) both_sides group by 1, 2
      having sum(n) <> 0 or sum(cents) <> 0 or sum(duplicate) <> 0
      order by 1, 2
    ) change;
  end if;
  return null;
end $$;

-- What the client said stays said where their mailbox goes, and nobody is asked again for what was erased.
drop trigger void_client_confirmations on leads;
create trigger void_client_confirmations after update of email, company, partner_id on leads for each row
  when ((lower(new.email) <> lower(old.email) or new.company_key is distinct from old.company_key
    or new.partner_id <> old.partner_id) and (new.erased_at is null or old.erased_at is not null))
  execute function app.void_client_confirmations();
alter table client_confirmations
  drop constraint client_confirmations_mailed,
  add constraint client_confirmations_mailed check (email <> '' or mailed_at is null or coalesce(answered_at, voided_at) is not null);

-- Nobody is asked for what was erased when the lead goes on.
create or replace function app.check_required_fields() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  lacking text;
  now_has jsonb;
  had jsonb;
begin
  if not app.is_partner(current_user) and current_user <> 'passerelle_admin'
      or tg_op = 'UPDATE' and new.erased_at is not null then
    return null;
  end if;
  now_has := to_jsonb(new);
  had := case when tg_op = 'UPDATE' then to_jsonb(old) end;
  select f.key into lacking from lead_fields f
    where f.required and f.archived_at is null
      and case current_user when 'passerelle_admin' then f.staff_edits else f.partner_access = 'edits' end
      and f.partner_access <> 'none'
      and app.is_required_in(f.required_from, new.status)
      and app.field_text(now_has, f) is null
      and case when tg_op = 'INSERT' then true
        when new.status <> old.status then f.required_from is not null or not f.required_at_start
        else app.field_text(had, f) is not null end
    limit 1;
  if lacking is not null then
    raise exception 'a lead needs the field %', lacking using errcode = 'check_violation', constraint = 'leads_required';
  end if;
  return null;
end $$;
create or replace function app.check_required_hidden() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  lead uuid := coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(new) ->> 'id')::uuid);
  before jsonb := case when tg_table_name = 'lead_staff_fields' then coalesce(to_jsonb(old) -> 'fields', '{}') end;
  lacking text;
begin
  if current_user <> 'passerelle_admin' then
    return null;
  end if;
  select f.key into lacking from lead_fields f, leads l left join lead_staff_fields s on s.lead_id = l.id
    where l.id = lead and l.erased_at is null and f.required and f.archived_at is null and f.staff_edits and f.partner_access = 'none'
      and app.is_required_in(f.required_from, l.status)
      and coalesce(s.fields, '{}') -> f.key is null and (before is null or before ? f.key)
    limit 1;
  if lacking is not null then
    raise exception 'a lead needs the field %', lacking using errcode = 'check_violation', constraint = 'leads_required';
  end if;
  return null;
end $$;

-- The domain of a company whose contact was erased is known.
create or replace function app.known_domain(domain text, except_lead uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return domain <> '' and (exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.search_text like '%@' || replace(replace(replace(lower(domain), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and split_part(lower(l.email), '@', 2) = lower(domain)
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  ) or exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.mail_domain = lower(domain) and l.mail_domain <> ''
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  ));
end $$;

-- A sole trader whose name was erased is the same company for whoever registers them again.
create or replace function app.leads_of_company(lead uuid) returns setof uuid
language plpgsql stable set search_path = public, pg_temp as $$
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
        and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on o.trader_hash = l.trader_hash
      where l.id = lead and l.trader_hash <> '' and o.id <> lead and o.status not in ('refuse', 'perdu');
end $$;
