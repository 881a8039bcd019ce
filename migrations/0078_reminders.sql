-- Reminders of unsigned contracts and open invitations: by hand, and by themselves some days after they were sent.
create table reminders (
  id uuid primary key,
  contract_id uuid references contracts on delete cascade,
  invitation_id uuid references invitations on delete cascade,
  -- Days after which it went out by itself; null: by hand.
  after_days smallint,
  sent_at timestamptz not null,
  sent_by uuid references profiles,
  constraint reminders_of_one check ((contract_id is null) <> (invitation_id is null)),
  constraint reminders_after_days check (after_days between 1 and 60),
  constraint reminders_by check ((after_days is null) = (sent_by is not null)),
  -- Never twice for one step, however many servers ask.
  constraint reminders_contract_once unique (contract_id, after_days),
  constraint reminders_invitation_once unique (invitation_id, after_days)
);
create index reminders_by_invitation on reminders (invitation_id, sent_at);
create index reminders_by_contract on reminders (contract_id, sent_at);

alter table reminders enable row level security;
create policy system_all on reminders to passerelle_system using (true) with check (true);
create policy admin_reads on reminders for select to passerelle_admin using (true);
create policy admin_records on reminders for insert to passerelle_admin with check (sent_by = app.user_id());
-- A partner sees when they were reminded of a contract of their own.
create policy own_read on reminders for select to passerelle_partner
  using (contract_id in (select c.id from contracts c where c.user_id = app.user_id()));
create policy rights on reminders as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('contracts', 'partners')));
grant select, insert on reminders to passerelle_system, passerelle_admin;
grant select on reminders to passerelle_partner;

-- After how many days; none: only by hand.
alter table news_settings add column reminder_days smallint[] not null default '{3,7,14}',
  add constraint news_settings_reminder_days check (reminder_days <@ array[3, 7, 14]::smallint[]);

-- Staff read the settings and change them; there is one row, made here.
drop policy admin_all on news_settings;
create policy admin_reads on news_settings for select to passerelle_admin using (true);
create policy admin_writes on news_settings for update to passerelle_admin using (true) with check (true);
