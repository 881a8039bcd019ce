-- What lists of people and commissions are sorted and searched by, stored when it is written: taking accents off twenty
-- thousand names for each request cost more than everything else in it.

alter table profiles
  add column name_key text not null generated always as (app.unaccent(lower(full_name))) stored,
  add column company_key text not null generated always as (app.unaccent(lower(company))) stored,
  add column search_text text not null
    generated always as (app.unaccent(lower(full_name || ' ' || company || ' ' || email))) stored;

-- Copies of the names that a commission is listed with: its partner's and its lead's, or its description.
alter table commissions
  add column partner_key text not null default '',
  add column lead_key text not null default '',
  add column search_text text not null default '';

create function app.set_commission_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partner text := (select full_name from profiles where user_id = new.partner_id);
  lead record;
begin
  select name, company into lead from leads where id = new.lead_id;
  new.partner_key := app.unaccent(lower(partner));
  new.lead_key := app.unaccent(lower(coalesce(lead.name, new.description)));
  new.search_text := app.unaccent(lower(concat_ws(' ', partner, lead.name, lead.company, new.description)));
  return new;
end $$;

-- Renamed: the commissions below follow, paid ones included. Their money is not touched.
create function app.rename_in_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'leads' then
    update commissions set search_text = '' where lead_id = new.id;
  else
    update commissions set search_text = '' where partner_id = new.user_id;
  end if;
  return null;
end $$;

-- These guard and count money: an update of the keys alone is none of their business.
drop trigger commission_goes_forward on commissions;
create trigger commission_goes_forward
  before update of status, partner_id, lead_id, revenue_cents, commission_rate, amount_cents on commissions
  for each row execute function app.commission_goes_forward();

create or replace function app.count_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into commission_figures as f (partner_id, status, count, revenue_cents, amount_cents)
      select partner_id, status, count(*), sum(revenue_cents), sum(amount_cents) from added
      group by 1, 2 order by 1, 2
      on conflict (partner_id, status) do update
        set count = f.count + excluded.count, revenue_cents = f.revenue_cents + excluded.revenue_cents,
          amount_cents = f.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    with change as (
      select partner_id, status, count(*) as n, sum(revenue_cents) as revenue, sum(amount_cents) as amount
      from removed group by 1, 2 order by 1, 2
    )
    update commission_figures f
      set count = f.count - n, revenue_cents = f.revenue_cents - revenue, amount_cents = f.amount_cents - amount
      from change c where (f.partner_id, f.status) = (c.partner_id, c.status);
  else
    insert into commission_figures (partner_id, status)
      select distinct partner_id, status from added order by 1, 2 on conflict do nothing;
    with change as (
      select partner_id, status, sum(n) as n, sum(revenue) as revenue, sum(amount) as amount from (
        select partner_id, status, 1 as n, revenue_cents as revenue, amount_cents as amount from added
        union all select partner_id, status, -1, -revenue_cents, -amount_cents from removed
      ) both_sides group by 1, 2 having sum(n) <> 0 or sum(revenue) <> 0 or sum(amount) <> 0
    ), locked as (
      select f.partner_id, f.status, c.n, c.revenue, c.amount
      from commission_figures f join change c using (partner_id, status) order by 1, 2 for update of f
    )
    update commission_figures f
      set count = f.count + n, revenue_cents = f.revenue_cents + revenue, amount_cents = f.amount_cents + amount
      from locked c where (f.partner_id, f.status) = (c.partner_id, c.status);
  end if;
  return null;
end $$;

create trigger set_keys before insert or update of partner_id, lead_id, description, search_text on commissions
  for each row execute function app.set_commission_keys();
create trigger rename_in_commissions after update of name, company on leads
  for each row when ((old.name, old.company) is distinct from (new.name, new.company))
  execute function app.rename_in_commissions();
create trigger rename_in_commissions after update of full_name on profiles
  for each row when (old.full_name is distinct from new.full_name)
  execute function app.rename_in_commissions();

update commissions set search_text = '';

-- One index for each order that the list offers: it is read from either end, and a page costs the same at any size.
create index commissions_by_partner_key on commissions (partner_key, id);
create index commissions_by_lead_key on commissions (lead_key, id);
create index commissions_by_revenue on commissions (revenue_cents, id);
create index commissions_by_rate on commissions (((commission_rate * 100)::bigint), id);
create index commissions_by_amount on commissions (amount_cents, id);
create index commissions_by_stage on commissions (array_position(array['en_attente', 'valide', 'paye'], status), id);
create index commissions_by_paid_at on commissions (coalesce(paid_at, 'epoch'::timestamptz), id);
create index commissions_search on commissions using gin (search_text public.gin_trgm_ops);
create index profiles_by_name on profiles (name_key, user_id) where deleted_at is null;
create index profiles_by_company on profiles (company_key, user_id) where deleted_at is null;
create index profiles_by_joined on profiles (coalesce(joined_at, created_at), user_id) where deleted_at is null;

-- Under a policy a LIKE can use neither index nor statistics, so these two look past the policies; only staff, whose
-- policy shows every commission, may call them. The first returns at most `most` ids: a pattern that finds more is
-- frequent, and a page of it is found sooner by walking the list.
create function app.search_commissions(pattern text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select id from commissions where search_text like $1 limit $2' using pattern, most;
end $$;

create function app.search_commission_figures(pattern text, partner uuid)
  returns table (status text, count bigint, revenue_cents bigint, amount_cents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select status, count(*), sum(revenue_cents)::bigint, sum(amount_cents)::bigint from commissions where search_text like $1'
    || case when partner is null then '' else ' and partner_id = $2' end || ' group by status'
    using pattern, partner;
end $$;

revoke all on function app.search_commissions(text, integer), app.search_commission_figures(text, uuid) from public;
grant execute on function app.search_commissions(text, integer), app.search_commission_figures(text, uuid)
  to passerelle_admin, passerelle_system;
