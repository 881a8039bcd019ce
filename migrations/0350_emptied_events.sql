-- Oldest version that may run on it: 0.3.0-dev
-- What events say of a person can go, and the chain of the journal stays: payload and salt go together, in one transaction and by
-- this function alone. Months that were detached and are still in the database are emptied as well. Returns how many were.
create function app.empty_events(subjects uuid[], names text[]) returns bigint
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
    where subject_id = any(subjects) and name = any(names) and num_nonnulls(before, after, origin) > 0
    returning id
  ) select coalesce(array_agg(id), '{}') into emptied from found;
  for detached in
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'event_months' and c.relkind = 'r' and not c.relispartition
  loop
    execute format('with found as (
        update event_months.%I set before = null, after = null, origin = null
        where subject_id = any($1) and name = any($2) and num_nonnulls(before, after, origin) > 0
        returning id
      ) select coalesce(array_agg(id), ''{}'') from found', detached) into others using subjects, names;
    emptied := emptied || others;
  end loop;
  delete from journal_salts where seq in (select seq from journal where event_id = any(emptied));
  return cardinality(emptied);
end $$;
revoke execute on function app.empty_events(uuid[], text[]) from public;
grant execute on function app.empty_events(uuid[], text[]) to passerelle_system;

-- It is the only way.
revoke update, delete on events from passerelle_system;
revoke delete on journal_salts from passerelle_system;
drop policy system_erases on journal_salts;
