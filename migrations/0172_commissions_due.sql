-- What is overdue is a sum of days, not of commissions: staff's inbox costs the same at any number of leads.

-- Commissions that may be paid, by the day on which they are due, kept as `commission_totals` are: a writer adds to any row of the
-- day that no other transaction holds, or to a new one. A row that comes to nothing goes, so that paid days leave none behind.
create table commission_due_totals (
  -- In UTC: the sums of a day do not depend on the provider's time zone, and an instant tells which days are over.
  day date not null,
  shard integer not null,
  count bigint not null default 0,
  amount_cents bigint not null default 0,
  primary key (day, shard)
) with (fillfactor = 50);

create function app.add_to_commission_due_totals(due date, n bigint, cents bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  free record;
begin
  select * into free from commission_due_totals where day = due limit 1 for update skip locked;
  if free.shard is null then
    -- Always drawn: two writers of a new day hardly ever draw the same, for which the second would wait.
    insert into commission_due_totals as t (day, shard, count, amount_cents)
      values (due, app.next_shard(floor(random() * 1000000)::integer), n, cents)
      on conflict (day, shard) do update
        set count = t.count + excluded.count, amount_cents = t.amount_cents + excluded.amount_cents;
  elsif free.count + n = 0 and free.amount_cents + cents = 0 then
    delete from commission_due_totals where day = due and shard = free.shard;
  else
    update commission_due_totals set count = count + n, amount_cents = amount_cents + cents
      where day = due and shard = free.shard;
  end if;
end $$;

-- As before, and by the day on which commissions are due.
create or replace function app.total_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change record;
  zone text;
begin
  lock table commission_totals in row exclusive mode;
  zone := app.time_zone();
  if tg_op = 'INSERT' then
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select app.month_of(created_at, zone) as month, status, count(*) as n, sum(revenue_cents)::bigint as revenue,
        sum(amount_cents)::bigint as cents
      from added group by 1, 2
    ) change;
    for change in
      select partner_id, sum(revenue_cents)::bigint as revenue, sum(amount_cents)::bigint as cents
      from added where status in ('valide', 'paye') group by 1 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
    perform app.add_to_commission_due_totals(day, n, cents) from (
      select (payable_by at time zone 'UTC')::date as day, count(*) as n, sum(amount_cents)::bigint as cents
      from added where status = 'valide' and held_reason is null and not disputed and payable_by is not null group by 1
    ) change;
  elsif tg_op = 'DELETE' then
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select app.month_of(created_at, zone) as month, status, -count(*) as n, -sum(revenue_cents)::bigint as revenue,
        -sum(amount_cents)::bigint as cents
      from removed group by 1, 2
    ) change;
    for change in
      select partner_id, -sum(revenue_cents)::bigint as revenue, -sum(amount_cents)::bigint as cents
      from removed where status in ('valide', 'paye') group by 1 order by 1
    loop
      perform app.add_to_partner_revenue(change.partner_id, change.revenue, change.cents);
    end loop;
    perform app.add_to_commission_due_totals(day, n, cents) from (
      select (payable_by at time zone 'UTC')::date as day, -count(*) as n, -sum(amount_cents)::bigint as cents
      from removed where status = 'valide' and held_reason is null and not disputed and payable_by is not null group by 1
    ) change;
  else
    perform app.add_to_commission_totals(month, status, n, revenue, cents) from (
      select month, status, sum(n)::bigint as n, sum(revenue)::bigint as revenue, sum(cents)::bigint as cents from (
        select app.month_of(created_at, zone) as month, status, 1 as n, revenue_cents as revenue, amount_cents as cents from added
        union all select app.month_of(created_at, zone), status, -1, -revenue_cents, -amount_cents from removed
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
    perform app.add_to_commission_due_totals(day, n, cents) from (
      select (payable_by at time zone 'UTC')::date as day, sum(n)::bigint as n, sum(cents)::bigint as cents from (
        select 1 as n, amount_cents as cents, payable_by, status, held_reason, disputed from added
        union all select -1, -amount_cents, payable_by, status, held_reason, disputed from removed
      ) both_sides
      where status = 'valide' and held_reason is null and not disputed and payable_by is not null
      group by 1 having sum(n) <> 0 or sum(cents) <> 0
    ) change;
  end if;
  return null;
end $$;

insert into commission_due_totals (day, shard, count, amount_cents)
  select (payable_by at time zone 'UTC')::date, 1, count(*), sum(amount_cents)
  from commissions where status = 'valide' and held_reason is null and not disputed and payable_by is not null group by 1;

alter table commission_due_totals enable row level security;
create policy system_all on commission_due_totals to passerelle_system using (true) with check (true);
create policy admin_reads on commission_due_totals for select to passerelle_admin using (true);
grant select, insert, update, delete on commission_due_totals to passerelle_system;
grant select on commission_due_totals to passerelle_admin;

-- In plpgsql, whose plans are kept: a function in SQL with settings of its own is parsed and planned again in each statement.
create or replace function app.time_zone() returns text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select time_zone from programme_settings);
end $$;

-- What was taken back and waits to be settled has no day: without an index of its own, all that may be paid was read for it.
create index commissions_to_settle on commissions (partner_id) include (reverses_id, amount_cents)
  where status = 'valide' and kind = 'clawback';
