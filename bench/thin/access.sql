-- Indexes, rights and functions of the thin schema, once its rows are there.
create index leads_of_partner on leads (partner_id, created_at desc, id desc);
create index leads_newest on leads (created_at desc, id desc);
create index leads_by_status on leads (status) include (amount);
create index leads_search on leads using gin (search_text gin_trgm_ops);
create index commissions_of_lead on commissions (lead_id);
create index commissions_of_partner on commissions (partner_id, created_at desc, id desc);
create index commissions_by_status on commissions (status) include (amount);

-- A partner has the rows of their own, staff have all. Who asks is a setting of the transaction, as the role is.
alter table partners enable row level security;
alter table leads enable row level security;
alter table commissions enable row level security;
create policy own on partners to thin_partner using (id = (select nullif(current_setting('app.user_id', true), '')::uuid));
create policy own on leads to thin_partner
  using (partner_id = (select nullif(current_setting('app.user_id', true), '')::uuid))
  with check (partner_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
create policy own on commissions for select to thin_partner
  using (partner_id = (select nullif(current_setting('app.user_id', true), '')::uuid));
create policy staff on partners to thin_admin using (true) with check (true);
create policy staff on leads to thin_admin using (true) with check (true);
create policy staff on commissions to thin_admin using (true) with check (true);
grant usage on schema public to thin_partner, thin_admin;
grant select on partners, commissions to thin_partner;
grant select, insert, update, delete on leads to thin_partner;
grant select, insert, update, delete on partners, leads, commissions to thin_admin;

-- For PostGraphile, whose documentation writes a function for what GraphQL cannot say over the tables: sums, a search by a part
-- of a text, and a change of two tables.
create function overview() returns json language sql stable as $$
  with l as (select status, count(*) as count, sum(amount) as amount from leads group by status),
    c as (select status, sum(amount) as amount from commissions group by status)
  select json_build_object('leads', (select json_object_agg(status, json_build_object('count', count, 'amount', amount)) from l),
    'commissions', (select json_object_agg(status, amount) from c))
$$;
create function found_leads(search text) returns setof leads language sql stable as $$
  select * from leads where search_text like '%' || search || '%' order by created_at desc, id desc
$$;
create function sign_lead(lead uuid, commission uuid) returns commissions language plpgsql volatile as $$
declare
  earned commissions;
begin
  update leads set status = 'signe', updated_at = now() where id = lead;
  insert into commissions (id, lead_id, partner_id, amount)
    select commission, l.id, l.partner_id, round(l.amount * p.rate / 100, 2)
    from leads l join partners p on p.id = l.partner_id where l.id = lead
    returning * into earned;
  return earned;
end $$;
revoke execute on function overview(), found_leads(text), sign_lead(uuid, uuid) from public;
grant execute on function overview(), found_leads(text), sign_lead(uuid, uuid) to thin_admin;
