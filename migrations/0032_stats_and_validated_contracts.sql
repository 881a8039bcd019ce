-- The kept sums are called stats, as in the code.
alter table lead_figures rename to lead_stats;
alter table commission_figures rename to commission_stats;
do $$
declare
  kept record;
begin
  for kept in
    select conrelid::regclass as relation, conname as name from pg_constraint
    where conrelid in ('lead_stats'::regclass, 'commission_stats'::regclass)
  loop
    execute format('alter table %s rename constraint %I to %I', kept.relation, kept.name, replace(kept.name, '_figures', '_stats'));
  end loop;
end $$;

-- Rows are touched in one order everywhere, so that two writers cannot wait for each other.
create or replace function app.count_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into lead_stats as s (partner_id, status, count, amount_cents)
      select partner_id, status, count(*), sum(estimated_amount_cents) from added
      group by 1, 2 order by 1, 2
      on conflict (partner_id, status) do update
        set count = s.count + excluded.count, amount_cents = s.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    with change as (
      select partner_id, status, count(*) as n, sum(estimated_amount_cents) as cents from removed group by 1, 2 order by 1, 2
    )
    update lead_stats s set count = s.count - n, amount_cents = s.amount_cents - cents
      from change c where (s.partner_id, s.status) = (c.partner_id, c.status);
  else
    -- New rows first with a count of zero, then the changes: no count is ever below zero in between.
    insert into lead_stats (partner_id, status)
      select distinct partner_id, status from added order by 1, 2 on conflict do nothing;
    with change as (
      select partner_id, status, sum(n) as n, sum(cents) as cents from (
        select partner_id, status, 1 as n, estimated_amount_cents as cents from added
        union all select partner_id, status, -1, -estimated_amount_cents from removed
      ) both_sides group by 1, 2 having sum(n) <> 0 or sum(cents) <> 0
    ), locked as (
      select s.partner_id, s.status, c.n, c.cents from lead_stats s join change c using (partner_id, status)
      order by 1, 2 for update of s
    )
    update lead_stats s set count = s.count + n, amount_cents = s.amount_cents + cents
      from locked c where (s.partner_id, s.status) = (c.partner_id, c.status);
  end if;
  return null;
end $$;

create or replace function app.count_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into commission_stats as s (partner_id, status, count, revenue_cents, amount_cents)
      select partner_id, status, count(*), sum(revenue_cents), sum(amount_cents) from added
      group by 1, 2 order by 1, 2
      on conflict (partner_id, status) do update
        set count = s.count + excluded.count, revenue_cents = s.revenue_cents + excluded.revenue_cents,
          amount_cents = s.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    with change as (
      select partner_id, status, count(*) as n, sum(revenue_cents) as revenue, sum(amount_cents) as amount
      from removed group by 1, 2 order by 1, 2
    )
    update commission_stats s
      set count = s.count - n, revenue_cents = s.revenue_cents - revenue, amount_cents = s.amount_cents - amount
      from change c where (s.partner_id, s.status) = (c.partner_id, c.status);
  else
    insert into commission_stats (partner_id, status)
      select distinct partner_id, status from added order by 1, 2 on conflict do nothing;
    with change as (
      select partner_id, status, sum(n) as n, sum(revenue) as revenue, sum(amount) as amount from (
        select partner_id, status, 1 as n, revenue_cents as revenue, amount_cents as amount from added
        union all select partner_id, status, -1, -revenue_cents, -amount_cents from removed
      ) both_sides group by 1, 2 having sum(n) <> 0 or sum(revenue) <> 0 or sum(amount) <> 0
    ), locked as (
      select s.partner_id, s.status, c.n, c.revenue, c.amount
      from commission_stats s join change c using (partner_id, status) order by 1, 2 for update of s
    )
    update commission_stats s
      set count = s.count + n, revenue_cents = s.revenue_cents + revenue, amount_cents = s.amount_cents + amount
      from locked c where (s.partner_id, s.status) = (c.partner_id, c.status);
  end if;
  return null;
end $$;

alter function app.search_figures(text) rename to search_lead_stats;
alter function app.search_commission_figures(text, uuid) rename to search_commission_stats;
alter function app.tier_figures() rename to tier_stats;

-- 'Validated' is the one word for a contract that staff mark as signed, without an electronic signature. Events and the
-- evidence of signatures are not rewritten: they keep the words of their time.
alter table contracts drop constraint contracts_signed_by;
alter table contracts rename column signed_by to signing_method;
update contracts set signing_method = 'validated' where signing_method = 'manual';
alter table contracts add constraint contracts_signing_method
  check ((signing_method is not null) = (status = 'signe') and signing_method in ('electronic', 'validated'));

alter table notification_choices drop constraint notification_choices_kinds;
update notification_choices set switched_off = array_replace(switched_off, 'contract_signed', 'contract_validated');
alter table notification_choices add constraint notification_choices_kinds check (switched_off <@
  array['contract_to_sign', 'contract_validated', 'commission_validated', 'commission_paid', 'tier_reached']);
update mails set kind = 'contract_validated' where kind = 'contract_signed';
