-- The planner puts an SQL function into the query that calls it only where the function sets no parameter of its own.
-- This one reads no table, and its parts are looked up once, here.
create or replace function app.partner_may(what text) returns boolean
  language sql stable
  return case current_setting('app.partner_role', true)
    when 'owner' then true
    when 'manager' then what in ('company', 'leads', 'all_leads', 'own_money', 'money', 'contracts')
    when 'member' then what = 'leads' or what = 'own_money' and current_setting('app.sees_amounts', true) = 'on'
    when 'accountant' then what in ('own_money', 'money', 'bank', 'documents', 'contracts')
    else false
  end;
