-- Oldest version that may run on it: 0.3.0-dev
-- What is to be paid depends on what is due to a partner in all, on documents, bank details and mandates: it is read from the
-- unpaid rows, and no sum by day is kept beside them.
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

drop function app.add_to_commission_due_totals(date, bigint, bigint);
drop table commission_due_totals;
