-- A plan that may read leads of other partners reads all leads of the partner for each page, since a condition that is one of two
-- leads to no order. Partners with whom nobody shares a lead therefore have a role without that policy; those with whom somebody
-- does are passerelle_sharer, which is passerelle_partner beside it.
create function app.is_partner(role text) returns boolean language sql immutable parallel safe
  return role in ('passerelle_partner', 'passerelle_sharer');

drop policy shared_reads on leads;
create policy shared_reads on leads for select to passerelle_sharer using (id = any ((select app.shared_leads())::uuid[]));

drop function app.session(text, timestamptz, interval);
create function app.session(session_token text, at timestamp with time zone, longest interval, OUT session_id uuid, OUT user_id uuid, OUT role text, OUT staff_role text, OUT viewer_id uuid, OUT partner_id uuid, OUT partner_role text, OUT sees_amounts boolean, OUT shares_leads boolean, OUT contract_signed boolean, OUT two_factor boolean, OUT language text, OUT updated_at timestamp with time zone, OUT ends_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  select s.id, coalesce(v.person_id, s.user_id),
    case when v.partner_id is null then coalesce(r.role, 'partner') else 'partner' end,
    case when v.partner_id is null then r.staff_role end,
    case when v.partner_id is not null then s.user_id end,
    coalesce(v.partner_id, m.partner_id), coalesce(v.role, m.role), coalesce(v.sees_amounts, m.sees_amounts),
    (v.partner_id is not null or coalesce(r.role, 'partner') = 'partner')
      and exists (select from lead_shares o where o.partner_id = coalesce(v.partner_id, m.partner_id)),
    coalesce(n.status = 'signe', false),
    v.partner_id is null and coalesce(u.two_factor_enabled, false),
    -- A view of a partner's pages has their language.
    coalesce(case when v.partner_id is null then p.language else v.language end, (select t.language from settings t)),
    s.updated_at, least(s.expires_at, s.created_at + longest, v.ends_at)
  into session_id, user_id, role, staff_role, viewer_id, partner_id, partner_role, sees_amounts, shares_leads,
    contract_signed, two_factor, language, updated_at, ends_at
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
end $function$;
revoke execute on function app.session(text, timestamptz, interval) from public;
grant execute on function app.session(text, timestamptz, interval) to passerelle_anonymous, passerelle_system;

CREATE OR REPLACE FUNCTION app.check_field_values(before jsonb, after jsonb, hidden boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  changed record;
  field lead_fields;
  by_owner boolean := not app.is_partner(current_user) and current_user not in ('passerelle_admin', 'passerelle_system');
begin
  for changed in
    select k.key, after -> k.key as value from (
      select jsonb_object_keys(after) as key union select jsonb_object_keys(before)
    ) k where after -> k.key is distinct from before -> k.key
  loop
    select * into field from lead_fields where key = changed.key;
    if changed.value is not null and (field.key is null or (field.partner_access = 'none') <> hidden
        or field.put_away_at is not null and not by_owner) then
      raise exception 'a lead has no field % here', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_known';
    end if;
    if app.is_partner(current_user) and field.partner_access is distinct from 'edits'
        or current_user = 'passerelle_admin' and field.staff_edits is not true then
      raise exception 'the field % is not filled in by this side', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_edited';
    end if;
    if changed.value is not null and not app.field_value_fits(field.kind, field.options, changed.value) then
      raise exception 'the field % does not take this value', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_fit';
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION app.check_required_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lacking text;
begin
  if not app.is_partner(current_user) and current_user <> 'passerelle_admin' then
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
end $function$;

CREATE OR REPLACE FUNCTION app.check_stage()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  entered lead_stages;
  left_stage lead_stages;
begin
  select * into entered from lead_stages where key = new.status;
  if entered.put_away_at is not null then
    raise exception 'the stage % is put away', new.status using errcode = 'check_violation', constraint = 'leads_stage_open';
  end if;
  if tg_op = 'INSERT' then
    if (app.is_partner(current_user) and not entered.partner_enters
        or current_user = 'passerelle_admin' and not entered.staff_enters)
        and entered.place > (select min(place) from lead_stages where put_away_at is null) then
      raise exception 'the stage % lets nobody of this side in', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
    new.stage_since := new.created_at;
  else
    select * into left_stage from lead_stages where key = old.status;
    if app.is_partner(current_user) and not (entered.partner_enters and left_stage.partner_leaves)
        or current_user = 'passerelle_admin' and not (entered.staff_enters and left_stage.staff_leaves) then
      raise exception 'the stages % and % let nobody of this side pass', old.status, new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
    -- A lead whose stage was merged into another one has not moved.
    if left_stage.put_away_at is null then
      new.stage_since := new.updated_at;
    end if;
    -- A new lead has no file yet: it is asked for where leads move.
    if entered.asks = 'file' and current_user <> 'passerelle_system'
        and not exists (select from lead_files f where f.lead_id = new.id) then
      raise exception 'the stage % asks for a file', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_asks_file';
    end if;
  end if;
  if entered.asks = 'amount' and new.estimated_amount_cents = 0 and current_user <> 'passerelle_system' then
    raise exception 'the stage % asks for an amount', new.status
      using errcode = 'check_violation', constraint = 'leads_stage_asks';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION app.hold_partner(partner uuid, OUT full_name text, OUT deleted_at timestamp with time zone, OUT role text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  person uuid;
begin
  if app.is_partner(current_setting('role')) and partner is distinct from app.partner_id() then
    return;
  end if;
  select main_person_id into person from partners where id = partner for key share;
  person := coalesce(person, partner);
  select p.full_name, p.deleted_at into full_name, deleted_at from profiles p where p.user_id = person for key share;
  -- In a statement of its own: one that waited for the lock still sees the old role.
  role := app.role_of(person);
end $function$;

CREATE OR REPLACE FUNCTION app.keep_one_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  partner uuid := (select partner_id from partner_members where person_id = new.user_id and until is null);
begin
  if partner is null then
    return null;
  end if;
  -- A colleague gets the company by the statement below, which is nobody's change of it.
  if pg_trigger_depth() = 1 and app.is_partner(current_setting('role')) and not app.partner_may('company') then
    raise exception 'the role does not change the company' using errcode = 'check_violation', constraint = 'profiles_one_company';
  end if;
  update profiles set company = new.company
    where user_id in (select person_id from partner_members where partner_id = partner and until is null)
      and company <> new.company;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION app.lock_partners(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from partners
    where id = any (ids) and (not app.is_partner(current_setting('role')) or id = app.partner_id())
    order by id for no key update;
end $function$;

drop trigger check_own_commission on commissions;
create constraint trigger check_own_commission after insert on commissions deferrable initially deferred
  for each row when (app.is_partner(current_user)) execute function app.check_own_commission();

drop trigger resubmit on leads;
create trigger resubmit after update of company, email, phone on leads
  for each row when (app.is_partner(current_user) and (new.company_key <> old.company_key or lower(new.email) <> lower(old.email)
    or '' in (new.company, new.email) and new.phone_key <> old.phone_key))
  execute function app.resubmit();
