-- Events are kept by month, before they are many: indexes of a month stay small, and an old month can be taken away whole. The key of
-- the partitions is the id. It begins with its time (UUIDv7), so that ids stay unique over all months and are found in one.

-- The lowest id of a time; with it a condition on time excludes months.
create function app.first_event_id(at timestamptz) returns uuid
  language sql immutable parallel safe set search_path = pg_temp as $$
  select (lpad(to_hex(greatest(floor(extract(epoch from at) * 1000), 0)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Nobody may use the schema: events are read and written through the whole table alone, under its policies.
create schema event_months;

alter table mails drop constraint mails_event_id_fkey;
alter table events rename to events_before;
alter sequence events_seq_seq rename to events_before_seq;
alter table events_before rename constraint events_pkey to events_before_pkey;
alter index events_in_order rename to events_before_in_order;
alter index events_by_subject rename to events_before_by_subject;
alter index events_by_partner rename to events_before_by_partner;
alter index events_by_lead_named rename to events_before_by_lead_named;

create table events (
  id uuid primary key,
  -- Order in which events were recorded; what a live stream resumes from. The sequence makes it unique.
  seq bigint generated always as identity,
  name text not null,
  occurred_at timestamptz not null,
  -- Null: the portal itself.
  actor_id uuid,
  subject_id uuid,
  -- The partner whose affair it is; null for what concerns staff or everybody.
  partner_id uuid,
  audience text not null,
  before jsonb,
  after jsonb,
  request_id text,
  -- Address, browser and session method behind a step of a contract; null for the portal's own deeds and all other events.
  origin jsonb,
  constraint events_audience check (audience in ('staff', 'partner', 'everyone')),
  constraint events_partner check (audience <> 'partner' or partner_id is not null)
) partition by range (id);

-- What lies in no month that was made: of a clock that is wrong, or of ids that are not the portal's. No write is refused.
create table event_months.events_default partition of events default;
alter table event_months.events_default enable row level security;

-- Makes the months between two days that are not there yet, and returns how many. What the default partition holds of them moves.
create function app.make_event_months(first_day date, last_day date) returns integer
  language plpgsql set search_path = public, pg_temp as $$
declare
  month timestamp;
  partition text;
  lowest uuid;
  beyond uuid;
  is_referenced boolean;
  made integer := 0;
begin
  for month in select generate_series(date_trunc('month', first_day::timestamp), last_day::timestamp, interval '1 month') loop
    partition := 'events_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('event_months.' || partition) is not null;
    -- Another server may be making it.
    lock table events in share update exclusive mode;
    continue when to_regclass('event_months.' || partition) is not null;
    lowest := app.first_event_id(month at time zone 'UTC');
    beyond := app.first_event_id((month + interval '1 month') at time zone 'UTC');
    execute format('create table event_months.%I (like events including constraints)', partition);
    execute format('alter table event_months.%I enable row level security', partition);
    if exists (select from event_months.events_default where id >= lowest and id < beyond) then
      is_referenced := exists (select from pg_constraint where conrelid = 'mails'::regclass and conname = 'mails_event_id_fkey');
      if is_referenced then alter table mails drop constraint mails_event_id_fkey; end if;
      execute format('with moved as (delete from event_months.events_default where id >= $1 and id < $2 returning *)
        insert into event_months.%I select * from moved', partition) using lowest, beyond;
    end if;
    execute format('alter table events attach partition event_months.%I for values from (%L) to (%L)', partition, lowest, beyond);
    if is_referenced then
      alter table mails add constraint mails_event_id_fkey foreign key (event_id) references events;
      is_referenced := false;
    end if;
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function app.make_event_months(date, date) from public;

-- Ids that are no times lie far away and go to the default partition.
select app.make_event_months(
  coalesce((
    select to_timestamp(('x' || left(replace(min(id::text), '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC'
    from events_before where id >= app.first_event_id('2020-01-01Z') and id < app.first_event_id(now())
  ), now() at time zone 'UTC')::date,
  ((now() at time zone 'UTC') + interval '3 months')::date);

insert into events overriding system value select * from events_before;
do $$
begin
  if (select count(*) from events) <> (select count(*) from events_before) then
    raise 'events were lost on the way into their months';
  end if;
end $$;
select setval('events_seq_seq', last_value, is_called) from events_before_seq;
drop table events_before;

create index events_in_order on events (seq);
create index events_by_subject on events (subject_id, seq);
create index events_by_partner on events (partner_id, seq);
create index events_by_lead_named on events ((after ->> 'leadId')) where after ->> 'leadId' is not null;

alter table events add foreign key (actor_id) references profiles, add foreign key (partner_id) references profiles;
alter table mails add constraint mails_event_id_fkey foreign key (event_id) references events;
create trigger announce_event after insert on events for each row execute function app.announce_event();

alter table events enable row level security;
create policy system_all on events to passerelle_system using (true) with check (true);
create policy admin_reads on events for select to passerelle_admin using (true);
create policy admin_records on events for insert to passerelle_admin with check (actor_id = app.user_id());
create policy own_reads on events for select to passerelle_partner using (partner_id = app.user_id() and audience = 'partner');
create policy partner_records on events for insert to passerelle_partner
  with check (actor_id = app.user_id() and (partner_id is null or partner_id = app.user_id()));
grant select, insert, update, delete on events to passerelle_system;
grant select, insert on events to passerelle_admin, passerelle_partner;
