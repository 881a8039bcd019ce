-- Sums over all partners, months and people, kept in the transaction of each change, so that staff's overview, trends and lists
-- cost the same at any number of leads and commissions.

-- One row per status would make every writer wait for the one before it. A writer adds its change to any row of the status that
-- no other transaction holds, or to a new one: nobody waits, and there are as many rows as there ever were writers at once.
-- Single rows may be negative; only their sums mean something.
create table lead_totals (
  status text not null,
  shard integer not null,
  count bigint not null default 0,
  amount_cents bigint not null default 0,
  possible_duplicates bigint not null default 0,
  primary key (status, shard)
) with (fillfactor = 50);

create table commission_totals (
  -- First day of the month of creation, in the provider's time zone.
  month date not null,
  status text not null,
  shard integer not null,
  count bigint not null default 0,
  revenue_cents bigint not null default 0,
  amount_cents bigint not null default 0,
  primary key (month, status, shard)
) with (fillfactor = 50);

-- Validated revenue of each partner, paid or not; writers of one partner already wait for each other in commission_stats.
create table partner_revenue (
  partner_id uuid primary key references profiles,
  revenue_cents bigint not null,
  amount_cents bigint not null
) with (fillfactor = 70);
create index partner_revenue_highest on partner_revenue (revenue_cents desc, partner_id);

-- The provider's calendar (server/provider-calendar.ts).
create function app.month_of(at timestamptz) returns date
  language sql stable parallel safe
  return date_trunc('month', at at time zone 'Europe/Paris')::date;

-- After the first row the number is drawn, so that two writers that both need one hardly ever draw the same.
create function app.next_shard(last integer) returns integer
  language sql volatile
  return coalesce(last + 1 + floor(random() * 1000)::integer, 1);

create function app.add_to_lead_totals(stage text, n bigint, cents bigint, duplicates bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  update lead_totals t
    set count = t.count + n, amount_cents = t.amount_cents + cents, possible_duplicates = t.possible_duplicates + duplicates
    where t.status = stage
      and t.shard = (select free.shard from lead_totals free where free.status = stage limit 1 for update skip locked);
  if not found then
    insert into lead_totals as t (status, shard, count, amount_cents, possible_duplicates)
      select stage, app.next_shard(max(shard)), n, cents, duplicates from lead_totals where status = stage
      on conflict (status, shard) do update
        set count = t.count + excluded.count, amount_cents = t.amount_cents + excluded.amount_cents,
          possible_duplicates = t.possible_duplicates + excluded.possible_duplicates;
  end if;
end $$;

create function app.total_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.add_to_lead_totals(status, count(*), sum(estimated_amount_cents)::bigint, count(possible_duplicate_of))
      from added group by status;
  elsif tg_op = 'DELETE' then
    perform app.add_to_lead_totals(status, -count(*), -sum(estimated_amount_cents)::bigint, -count(possible_duplicate_of))
      from removed group by status;
  else
    perform app.add_to_lead_totals(status, n, cents, duplicates) from (
      select status, sum(n)::bigint as n, sum(cents)::bigint as cents, sum(duplicate)::bigint as duplicates from (
        select status, 1 as n, estimated_amount_cents as cents, (possible_duplicate_of is not null)::integer as duplicate from added
        union all
        select status, -1, -estimated_amount_cents, -(possible_duplicate_of is not null)::integer from removed
      ) both_sides group by status
    ) change where n <> 0 or cents <> 0 or duplicates <> 0;
  end if;
  return null;
end $$;

create function app.add_to_commission_totals(born date, stage text, n bigint, revenue bigint, cents bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  update commission_totals t
    set count = t.count + n, revenue_cents = t.revenue_cents + revenue, amount_cents = t.amount_cents + cents
    where t.month = born and t.status = stage and t.shard = (
      select free.shard from commission_totals free where free.month = born and free.status = stage limit 1
      for update skip locked
    );
  if not found then
    insert into commission_totals as t (month, status, shard, count, revenue_cents, amount_cents)
      select born, stage, app.next_shard(max(shard)), n, revenue, cents from commission_totals
      where month = born and status = stage
      on conflict (month, status, shard) do update
        set count = t.count + excluded.count, revenue_cents = t.revenue_cents + excluded.revenue_cents,
          amount_cents = t.amount_cents + excluded.amount_cents;
  end if;
end $$;

-- Partners in one order everywhere, so that two writers cannot wait for each other.
create function app.add_to_partner_revenue(partner uuid, revenue bigint, cents bigint) returns void
  language sql set search_path = public, pg_temp
  begin atomic
    insert into partner_revenue as r (partner_id, revenue_cents, amount_cents) values (partner, revenue, cents)
      on conflict (partner_id) do update
        set revenue_cents = r.revenue_cents + excluded.revenue_cents, amount_cents = r.amount_cents + excluded.amount_cents;
  end;

create function app.total_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
begin
  if tg_op = 'INSERT' then
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select app.month_of(created_at) as month, status, count(*) as n, sum(revenue_cents)::bigint as revenue,
        sum(amount_cents)::bigint as cents
      from added group by 1, 2
    ) change;
    for change in
      select partner_id, sum(revenue_cents)::bigint as revenue, sum(amount_cents)::bigint as cents
      from added where status in ('valide', 'paye') group by 1 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
  elsif tg_op = 'DELETE' then
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select app.month_of(created_at) as month, status, -count(*) as n, -sum(revenue_cents)::bigint as revenue,
        -sum(amount_cents)::bigint as cents
      from removed group by 1, 2
    ) change;
    for change in
      select partner_id, -sum(revenue_cents)::bigint as revenue, -sum(amount_cents)::bigint as cents
      from removed where status in ('valide', 'paye') group by 1 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
  else
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select month, status, sum(n)::bigint as n, sum(revenue)::bigint as revenue, sum(cents)::bigint as cents from (
        select app.month_of(created_at) as month, status, 1 as n, revenue_cents as revenue, amount_cents as cents from added
        union all select app.month_of(created_at), status, -1, -revenue_cents, -amount_cents from removed
      ) both_sides group by 1, 2
    ) change where n <> 0 or revenue <> 0 or cents <> 0;
    for change in
      select partner_id, sum(revenue)::bigint as revenue, sum(cents)::bigint as cents from (
        select partner_id, status, revenue_cents as revenue, amount_cents as cents from added
        union all select partner_id, status, -revenue_cents, -amount_cents from removed
      ) both_sides
      where status in ('valide', 'paye') group by 1 having sum(revenue) <> 0 or sum(cents) <> 0 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
  end if;
  return null;
end $$;

create trigger total_added after insert on leads referencing new table as added
  for each statement execute function app.total_leads();
create trigger total_changed after update on leads referencing new table as added old table as removed
  for each statement execute function app.total_leads();
create trigger total_removed after delete on leads referencing old table as removed
  for each statement execute function app.total_leads();
create trigger total_added after insert on commissions referencing new table as added
  for each statement execute function app.total_commissions();
create trigger total_changed after update on commissions referencing new table as added old table as removed
  for each statement execute function app.total_commissions();
create trigger total_removed after delete on commissions referencing old table as removed
  for each statement execute function app.total_commissions();

-- Where a person's newest main contract stands (app.newest_main_contract); null without one. Kept for lists and counts; what a
-- person may do is always judged by the contract itself.
alter table profiles add column main_contract text;

create function app.keep_main_contract() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid;
begin
  for person in
    select distinct id from unnest(array[
      case when tg_op <> 'DELETE' then new.user_id end, case when tg_op <> 'INSERT' then old.user_id end
    ]) id where id is not null order by id
  loop
    -- The next statement sees what a transaction has committed that held the lock before.
    perform from profiles where user_id = person for no key update;
    update profiles p set main_contract = (select n.status from app.newest_main_contract(person) n)
      where p.user_id = person and p.main_contract is distinct from (select n.status from app.newest_main_contract(person) n);
  end loop;
  return null;
end $$;
create trigger keep_main_contract after insert or delete or update of user_id, contract_type, status, created_at on contracts
  for each row execute function app.keep_main_contract();

insert into lead_totals (status, shard, count, amount_cents, possible_duplicates)
  select status, 1, count(*), sum(estimated_amount_cents), count(possible_duplicate_of) from leads group by status;
insert into commission_totals (month, status, shard, count, revenue_cents, amount_cents)
  select app.month_of(created_at), status, 1, count(*), sum(revenue_cents), sum(amount_cents) from commissions group by 1, 2;
insert into partner_revenue (partner_id, revenue_cents, amount_cents)
  select partner_id, sum(revenue_cents), sum(amount_cents) from commissions where status in ('valide', 'paye') group by 1;
update profiles p set main_contract = (select n.status from app.newest_main_contract(p.user_id) n)
  where exists (select from contracts c where c.user_id = p.user_id and c.contract_type = 'main');

alter table lead_totals enable row level security;
alter table commission_totals enable row level security;
alter table partner_revenue enable row level security;
create policy system_all on lead_totals to passerelle_system using (true) with check (true);
create policy admin_reads on lead_totals for select to passerelle_admin using (true);
create policy system_all on commission_totals to passerelle_system using (true) with check (true);
create policy admin_reads on commission_totals for select to passerelle_admin using (true);
create policy system_all on partner_revenue to passerelle_system using (true) with check (true);
create policy admin_reads on partner_revenue for select to passerelle_admin using (true);
grant select, insert, update, delete on lead_totals, commission_totals, partner_revenue to passerelle_system;
grant select on lead_totals, commission_totals, partner_revenue to passerelle_admin;

-- What is validated and not paid, by due date: for staff, and for one partner.
create index commissions_payable on commissions (validated_at) include (amount_cents) where status = 'valide';
create index commissions_payable_by_partner on commissions (partner_id, validated_at) include (amount_cents)
  where status = 'valide';
-- A partner's months are added up from the index alone.
drop index commissions_newest_by_partner;
create index commissions_newest_by_partner on commissions (partner_id, created_at desc, id desc)
  include (status, revenue_cents, amount_cents);

-- The tasks of staff: each of these indexes holds only what waits.
create index contracts_open on contracts (user_id) where status = 'en_attente';
create index contracts_to_countersign on contracts (id)
  where status = 'signe' and signing_method = 'electronic' and countersigned_at is null;
create index profiles_without_contract on profiles (user_id)
  where main_contract is null and deleted_at is null and joined_at is not null;
