-- The stages of a lead are a list that staff keep: the five of the specification are where every portal begins. The won stage
-- keeps the key 'signe', and the lost ones 'refuse' and 'perdu', so that what follows from winning or losing a lead asks for the
-- key of its stage and reads no other table.
create table lead_stages (
  -- What the API, files and leads hold; it never changes.
  key text primary key,
  name text not null,
  names jsonb not null default '{}',
  -- One of the palette's colours.
  colour text not null,
  place integer not null,
  -- A lead in it, or past it, counts among the calls made.
  counts_as_call boolean not null default false,
  -- Who may move leads into it and out of it.
  partner_enters boolean not null default true,
  partner_leaves boolean not null default true,
  staff_enters boolean not null default true,
  staff_leaves boolean not null default true,
  -- What has to be said of a lead before it enters.
  asks text,
  -- Its leads went into another stage, and none enters any more; it stays so that their history can be read.
  put_away_at timestamptz,
  merged_into text references lead_stages,
  changed_at timestamptz not null,
  constraint lead_stages_key check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  constraint lead_stages_name_length check (length(name) between 1 and 30),
  constraint lead_stages_names check (app.names_fit(names, 30)),
  constraint lead_stages_colour
    check (colour in ('blue', 'amber', 'violet', 'green', 'red', 'teal', 'pink', 'slate', 'olive')),
  constraint lead_stages_asks check (asks in ('amount', 'reason')),
  constraint lead_stages_open_only
    check (key not in ('signe', 'refuse', 'perdu') or not counts_as_call and asks is null),
  constraint lead_stages_merged check (merged_into is null or put_away_at is not null and merged_into <> key),
  constraint lead_stages_place_once unique (place) deferrable initially deferred
);

-- Checked at commit, so that one can take the place of another.
create function app.check_stages() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not (select count(*) filter (where key not in ('signe', 'refuse', 'perdu')) between 2 and 8
        and count(*) filter (where key = 'signe') = 1 and count(*) filter (where key in ('refuse', 'perdu')) >= 1
      from lead_stages where put_away_at is null) then
    raise exception 'two to eight open stages, the won one and a lost one'
      using errcode = 'check_violation', constraint = 'lead_stages_number';
  end if;
  if exists (
    select from lead_stages s join lead_stages next on next.place > s.place
    where s.put_away_at is null and next.put_away_at is null
      and (case when s.key = 'signe' then 1 when s.key in ('refuse', 'perdu') then 2 else 0 end)
        > (case when next.key = 'signe' then 1 when next.key in ('refuse', 'perdu') then 2 else 0 end)) then
    raise exception 'open stages come first, then the won one, then the lost ones'
      using errcode = 'check_violation', constraint = 'lead_stages_order';
  end if;
  return null;
end $$;

insert into lead_stages (key, name, names, colour, place, counts_as_call, changed_at) values
  ('nouveau', 'Nouveau', '{"fr": "Nouveau", "en": "New"}', 'blue', 1, false, now()),
  ('premier_contact', 'En cours', '{"fr": "En cours", "en": "In progress"}', 'amber', 2, false, now()),
  ('call_effectue', 'Appel', '{"fr": "Appel", "en": "Call"}', 'violet', 3, true, now()),
  ('signe', 'Signé', '{"fr": "Signé", "en": "Signed"}', 'green', 4, false, now()),
  ('refuse', 'Perdu', '{"fr": "Perdu", "en": "Lost"}', 'red', 5, false, now());

alter table leads
  drop constraint leads_status,
  drop constraint leads_lost,
  add constraint leads_lost check (lost_reason is null or status = 'refuse' or status = 'perdu'),
  add constraint leads_status foreign key (status) references lead_stages;

-- Who may move a lead is the stages' to say, for the system too: it moves leads out of a stage that is put away.
create function app.check_stage() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  entered lead_stages;
  left_stage lead_stages;
begin
  select * into entered from lead_stages where key = new.status;
  if entered.put_away_at is not null then
    raise exception 'the stage % is put away', new.status using errcode = 'check_violation', constraint = 'leads_stage_open';
  end if;
  if tg_op = 'INSERT' then
    if (current_user = 'passerelle_partner' and not entered.partner_enters
        or current_user = 'passerelle_admin' and not entered.staff_enters)
        and entered.place > (select min(place) from lead_stages where put_away_at is null) then
      raise exception 'the stage % lets nobody of this side in', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
  else
    select * into left_stage from lead_stages where key = old.status;
    if current_user = 'passerelle_partner' and not (entered.partner_enters and left_stage.partner_leaves)
        or current_user = 'passerelle_admin' and not (entered.staff_enters and left_stage.staff_leaves) then
      raise exception 'the stages % and % let nobody of this side pass', old.status, new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
  end if;
  if entered.asks = 'amount' and new.estimated_amount_cents = 0 and current_user <> 'passerelle_system' then
    raise exception 'the stage % asks for an amount', new.status
      using errcode = 'check_violation', constraint = 'leads_stage_asks';
  end if;
  return new;
end $$;
create trigger check_new_stage before insert on leads for each row execute function app.check_stage();
create trigger check_stage before update of status on leads
  for each row when (new.status <> old.status) execute function app.check_stage();

-- A lead in either lost stage is lost.
create or replace function app.check_dispute()
 returns trigger
 language plpgsql
 security definer
 set search_path = public, pg_temp as $$
begin
  if new.kind = 'amount' and not exists (
      select from commissions c where c.id = new.commission_id and c.partner_id = new.partner_id
        and c.lead_id is not distinct from new.lead_id)
    or new.kind = 'missing' and new.lead_id is not null and not exists (
      select from leads l where l.id = new.lead_id and l.partner_id = new.partner_id and l.status in ('signe', 'refuse', 'perdu')) then
    raise exception 'a dispute is about a commission or a closed lead of its partner'
      using errcode = 'check_violation', constraint = 'disputes_subject';
  end if;
  return new;
end $$;

create or replace function app.first_by_rule(one uuid, other uuid)
 returns uuid
 language sql
 stable
 set search_path = public, pg_temp as $$
    select r.lead_id from lead_registrations r join leads l on l.id = r.lead_id
    where r.lead_id in (select one union select other union select app.leads_of_company(one) union select app.leads_of_company(other))
      and l.status not in ('refuse', 'perdu') and r.state in ('accepted', 'extended', 'converted', 'submitted', 'appealed')
    order by r.state in ('submitted', 'appealed'), case when r.state not in ('submitted', 'appealed') then r.decided_at end, r.seq
    limit 1
  $$;

create or replace function app.known_domain(domain text, except_lead uuid)
 returns boolean
 language plpgsql
 stable security definer
 set search_path = public, pg_temp as $$
begin
  return domain <> '' and exists (
    select from leads l join lead_registrations r on r.lead_id = l.id
    where l.search_text like '%@' || replace(replace(replace(lower(domain), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      and split_part(lower(l.email), '@', 2) = lower(domain)
      and l.status not in ('refuse', 'perdu') and r.state not in ('refused', 'merged', 'expired') and l.id is distinct from except_lead
  );
end $$;

create or replace function app.known_lead(lead_email text, lead_company text, except_lead uuid)
 returns uuid
 language plpgsql
 stable security definer
 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  key text := app.company_key(lead_company);
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
    ) found order by created_at, id limit 1
  );
end $$;

create or replace function app.leads_of_company(lead uuid)
 returns setof uuid
 language sql
 stable
 set search_path = public, pg_temp as $$
    select o.id from leads l join leads o on o.company_key = l.company_key where l.id = lead and o.id <> lead and o.status not in ('refuse', 'perdu')
    union
    select o.id from leads l join leads o on lower(o.email) = lower(l.email) where l.id = lead and o.id <> lead and o.status not in ('refuse', 'perdu')
  $$;

alter table lead_stages enable row level security;
create policy system_reads on lead_stages for select to passerelle_system using (true);
create policy admin_reads on lead_stages for select to passerelle_admin using (true);
create policy admin_adds on lead_stages for insert to passerelle_admin with check (true);
create policy admin_changes on lead_stages for update to passerelle_admin using (true) with check (true);
create policy everyone_reads on lead_stages for select to passerelle_partner using (true);
create policy rights on lead_stages as restrictive to passerelle_admin using (true) with check ((select app.has_right('programme')));

grant select on lead_stages to passerelle_system, passerelle_partner, passerelle_admin;
grant insert (key, name, names, colour, place, counts_as_call, partner_enters, partner_leaves, staff_enters, staff_leaves, asks,
    changed_at),
  update (name, names, colour, place, counts_as_call, partner_enters, partner_leaves, staff_enters, staff_leaves, asks,
    put_away_at, merged_into, changed_at)
  on lead_stages to passerelle_admin;

create constraint trigger check_stages after insert or update or delete on lead_stages
  deferrable initially deferred for each row execute function app.check_stages();
