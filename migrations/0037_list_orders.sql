-- Contracts are sorted and searched by what is stored, as people and commissions are.
alter table contracts
  add column title_key text not null generated always as (app.unaccent(lower(title))) stored;
create index contracts_by_title on contracts (title_key, id);
create index contracts_by_type on contracts (contract_type, id);
create index contracts_by_signed_at on contracts (coalesce(signed_at, 'epoch'::timestamptz), id);

-- As with leads: only a query over all partners may use these, which it says by a condition that holds for every row. The planner
-- would else look for one partner's commissions by walking through everybody's in the order asked for.
drop index commissions_newest;
drop index commissions_newest_by_status;
drop index commissions_by_partner_key;
drop index commissions_by_lead_key;
drop index commissions_by_revenue;
drop index commissions_by_rate;
drop index commissions_by_amount;
drop index commissions_by_stage;
drop index commissions_by_paid_at;
create index commissions_newest on commissions (created_at desc, id desc) where created_at > '-infinity';
create index commissions_newest_by_status on commissions (status, created_at desc, id desc) where created_at > '-infinity';
create index commissions_by_partner_key on commissions (partner_key, id) where created_at > '-infinity';
create index commissions_by_lead_key on commissions (lead_key, id) where created_at > '-infinity';
create index commissions_by_revenue on commissions (revenue_cents, id) where created_at > '-infinity';
create index commissions_by_rate on commissions (((commission_rate * 100)::bigint), id) where created_at > '-infinity';
create index commissions_by_amount on commissions (amount_cents, id) where created_at > '-infinity';
create index commissions_by_stage on commissions (array_position(array['en_attente', 'valide', 'paye'], status), id)
  where created_at > '-infinity';
create index commissions_by_paid_at on commissions (coalesce(paid_at, 'epoch'::timestamptz), id) where created_at > '-infinity';
