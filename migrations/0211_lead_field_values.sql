-- Values of the fields that staff have added to a lead. Those that partners may see stand on the lead; the others in a table of
-- their own that partners' role reads nothing of, since policies hide rows and not keys.
alter table leads add column fields jsonb not null default '{}'
  constraint leads_fields check (jsonb_typeof(fields) = 'object');
grant insert (fields), update (fields) on leads to passerelle_partner, passerelle_admin, passerelle_system;
create index leads_by_fields on leads using gin (fields jsonb_path_ops) with (gin_pending_list_limit = 128) where fields <> '{}';

create table lead_staff_fields (
  lead_id uuid primary key references leads on delete cascade,
  fields jsonb not null,
  -- The values that a search of staff compares; a trigger writes it.
  search_text text not null default '',
  constraint lead_staff_fields_object check (jsonb_typeof(fields) = 'object')
);
create index lead_staff_fields_by_value on lead_staff_fields using gin (fields jsonb_path_ops)
  with (gin_pending_list_limit = 128);
create index lead_staff_fields_search on lead_staff_fields using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 128);

-- Luhn (ISO/IEC 7812-1): every second digit from the right is doubled; the sum of all digits is a multiple of ten.
create function app.passes_luhn(digits text) returns boolean
  language sql immutable parallel safe strict set search_path = pg_temp as $$
  select sum(case when place % 2 = 1 then digit when digit > 4 then digit * 2 - 9 else digit * 2 end) % 10 = 0
  from (
    select substr(reverse(digits), place, 1)::integer as digit, place from generate_series(1, length(digits)) place
  ) d
$$;

-- Whether a field of a kind takes a value. La Poste numbers its establishments by another rule.
create function app.field_value_fits(kind text, options jsonb, value jsonb) returns boolean
  language sql immutable parallel safe set search_path = pg_temp as $$
  select coalesce(case
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
  end, false)
$$;

-- Checks what changes of the values of a lead. `hidden`: those that partners do not see. A value that is taken away may belong
-- to a field that has moved meanwhile; the owner moves values of archived fields too.
create function app.check_field_values(before jsonb, after jsonb, hidden boolean) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  changed record;
  field lead_fields;
  by_owner boolean := current_user not in ('passerelle_partner', 'passerelle_admin', 'passerelle_system');
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
    if current_user = 'passerelle_partner' and field.partner_access is distinct from 'edits'
        or current_user = 'passerelle_admin' and field.staff_edits is not true then
      raise exception 'the field % is not filled in by this side', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_edited';
    end if;
    if changed.value is not null and not app.field_value_fits(field.kind, field.options, changed.value) then
      raise exception 'the field % does not take this value', changed.key
        using errcode = 'check_violation', constraint = 'leads_fields_fit';
    end if;
  end loop;
end $$;

create function app.check_lead_fields() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.check_field_values(case when tg_op = 'INSERT' then '{}' else old.fields end, new.fields, false);
  return new;
end $$;
create trigger check_new_fields before insert on leads for each row when (new.fields <> '{}')
  execute function app.check_lead_fields();
create trigger check_fields before update of fields on leads for each row when (new.fields <> old.fields)
  execute function app.check_lead_fields();

-- The values that a search compares.
create function app.field_words(fields jsonb) returns text
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(string_agg(' ' || (fields ->> f.key), '' order by f.key), '') from lead_fields f
  where f.searchable and fields ? f.key
$$;

create function app.check_staff_fields() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform app.check_field_values(case when tg_op = 'INSERT' then '{}' else old.fields end, new.fields, true);
  new.search_text := app.unaccent(lower(app.field_words(new.fields)));
  return new;
end $$;
create trigger check_staff_fields before insert or update on lead_staff_fields for each row execute function app.check_staff_fields();

-- From now on a trigger keeps what a search compares: which fields it has is not the same for ever.
alter table leads
  alter column search_text drop expression,
  alter column search_text set default '';
create function app.keep_search_text() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.search_text := app.unaccent(lower(new.name || ' ' || new.company || ' ' || new.email
    || case when new.fields = '{}' then '' else app.field_words(new.fields) end));
  return new;
end $$;
create trigger keep_search_text before insert or update of name, company, email, fields on leads
  for each row execute function app.keep_search_text();

-- A field that a lead has had a value of is not deleted any more.
create function app.note_used_fields() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_fields set used_at = now() where used_at is null and key in (select jsonb_object_keys(new.fields));
  return null;
end $$;
create trigger note_new_fields after insert on leads for each row when (new.fields <> '{}') execute function app.note_used_fields();
create trigger note_fields after update of fields on leads for each row when (new.fields <> old.fields)
  execute function app.note_used_fields();
create trigger note_staff_fields after insert or update on lead_staff_fields for each row execute function app.note_used_fields();

-- After a field was shown to partners or hidden from them: its values go where they now belong.
create function app.move_field_values(field_key text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  if (select partner_access = 'none' from lead_fields where key = field_key) then
    insert into lead_staff_fields (lead_id, fields)
      select id, jsonb_build_object(field_key, fields -> field_key) from leads where fields ? field_key
      on conflict (lead_id) do update set fields = lead_staff_fields.fields || excluded.fields;
    update leads set fields = fields - field_key where fields ? field_key;
  else
    update leads l set fields = l.fields || jsonb_build_object(field_key, s.fields -> field_key)
      from lead_staff_fields s where s.lead_id = l.id and s.fields ? field_key;
    update lead_staff_fields set fields = fields - field_key where fields ? field_key;
  end if;
end $$;

-- After a field was taken into the search or out of it.
create function app.search_field_values(field_key text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  update leads set fields = fields where fields ? field_key;
  update lead_staff_fields set fields = fields where fields ? field_key;
end $$;

-- Before values are read that a changed field is to fit: nobody writes any until the change is there.
create function app.hold_field_values() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  lock table leads, lead_staff_fields in share row exclusive mode;
end $$;

-- Writes values of a field anew, null for none: of '[{"id": …, "value": …}]'.
create function app.write_field_values(field_key text, written jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('programme') then
    raise exception 'fields are changed by those who may' using errcode = 'insufficient_privilege';
  end if;
  if (select partner_access = 'none' from lead_fields where key = field_key) then
    insert into lead_staff_fields as s (lead_id, fields)
      select (w ->> 'id')::uuid, jsonb_strip_nulls(jsonb_build_object(field_key, w -> 'value')) from jsonb_array_elements(written) w
      on conflict (lead_id) do update set fields = (s.fields - field_key) || excluded.fields;
  else
    update leads l set fields = (l.fields - field_key) || jsonb_strip_nulls(jsonb_build_object(field_key, w -> 'value'))
      from jsonb_array_elements(written) w where l.id = (w ->> 'id')::uuid;
  end if;
end $$;
revoke all on function app.move_field_values(text), app.search_field_values(text), app.hold_field_values(),
  app.write_field_values(text, jsonb) from public;
grant execute on function app.move_field_values(text), app.search_field_values(text), app.hold_field_values(),
  app.write_field_values(text, jsonb) to passerelle_admin;

-- As app.search_leads, for staff: also by the values that partners do not see. Of both the first page is looked for, and of
-- these the first page is taken.
create function app.search_all_leads(needle text, stage text, after_at timestamptz, after_id uuid, page_size integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from lead_fields where searchable and partner_access = 'none') then
    return query select app.search_leads(needle, stage, after_at, after_id, page_size);
    return;
  end if;
  return query
    select page.id from (
      select l.id, l.created_at from leads l
        where l.id = any(array(select app.search_leads(needle, stage, after_at, after_id, page_size)))
      union
      (select l.id, l.created_at from lead_staff_fields s join leads l on l.id = s.lead_id
        where s.search_text like needle and (stage is null or l.status = stage) and (l.created_at, l.id)
          < (coalesce(after_at, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by l.created_at desc, l.id desc limit page_size)
    ) page order by page.created_at desc, page.id desc limit page_size;
end $$;
revoke all on function app.search_all_leads(text, text, timestamptz, uuid, integer) from public;
grant execute on function app.search_all_leads(text, text, timestamptz, uuid, integer) to passerelle_admin, passerelle_system;

create or replace function app.search_lead_stats(needle text, from_at timestamptz, until_at timestamptz)
  returns table (status text, count bigint, amount_cents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select status, count(*), sum(estimated_amount_cents)::bigint from leads where '
    || case when exists (select from lead_fields where searchable and partner_access = 'none')
      then '(search_text like $1 or id = any(array(select lead_id from lead_staff_fields where search_text like $1)))'
      else 'search_text like $1' end
    || case when from_at is null then '' else ' and created_at >= $2' end
    || case when until_at is null then '' else ' and created_at < $3' end || ' group by status'
    using needle, from_at, until_at;
end $$;

alter table lead_staff_fields enable row level security;
create policy system_all on lead_staff_fields to passerelle_system using (true) with check (true);
create policy admin_all on lead_staff_fields to passerelle_admin using (true) with check (true);
create policy rights on lead_staff_fields as restrictive to passerelle_admin using (true) with check ((select app.has_right('leads')));
grant select, insert (lead_id, fields), update (fields) on lead_staff_fields to passerelle_admin, passerelle_system;
