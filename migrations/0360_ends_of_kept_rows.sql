-- Oldest version that may run on it: 0.3.0-dev
-- What the law keeps goes by itself on its day: the nightly run empties texts and files of rows whose period has ended.

-- When a partner has ended: the account of its main person has. Null while the partner, or the one that it became, goes on.
create function app.partner_ended(partner uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select p.deleted_at from partners c join profiles p on p.user_id = c.main_person_id where c.id = app.partner_now(partner));
end $$;

-- When all partners of somebody have ended that they ever belonged to; null while one goes on, and for staff.
create function app.partners_ended(person uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (
    select case when count(*) = count(c.ended) then max(c.ended) end
    from (select app.partner_ended(m.partner_id) as ended from partner_members m where m.person_id = partners_ended.person) c
  );
end $$;

-- When a contract has ended: revoked, declined, as an amendment with its main contract, or with its partner.
create function app.contract_ended(contract uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(c.revoked_at, case when c.status <> 'signe' then c.declined_at end, app.contract_ended(c.amends_id),
      app.partners_ended(c.user_id))
    from contracts c where c.id = contract
  );
end $$;

-- From when on the period of contracts counts for somebody who has left with their partners. Books name who was paid, and are kept
-- longer by six years, to the end of the year.
create function app.person_left(person uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (
    select greatest(p.deleted_at, e.ended, (
        select max(coalesce(c.paid_at, c.validated_at, c.created_at)) + interval '6 years' from commissions c
        where c.partner_id in (select m.partner_id from partner_members m where m.person_id = person_left.person)))
    from profiles p join lateral (select app.partners_ended(p.user_id) as ended) e on e.ended is not null
    where p.user_id = person_left.person and p.deleted_at is not null
  );
end $$;

-- A value of JSON with a mark in place of the texts under keys that are about somebody; sums, kinds and days stay.
create function app.blanked(value jsonb, keys text[], is_persons boolean default false) returns jsonb
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, app.blanked(e.value, keys, e.key = any(keys))), '{}') from jsonb_each(value) e)
    when 'array' then (
      select coalesce(jsonb_agg(app.blanked(e.value, keys, is_persons) order by e.ordinality), '[]')
      from jsonb_array_elements(value) with ordinality e)
    when 'string' then case when is_persons and value <> '""' then '"[…]"' else value end
    else value
  end;
end $$;

revoke execute on function app.partner_ended(uuid), app.partners_ended(uuid), app.contract_ended(uuid), app.person_left(uuid) from public;
grant execute on function app.partner_ended(uuid), app.partners_ended(uuid), app.contract_ended(uuid), app.person_left(uuid)
  to passerelle_system;

-- What is final stays so for everybody but whoever acts as the owner of the tables, as erasures and the nightly run do.
create or replace trigger payout_goes_forward before update on payouts for each row
  when (current_setting('role') <> 'passerelle_owner') execute function app.payout_goes_forward();
create or replace trigger invoice_stays before update or delete on invoices for each row
  when (current_setting('role') <> 'passerelle_owner') execute function app.invoice_stays();
create or replace trigger payout_file_line_goes_forward before update on payout_file_lines for each row
  when (current_setting('role') <> 'passerelle_owner') execute function app.payout_file_line_goes_forward();
create or replace trigger uploaded_invoice_goes_forward before update on uploaded_invoices for each row
  when (current_setting('role') <> 'passerelle_owner') execute function app.uploaded_invoice_goes_forward();
create or replace trigger commission_goes_forward before update of status, partner_id, lead_id, kind, reverses_id, client_payment_id,
    revenue_cents, commission_rate, tier_name, tier_names, amount_cents, validated_at, payable_by, paid_at, payment_reference
  on commissions for each row
  when (current_setting('role') <> 'passerelle_owner') execute function app.commission_goes_forward();

alter table vigilance_reminders drop constraint vigilance_reminders_document_id_fkey,
  add constraint vigilance_reminders_document_id_fkey foreign key (document_id) references vigilance_documents (id) on delete cascade;

-- The nightly run counts what goes, as the system.
create policy system_reads on declaration_requests for select to passerelle_system using (true);
create policy system_reads on partner_notes for select to passerelle_system using (true);
grant select on declaration_requests, partner_notes to passerelle_system;

-- Events lose what they say by one function, whichever they are: payload and salt go together.
create function app.empty_events_where(condition text, subjects uuid[], keys text[], ids uuid[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  place text;
  emptied uuid[] := '{}';
  others uuid[];
begin
  -- Nobody takes an event into the journal meanwhile: its salt would be of what it said before.
  perform pg_advisory_xact_lock(7277471);
  for place in select p from app.places_of_events() p loop
    execute format('with found as (
        update %s set before = null, after = null, origin = null where %s returning id
      ) select coalesce(array_agg(id), ''{}'') from found', place, condition) into others using subjects, keys, ids;
    emptied := emptied || others;
  end loop;
  delete from journal_salts where seq in (select seq from journal where event_id = any(emptied));
  return cardinality(emptied);
end $$;
-- The table of events, and months of it that were detached and are still in the database.
create function app.places_of_events() returns setof text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select 'public.events' union all
    select format('event_months.%I', c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'event_months' and c.relkind = 'r' and not c.relispartition;
end $$;
create or replace function app.empty_events(subjects uuid[], keys text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return app.empty_events_where('subject_id = any($1) and app.has_keys(jsonb_build_array(before, after, origin), $2)', subjects, keys,
    null);
end $$;

-- Events of before a time that say from which address and browser they came.
create function app.origins_before(oldest timestamptz) returns table (id uuid, occurred_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  place text;
begin
  for place in select p from app.places_of_events() p loop
    return query execute format('select id, occurred_at from %s where origin is not null and occurred_at < $1', place) using oldest;
  end loop;
end $$;
create function app.empty_origins(ids uuid[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return app.empty_events_where('id = any($3) and origin is not null', null, null, ids);
end $$;
revoke execute on function app.empty_events_where(text, uuid[], text[], uuid[]), app.places_of_events(), app.origins_before(timestamptz),
  app.empty_origins(uuid[]) from public;
grant execute on function app.origins_before(timestamptz), app.empty_origins(uuid[]) to passerelle_system;
create index events_with_origin on events (occurred_at) where origin is not null;

-- Of a record that stays its file is emptied: released, and claimed all the same.
create index files_to_empty on files (released_at) where claimed_at is not null and released_at is not null and size > 0;
