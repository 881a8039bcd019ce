-- Oldest version that may run on it: 0.3.0-dev
-- What events say of a person can go, and the chain of the journal stays: payload and salt go together, in one transaction and by
-- this function alone. Emptied are the events of these subjects that have one of these keys at any depth, those of months that were
-- detached and are still in the database as well. Returns how many were.
create function app.has_keys(payload jsonb, keys text[]) returns boolean
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  return exists (select from jsonb_path_query(payload, 'strict $.**') part where jsonb_typeof(part) = 'object' and part ?| keys);
end $$;
create function app.empty_events(subjects uuid[], keys text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  detached text;
  emptied uuid[];
  others uuid[];
begin
  -- Nobody takes an event into the journal meanwhile: its salt would be of what it said before.
  perform pg_advisory_xact_lock(7277471);
  with found as (
    update events set before = null, after = null, origin = null
    where subject_id = any(subjects) and app.has_keys(jsonb_build_array(before, after, origin), keys)
    returning id
  ) select coalesce(array_agg(id), '{}') into emptied from found;
  for detached in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'event_months' and c.relkind = 'r' and not c.relispartition
  loop
    execute format('with found as (
        update event_months.%I set before = null, after = null, origin = null
        where subject_id = any($1) and app.has_keys(jsonb_build_array(before, after, origin), $2)
        returning id
      ) select coalesce(array_agg(id), ''{}'') from found', detached) into others using subjects, keys;
    emptied := emptied || others;
  end loop;
  delete from journal_salts where seq in (select seq from journal where event_id = any(emptied));
  return cardinality(emptied);
end $$;
revoke execute on function app.empty_events(uuid[], text[]) from public;
grant execute on function app.empty_events(uuid[], text[]) to passerelle_system;

-- It is the only way.
drop policy system_all on events;
create policy system_reads on events for select to passerelle_system using (true);
create policy system_records on events for insert to passerelle_system with check (true);
revoke update, delete on events from passerelle_system;
revoke delete on journal_salts from passerelle_system;
drop policy system_erases on journal_salts;
