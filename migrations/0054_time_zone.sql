-- The provider's time zone is a setting: days and months on screens, in files, mails and charts are those of its calendar.

alter table programme_settings add column time_zone text not null default 'Europe/Paris';
grant select (time_zone) on programme_settings to passerelle_partner;

-- For everybody: visitors read dates as well (a checked signature).
create function app.time_zone() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select time_zone from programme_settings
$$;
revoke all on function app.time_zone() from public;
grant execute on function app.time_zone() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;

-- The provider's calendar (server/provider-calendar.ts). With the zone as an argument it depends on nothing else; statements over
-- many rows read the zone once and pass it.
create function app.month_of(at timestamptz, zone text) returns date
  language sql immutable parallel safe
  return date_trunc('month', at at time zone zone)::date;
create or replace function app.month_of(at timestamptz) returns date
  language sql stable
  return app.month_of(at, app.time_zone());

-- As before, with the months of the zone that holds now. The lock comes before the zone is read: whoever changes the zone waits
-- for this transaction, or this one waits and reads the new zone.
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
  end if;
  return null;
end $$;

-- A changed zone counts the months again, in its transaction. What writes commissions meanwhile waits; who reads sees the sums
-- and the zone of before until it is committed.
create function app.count_months_again() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_timezone_names z where z.name = new.time_zone) then
    raise exception 'no such time zone: %', new.time_zone using errcode = 'check_violation';
  end if;
  lock table commission_totals in exclusive mode;
  delete from commission_totals;
  insert into commission_totals (month, status, shard, count, revenue_cents, amount_cents)
    select app.month_of(created_at, new.time_zone), status, 1, count(*), sum(revenue_cents), sum(amount_cents)
    from commissions group by 1, 2;
  return null;
end $$;
create trigger count_months_again after update of time_zone on programme_settings
  for each row when (old.time_zone is distinct from new.time_zone) execute function app.count_months_again();
