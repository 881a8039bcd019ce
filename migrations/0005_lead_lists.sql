-- What a search of leads is compared with, made once when a lead is written: lower case, without accents.
alter table leads add column search_text text not null
  generated always as (app.unaccent(lower(name || ' ' || company || ' ' || email))) stored;

-- The lists over all partners have indexes of their own. The planner believes that everybody's leads are spread evenly
-- over time: given the chance it looks for one partner's old leads by walking through everybody's new ones. The condition
-- holds for every lead, but only a query that states it may use these indexes.
drop index leads_newest;
create index leads_newest on leads (created_at desc, id desc) where created_at > '-infinity';
drop index leads_newest_by_status;
create index leads_newest_by_status on leads (status, created_at desc, id desc) where created_at > '-infinity';
