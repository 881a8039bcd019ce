-- The fields of a lead are a list that staff keep: the eight that every lead has, of which they change the label and whether it is
-- asked for, and their own.

-- What the column `options` of a field may hold: up to fifty choices, each with a key of its own and a name.
create function app.options_fit(options jsonb) returns boolean
  language sql immutable parallel safe strict set search_path = pg_temp as $$
  select case when jsonb_typeof(options) = 'array' then jsonb_array_length(options) <= 50 and not exists (
      select from jsonb_array_elements(options) o
      where jsonb_typeof(o) <> 'object' or coalesce(o ->> 'key', '') !~ '^[a-z][a-z0-9_]{0,39}$'
        or coalesce(length(o ->> 'name'), 0) not between 1 and 60 or not coalesce(app.names_fit(o -> 'names', 60), false)
    ) and (select count(distinct o ->> 'key') = count(*) from jsonb_array_elements(options) o)
  else false end
$$;

create table lead_fields (
  -- What the API, files and leads hold; it never changes. The built-in ones have the names of the API.
  key text primary key,
  kind text not null,
  -- The label; empty for a built-in field that has its usual one.
  name text not null,
  names jsonb not null default '{}',
  help text not null default '',
  helps jsonb not null default '{}',
  -- What can be chosen, in its order.
  options jsonb not null default '[]',
  -- A lead needs a value: from the beginning, or from a stage on.
  required boolean not null default false,
  required_from text references lead_stages,
  -- Partners know nothing of it, read it or fill it in.
  partner_access text not null default 'edits',
  staff_edits boolean not null default true,
  -- Clients fill it in, in the form of an introduction link.
  on_introductions boolean not null default false,
  searchable boolean not null default false,
  on_card boolean not null default false,
  in_list boolean not null default false,
  place integer not null,
  -- Nobody is asked for it any more; leads keep their values.
  put_away_at timestamptz,
  -- When a lead first had a value: from then on it can be archived, and no longer be deleted.
  used_at timestamptz,
  changed_at timestamptz not null,
  constraint lead_fields_key check (key ~ '^([a-z][a-z0-9_]{0,39}|estimatedAmountCents|offerType)$'),
  constraint lead_fields_kind check (kind in ('text', 'long_text', 'number', 'amount', 'date', 'choice', 'choices', 'yes_no', 'email',
    'phone', 'link', 'siren', 'siret', 'offer')),
  constraint lead_fields_offer check ((kind = 'offer') = (key = 'offerType')),
  constraint lead_fields_name_length check (length(name) between
    case when key ~ '^(name|company|email|phone|website|estimatedAmountCents|offerType|notes)$' then 0 else 1 end
    and 60),
  constraint lead_fields_names check (app.names_fit(names, 60)),
  constraint lead_fields_help_length check (length(help) <= 200),
  constraint lead_fields_helps check (app.names_fit(helps, 200)),
  constraint lead_fields_options check (app.options_fit(options) and (options <> '[]') = (kind in ('choice', 'choices'))),
  constraint lead_fields_required_from check (required or required_from is null),
  constraint lead_fields_partner_access check (partner_access in ('none', 'reads', 'edits')),
  constraint lead_fields_edited check (partner_access = 'edits' or staff_edits or on_introductions),
  constraint lead_fields_searched
    check (not searchable or kind in ('text', 'long_text', 'email', 'phone', 'link', 'siren', 'siret')),
  constraint lead_fields_built_in check (
    key !~ '^(name|company|email|phone|website|estimatedAmountCents|offerType|notes)$'
    or partner_access = 'edits' and staff_edits and not on_introductions and not searchable and not on_card and not in_list),
  constraint lead_fields_place_once unique (place) deferrable initially deferred
);

-- Checked at commit, so that one can take the place of another.
create function app.check_fields() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from lead_fields where on_card and put_away_at is null) > 2 then
    raise exception 'a card shows two fields at most' using errcode = 'check_violation', constraint = 'lead_fields_on_card';
  end if;
  if not exists (select from lead_fields where key = 'name' and required and required_from is null and put_away_at is null)
      or not exists (select from lead_fields
        where key in ('email', 'phone') and required and required_from is null and put_away_at is null) then
    raise exception 'a lead has a name and a way to reach its client'
      using errcode = 'check_violation', constraint = 'lead_fields_stay';
  end if;
  return null;
end $$;

insert into lead_fields (key, kind, name, required, place, changed_at) values
  ('name', 'text', '', true, 1, now()),
  ('company', 'text', '', true, 2, now()),
  ('email', 'email', '', true, 3, now()),
  ('phone', 'phone', '', false, 4, now()),
  ('website', 'link', '', false, 5, now()),
  ('estimatedAmountCents', 'amount', '', true, 6, now()),
  ('offerType', 'offer', '', true, 7, now()),
  ('notes', 'long_text', '', false, 8, now());

alter table lead_fields enable row level security;
create policy system_reads on lead_fields for select to passerelle_system using (true);
create policy admin_all on lead_fields to passerelle_admin using (true) with check (true);
create policy seen_reads on lead_fields for select to passerelle_partner using (partner_access <> 'none');
create policy rights on lead_fields as restrictive to passerelle_admin using (true) with check ((select app.has_right('programme')));
create policy right_to_delete on lead_fields as restrictive for delete to passerelle_admin
  using (used_at is null and key not in ('name', 'company', 'email', 'phone', 'website', 'estimatedAmountCents', 'offerType', 'notes')
    and (select app.has_right('programme')));

grant select on lead_fields to passerelle_system, passerelle_partner, passerelle_admin;
grant delete,
  insert (key, kind, name, names, help, helps, options, required, required_from, partner_access, staff_edits, on_introductions,
    searchable, on_card, in_list, place, changed_at),
  update (kind, name, names, help, helps, options, required, required_from, partner_access, staff_edits, on_introductions,
    searchable, on_card, in_list, place, put_away_at, changed_at)
  on lead_fields to passerelle_admin;

-- Last: a table whose rows wait for their check cannot be altered.
create constraint trigger check_fields after insert or update or delete on lead_fields
  deferrable initially deferred for each row execute function app.check_fields();
