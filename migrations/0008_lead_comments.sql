-- What a partner and the staff tell each other about a lead, and what a lead's history is found by.

create table lead_comments (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  author_id uuid not null references profiles,
  body text not null,
  created_at timestamptz not null,
  constraint lead_comments_body_length check (length(body) between 1 and 2000)
);
create index lead_comments_newest on lead_comments (lead_id, created_at desc, id desc);

alter table lead_comments enable row level security;
create policy system_all on lead_comments to passerelle_system using (true) with check (true);
create policy admin_reads on lead_comments for select to passerelle_admin using (true);
create policy admin_writes on lead_comments for insert to passerelle_admin with check (author_id = app.user_id());
-- Whose lead it is decides: the policies of leads hold inside this look-up.
create policy own_lead_reads on lead_comments for select to passerelle_partner
  using (exists (select 1 from leads l where l.id = lead_id));
create policy own_lead_writes on lead_comments for insert to passerelle_partner
  with check (author_id = app.user_id() and exists (select 1 from leads l where l.id = lead_id));
grant select, insert, update, delete on lead_comments to passerelle_system;
-- What was said stays said: nobody has update or delete, and a comment goes with its lead.
grant select, insert on lead_comments to passerelle_admin, passerelle_partner;

-- A lead's history holds its commissions, those that are gone included: their first event names the lead.
create index events_by_lead_named on events ((after ->> 'leadId')) where after ->> 'leadId' is not null;
