-- What a lead can be for is a list that staff keep: the three offers of the specification are where every portal begins.
create table offers (
  -- What the API, files and leads hold; it never changes.
  key text primary key,
  -- What partners call it, and what staff call it; `names` by language.
  name text not null,
  names jsonb not null default '{}',
  staff_name text not null,
  staff_names jsonb not null default '{}',
  -- Counted up by a trigger when one of its names changes.
  version integer not null default 1,
  -- What partners read about it.
  description text not null default '',
  descriptions jsonb not null default '{}',
  -- What a new lead's amount is proposed to be, and between which amounts deals usually are.
  suggested_cents bigint,
  least_cents bigint,
  most_cents bigint,
  place integer not null,
  -- Clients choose among these in the form of an introduction link.
  on_introductions boolean not null default false,
  -- No new lead takes it; those that have it keep it.
  put_away_at timestamptz,
  -- When a lead first took it: from then on it can be put away, and no longer be deleted.
  used_at timestamptz,
  changed_at timestamptz not null,
  constraint offers_key check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  constraint offers_name_length check (length(name) between 1 and 60),
  constraint offers_names check (app.names_fit(names, 60)),
  constraint offers_staff_name_length check (length(staff_name) between 1 and 60),
  constraint offers_staff_names check (app.names_fit(staff_names, 60)),
  constraint offers_description_length check (length(description) <= 500),
  constraint offers_descriptions check (app.names_fit(descriptions, 500)),
  constraint offers_suggested check (suggested_cents between least_cents and most_cents),
  constraint offers_amounts_positive check (suggested_cents > 0 and least_cents >= 0),
  constraint offers_range check (least_cents <= most_cents and (least_cents is null) = (most_cents is null)),
  constraint offers_place_once unique (place) deferrable initially deferred
);

-- The names of each version: what an offer was called when a lead took it stays readable.
create table offer_names (
  offer text not null references offers on delete cascade,
  version integer not null,
  name text not null,
  names jsonb not null,
  staff_name text not null,
  staff_names jsonb not null,
  primary key (offer, version)
);

create function app.count_offer_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_offer_names before update on offers for each row
  when ((new.name, new.names, new.staff_name, new.staff_names)
    is distinct from (old.name, old.names, old.staff_name, old.staff_names))
  execute function app.count_offer_names();

create function app.keep_offer_names() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into offer_names (offer, version, name, names, staff_name, staff_names)
    values (new.key, new.version, new.name, new.names, new.staff_name, new.staff_names)
    on conflict do nothing;
  return null;
end $$;
create trigger keep_offer_names after insert or update on offers for each row execute function app.keep_offer_names();

-- Checked at commit, so that one can take the place of another: a new lead always has an offer to take.
create function app.check_open_offers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from offers where put_away_at is null) then
    raise exception 'one offer stays open' using errcode = 'check_violation', constraint = 'offers_one_open';
  end if;
  return null;
end $$;
insert into offers (key, name, names, staff_name, staff_names, least_cents, most_cents, place, changed_at) values
  ('automation', 'Automation simple 3-5K€', '{"fr": "Automation simple 3-5K€", "en": "Simple automation €3-5K"}',
    'Essentielle', '{"fr": "Essentielle", "en": "Essential"}', 300000, 500000, 1, now()),
  ('star', 'Star 8-12K€', '{"fr": "Star 8-12K€", "en": "Star €8-12K"}',
    'Avancée', '{"fr": "Avancée", "en": "Advanced"}', 800000, 1200000, 2, now()),
  ('custom', 'Custom 30-50K€', '{"fr": "Custom 30-50K€", "en": "Custom €30-50K"}',
    'Sur mesure', '{"fr": "Sur mesure", "en": "Bespoke"}', 3000000, 5000000, 3, now());

-- Those that a lead has, or had before it changed or was deleted.
update offers set used_at = changed_at
  where key in (select offer_type from leads)
    or key in (select after ->> 'offerType' from events where name in ('lead.created', 'lead.changed'));

-- The names that a lead's offer had when it took it: a trigger alone writes which.
alter table leads
  drop constraint leads_offer_type,
  add column offer_version integer not null default 1,
  add constraint leads_offer_type foreign key (offer_type, offer_version) references offer_names;

-- For a list of one offer, the newest first.
create index leads_by_offer on leads (offer_type, created_at desc, id desc);

create function app.keep_offer_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  offer offers;
begin
  if tg_op = 'UPDATE' and new.offer_type = old.offer_type then
    return new;
  end if;
  select * into offer from offers where key = new.offer_type;
  if offer.put_away_at is not null then
    raise exception 'the offer % is put away', new.offer_type
      using errcode = 'check_violation', constraint = 'leads_offer_open';
  end if;
  if offer.key is not null and offer.used_at is null then
    update offers set used_at = new.updated_at where key = offer.key and used_at is null;
  end if;
  new.offer_version := coalesce(offer.version, 1);
  return new;
end $$;
create trigger keep_offer_version before insert or update of offer_type on leads
  for each row execute function app.keep_offer_version();

alter table offers enable row level security;
alter table offer_names enable row level security;
create policy system_reads on offers for select to passerelle_system using (true);
create policy admin_all on offers to passerelle_admin using (true) with check (true);
create policy everyone_reads on offers for select to passerelle_partner using (true);
create policy rights on offers as restrictive to passerelle_admin using (true) with check ((select app.has_right('programme')));
create policy right_to_delete on offers as restrictive for delete to passerelle_admin
  using (used_at is null and (select app.has_right('programme')));
create policy system_reads on offer_names for select to passerelle_system using (true);
create policy admin_reads on offer_names for select to passerelle_admin using (true);
create policy everyone_reads on offer_names for select to passerelle_partner using (true);

grant select on offers, offer_names to passerelle_system, passerelle_partner, passerelle_admin;
grant delete,
  insert (key, name, names, staff_name, staff_names, description, descriptions, suggested_cents, least_cents, most_cents, place,
    on_introductions, changed_at),
  update (name, names, staff_name, staff_names, description, descriptions, suggested_cents, least_cents, most_cents, place,
    on_introductions, put_away_at, changed_at)
  on offers to passerelle_admin;

-- Last: a table whose rows wait for their check cannot be altered.
create constraint trigger check_open_offers after update or delete on offers
  deferrable initially deferred for each row execute function app.check_open_offers();
