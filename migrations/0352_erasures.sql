-- Oldest version that may run on it: 0.3.0-dev
-- An erasure is a plan, which restricts its leads at once, and is done when it is due unless it was stopped. What it leaves behind
-- says of nobody who they were.
create table erasures (
  id uuid primary key,
  -- Somebody whose account has ended; null where the clients of leads are erased.
  user_id uuid references profiles (user_id),
  -- The period that has ended for its leads; null where somebody planned it.
  period text,
  planned_by uuid references profiles (user_id),
  planned_at timestamptz not null,
  due_at timestamptz not null,
  stopped_by uuid references profiles (user_id),
  stopped_at timestamptz,
  -- Since then it is in the lists that a restored backup is erased again by, and is not stopped any more.
  listed_at timestamptz,
  done_at timestamptz,
  -- Since then everybody who is to know of it was told.
  told_at timestamptz,
  -- Rows by table: what would go and what stays, looked at after it was planned, and what went.
  plan jsonb,
  report jsonb,
  constraint erasures_due check (due_at >= planned_at),
  constraint erasures_stopped check ((stopped_by is null) = (stopped_at is null) and (stopped_at is null or listed_at is null)),
  constraint erasures_done check ((done_at is null) = (report is null) and (done_at is null or listed_at is not null))
);
create index erasures_waiting on erasures (due_at) where told_at is null and stopped_at is null;

create table erasure_leads (
  erasure_id uuid not null references erasures (id) on delete cascade,
  lead_id uuid not null,
  -- The name of the company is that of a person.
  sole_trader boolean not null,
  partner_id uuid not null references partners (id),
  outcome text constraint erasure_leads_outcome check (outcome in ('deleted', 'emptied')),
  primary key (erasure_id, lead_id)
);
create index erasure_leads_by_lead on erasure_leads (lead_id);

-- What others wrote, and where the person is named: staff decide each.
create table erasure_mentions (
  id uuid primary key,
  erasure_id uuid not null references erasures (id) on delete cascade,
  table_name text not null,
  column_name text not null,
  key_column text not null,
  row_key text not null,
  decision text constraint erasure_mentions_decision check (decision in ('keep', 'empty')),
  decided_by uuid references profiles (user_id),
  decided_at timestamptz,
  -- When the text was taken out.
  emptied_at timestamptz,
  constraint erasure_mentions_once unique (erasure_id, table_name, column_name, row_key),
  constraint erasure_mentions_decided check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)
    and (emptied_at is null or decision = 'empty'))
);

alter table erasures enable row level security;
alter table erasure_leads enable row level security;
alter table erasure_mentions enable row level security;
create policy admin_plans on erasures to passerelle_admin using (true) with check (true);
create policy rights on erasures as restrictive to passerelle_admin
  using ((select app.has_right('people'))) with check ((select app.has_right('people')));
create policy admin_plans on erasure_leads to passerelle_admin using (true) with check (true);
create policy rights on erasure_leads as restrictive to passerelle_admin
  using ((select app.has_right('people'))) with check ((select app.has_right('people')));
create policy admin_decides on erasure_mentions to passerelle_admin using (true) with check (true);
create policy rights on erasure_mentions as restrictive to passerelle_admin
  using ((select app.has_right('people'))) with check ((select app.has_right('people')));
create policy system_all on erasures to passerelle_system using (true) with check (true);
create policy system_all on erasure_leads to passerelle_system using (true) with check (true);
create policy system_all on erasure_mentions to passerelle_system using (true) with check (true);
grant select, insert on erasures, erasure_leads to passerelle_admin;
grant update (stopped_by, stopped_at, due_at) on erasures to passerelle_admin;
grant select on erasure_mentions to passerelle_admin;
grant update (decision, decided_by, decided_at) on erasure_mentions to passerelle_admin;
grant select, insert, update on erasures, erasure_leads, erasure_mentions to passerelle_system;

alter table settings add column erasure_days smallint not null default 3,
  add constraint settings_erasure_days check (erasure_days between 0 and 14);

-- Restricts leads, or ends that (`at` null); returns those that it did so with. An erased lead is not restricted again.
create function app.restrict_leads(leads uuid[], at timestamptz) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('people') then
    raise exception 'leads are restricted by those who may' using errcode = 'insufficient_privilege';
  end if;
  -- The columns that its search text is made of are named, so that it is made again.
  return query update public.leads l set restricted_at = at, name = l.name, fields = l.fields
    where l.id = any(restrict_leads.leads) and l.erased_at is null and (l.restricted_at is null) = (at is not null) returning l.id;
end $$;
revoke execute on function app.restrict_leads(uuid[], timestamptz) from public;
grant execute on function app.restrict_leads(uuid[], timestamptz) to passerelle_admin, passerelle_system;

-- What hangs on leads, so that they are emptied and not deleted.
create function app.lead_holds(leads uuid[], at timestamptz, out lead_id uuid, out holds text[]) returns setof record
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.id, array_remove(array[
    case when exists (select from commissions c where c.lead_id = l.id) or exists (select from lead_signings s where s.lead_id = l.id)
      or exists (select from client_payments p where p.lead_id = l.id) or exists (select from client_invoices i where i.lead_id = l.id)
      or exists (select from commission_facts f where f.lead_id = l.id) then 'money' end,
    case when exists (select from lead_shares s where s.lead_id = l.id) or r.former_partners <> '{}' then 'share' end,
    case when exists (select from disputes d where d.lead_id = l.id) then 'dispute' end,
    case when r.protected_until > at or r.state in ('submitted', 'appealed') then 'protection' end,
    case when l.possible_duplicate_of is not null or cardinality(r.named) > 0 or r.merged_into is not null or r.decided_for is not null
      then 'conflict' end
  ], null)
  from public.leads l
    join lateral (
      select o.*, array(
        select coalesce(n.merged_into, n.decided_for) from lead_registrations n where l.id in (n.merged_into, n.decided_for)
        union all select d.possible_duplicate_of from public.leads d where d.possible_duplicate_of = l.id
      ) as named from lead_registrations o where o.lead_id = l.id
    ) r on true
  where l.id = any(lead_holds.leads);
end $$;
revoke execute on function app.lead_holds(uuid[], timestamptz) from public;
grant execute on function app.lead_holds(uuid[], timestamptz) to passerelle_admin, passerelle_system;

-- A receipt stays without its file: whoever holds it proves it.
alter table lead_receipts alter column file_id drop not null;

-- What a text says that may name somebody, for whoever decides about it; null where it is gone.
create function app.mention_text(mention uuid) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  found erasure_mentions := m from erasure_mentions m where m.id = mention;
  said text;
begin
  if not app.has_right('people') then
    return null;
  end if;
  execute format('select %I::text from %s where concat_ws(''/'', %s) = $1', found.column_name, found.table_name::regclass,
    (select string_agg(format('%I::text', k), ', ') from unnest(string_to_array(found.key_column, ',')) k)) into said using found.row_key;
  return said;
end $$;
revoke execute on function app.mention_text(uuid) from public;
grant execute on function app.mention_text(uuid) to passerelle_admin;
