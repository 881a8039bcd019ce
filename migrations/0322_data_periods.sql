-- Oldest version that may run on it: 0.3.0-dev
-- How long data of people is kept where staff have chosen otherwise, and the nightly run: it removes nothing before somebody has
-- confirmed the periods that are in force, so that neither an upgrade nor a change begins to remove by itself.
create table data_periods (
  id boolean primary key default true,
  -- By its name: the days, and why it is longer than usual.
  chosen jsonb not null default '{}',
  confirmed jsonb,
  confirmed_by uuid references profiles (user_id),
  confirmed_at timestamptz,
  ran_at timestamptz,
  -- What the last run removed, or would have, by period.
  removed jsonb not null default '{}',
  constraint data_periods_one_row check (id),
  constraint data_periods_chosen check (jsonb_typeof(chosen) = 'object' and length(chosen::text) <= 20000),
  constraint data_periods_confirmed check ((confirmed is null) = (confirmed_at is null) and (confirmed is null) = (confirmed_by is null))
);
insert into data_periods default values;
alter table data_periods enable row level security;
create policy admin_reads on data_periods for select to passerelle_admin using (true);
create policy admin_chooses on data_periods for update to passerelle_admin using (true)
  with check (confirmed_by is null or confirmed_by = app.user_id());
create policy rights on data_periods as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('people')));
create policy system_all on data_periods to passerelle_system using (true) with check (true);
grant select, update (chosen, confirmed, confirmed_by, confirmed_at) on data_periods to passerelle_admin;
grant select, update (ran_at, removed) on data_periods to passerelle_system;

-- Bank details of somebody who is paid nothing any more.
create policy system_removes on payment_infos for delete to passerelle_system using (true);
grant delete on payment_infos, bank_account_answers to passerelle_system;
