-- Which fields every lead has, and where their values stand, is said by the list of fields alone: what the database checks follows
-- from its rows.
alter table lead_fields
  -- The column of `leads` that holds the value; null for a custom field, whose value stands in `leads.fields`.
  add column column_name text constraint lead_fields_column_name_once unique,
  -- Every portal begins by asking each new lead for it. A lead that lacks it, from before it was required, moves all the same.
  add column required_at_start boolean not null default false,
  -- A search of leads finds what the column holds.
  add column column_searched boolean not null default false;

update lead_fields f set column_name = b.name, required_at_start = b.required, column_searched = b.searched
  from (values
    ('name', 'name', true, true),
    ('company', 'company', true, true),
    ('email', 'email', true, true),
    ('phone', 'phone', false, false),
    ('website', 'website', false, false),
    ('estimatedAmountCents', 'estimated_amount_cents', true, false),
    ('offerType', 'offer_type', true, false),
    ('notes', 'notes', false, false)
  ) b (key, name, required, searched) where f.key = b.key;
set constraints all immediate;
set constraints all deferred;

alter table lead_fields
  drop constraint lead_fields_key,
  drop constraint lead_fields_offer,
  drop constraint lead_fields_name_length,
  drop constraint lead_fields_built_in,
  -- Keys with a capital letter are those of built-in fields: none that staff have given can be in the way of a later one.
  add constraint lead_fields_key
    check (key ~ case when column_name is null then '^[a-z][a-z0-9_]{0,39}$' else '^[a-z][a-zA-Z0-9]{0,39}$' end),
  add constraint lead_fields_offer check ((kind = 'offer') = (column_name is not null and column_name = 'offer_type')),
  add constraint lead_fields_name_length
    check (length(name) between case when column_name is null then 1 else 0 end and 60),
  add constraint lead_fields_built_in check (
    case when column_name is null then not required_at_start and not column_searched
      else partner_access = 'edits' and staff_edits and not on_introductions and not searchable and not on_card and not in_list end);

drop policy right_to_delete on lead_fields;
create policy right_to_delete on lead_fields as restrictive for delete to passerelle_admin
  using (used_at is null and column_name is null and (select app.has_right('programme')));

-- The value of a field of a lead, which is given as its row; null for none. Where an amount is not asked for from the beginning, 0 is
-- none.
drop function app.field_text(leads, text, text);
create function app.field_text(lead jsonb, field lead_fields) returns text
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return case when field.column_name is null then lead -> 'fields' ->> field.key
    when field.kind = 'amount' and field.required_from is not null then nullif(lead ->> field.column_name, '0')
    else nullif(lead ->> field.column_name, '') end;
end $$;

create or replace function app.check_required_fields() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  lacking text;
  now_has jsonb;
  had jsonb;
begin
  if not app.is_partner(current_user) and current_user <> 'passerelle_admin' then
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

-- What a search of leads compares: the columns that the list of fields names, in the order of the attributes, and the values of
-- custom fields that are searched.
create function app.follow_built_in_fields() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  columns text;
  changed text;
  words text;
  searched text;
begin
  select string_agg(quote_ident(f.column_name), ', ' order by a.attnum),
      string_agg(format('new.%1$I is distinct from old.%1$I', f.column_name), ' or ' order by a.attnum),
      string_agg(format('new.%I', f.column_name), $sep$ || ' ' || $sep$ order by a.attnum) filter (where f.column_searched),
      string_agg(quote_ident(f.column_name), ', ' order by a.attnum) filter (where f.column_searched or f.column_name = 'phone')
    into columns, changed, words, searched
    from lead_fields f join pg_attribute a on a.attrelid = 'leads'::regclass and a.attname = f.column_name
    where f.column_name <> 'offer_type';
  execute format($create$
    create or replace trigger check_required after update of status, %s, fields on leads for each row
      when (new.status is distinct from old.status or %s or new.fields is distinct from old.fields)
      execute function app.check_required_fields()$create$, columns, changed);
  execute format($create$
    create or replace function app.keep_lead_keys() returns trigger
      language plpgsql set search_path = public, pg_temp as $function$
    begin
      new.company_key := app.company_key(new.company);
      new.phone_key := app.phone_key(new.phone);
      new.search_text := app.unaccent(lower(%s || case when new.fields = '{}' then '' else app.field_words(new.fields) end));
      return new;
    end $function$ $create$, words);
  execute format($create$
    create or replace trigger keep_lead_keys before insert or update of %s, fields on leads for each row
      execute function app.keep_lead_keys()$create$, searched);
end $$;

-- Adds a field that every lead has, with its column: whole cents of an amount, of all other kinds a text. Refuses a key that is
-- taken, or that staff could give, before anything changes.
create function app.add_built_in_field(key text, kind text, column_name text,
  required boolean default false, searched boolean default false) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if key !~ '[A-Z]' then
    raise exception 'the key % of a built-in field needs a capital letter, since staff may give any other', key;
  end if;
  if exists (select from lead_fields f where f.key = add_built_in_field.key) then
    raise exception 'a field of this portal has the key % already: rename it before this upgrade', key;
  end if;
  execute format('alter table leads add column %I %s not null', column_name,
    case when kind = 'amount' then 'bigint default 0' else $type$text default ''$type$ end);
  execute format('grant insert (%1$I), update (%1$I) on leads to passerelle_admin, passerelle_partner, passerelle_system', column_name);
  insert into lead_fields (key, kind, name, required, place, changed_at, column_name, required_at_start, column_searched)
    select add_built_in_field.key, add_built_in_field.kind, '', add_built_in_field.required, max(f.place) + 1, now(),
      add_built_in_field.column_name, add_built_in_field.required, searched
    from lead_fields f;
  set constraints all immediate;
  set constraints all deferred;
  perform app.follow_built_in_fields();
end $$;
revoke execute on function app.follow_built_in_fields(), app.add_built_in_field(text, text, text, boolean, boolean) from public;

select app.follow_built_in_fields();
