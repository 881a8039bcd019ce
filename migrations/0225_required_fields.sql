-- A field that a lead needs is asked for by the command; the database holds the same for whoever fills it in, so that nothing that is
-- sent at the same moment goes past it. As in domain/fields.ts (isRequiredIn).
create function app.is_required_in(required_from text, stage text) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select case when required_from is null then stage not in ('refuse', 'perdu')
    when required_from = stage then true
    else stage not in ('refuse', 'perdu') and exists (
      select from lead_stages f join lead_stages s on s.place >= f.place
      where f.key = required_from and s.key = stage and f.put_away_at is null and s.put_away_at is null)
  end
$$;

-- The value of a field of a lead, as text; null for none. Where an amount is not asked for from the beginning, 0 is none.
create function app.field_text(lead leads, field text, required_from text) returns text
  language sql stable set search_path = public, pg_temp as $$
  select case field
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
  end
$$;

-- Checks what a side fills in: all of it of a new lead and of one that enters a stage, else what was emptied. What every portal asks a
-- new lead for is not asked for again where a lead moves: one from before it was required may lack it.
create function app.check_required_fields() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  lacking text;
begin
  if current_user not in ('passerelle_partner', 'passerelle_admin') then
    return null;
  end if;
  select f.key into lacking from lead_fields f
    where f.required and f.put_away_at is null
      and case current_user when 'passerelle_admin' then f.staff_edits else f.partner_access = 'edits' end
      and f.partner_access <> 'none'
      and app.is_required_in(f.required_from, new.status)
      and app.field_text(new, f.key, f.required_from) is null
      and case when tg_op = 'INSERT' then true
        when new.status <> old.status then f.required_from is not null
          or f.key not in ('name', 'company', 'email', 'estimatedAmountCents', 'offerType')
        else app.field_text(old, f.key, f.required_from) is not null end
    limit 1;
  if lacking is not null then
    raise exception 'a lead needs the field %', lacking using errcode = 'check_violation', constraint = 'leads_required';
  end if;
  return null;
end $$;
create trigger check_new_required after insert on leads for each row execute function app.check_required_fields();
create trigger check_required after update of status, name, company, email, phone, website, estimated_amount_cents, notes, fields
  on leads for each row
  when ((new.status, new.name, new.company, new.email, new.phone, new.website, new.estimated_amount_cents, new.notes, new.fields)
    is distinct from
    (old.status, old.name, old.company, old.email, old.phone, old.website, old.estimated_amount_cents, old.notes, old.fields))
  execute function app.check_required_fields();

-- The same for what partners do not see, which staff fill in beside the lead: a stage is entered with it, and it is not emptied.
create function app.check_required_hidden() returns trigger
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
    where l.id = lead and f.required and f.put_away_at is null and f.staff_edits and f.partner_access = 'none'
      and app.is_required_in(f.required_from, l.status)
      and coalesce(s.fields, '{}') -> f.key is null and (before is null or before ? f.key)
    limit 1;
  if lacking is not null then
    raise exception 'a lead needs the field %', lacking using errcode = 'check_violation', constraint = 'leads_required';
  end if;
  return null;
end $$;
-- At commit: a new lead is added before what partners do not see of it.
create constraint trigger check_new_hidden after insert on leads deferrable initially deferred
  for each row execute function app.check_required_hidden();
create constraint trigger check_entered_hidden after update of status on leads deferrable initially deferred
  for each row when (new.status <> old.status) execute function app.check_required_hidden();
create trigger check_required_hidden after update on lead_staff_fields
  for each row execute function app.check_required_hidden();
