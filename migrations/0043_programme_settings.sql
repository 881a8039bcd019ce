-- How the provider pays: what makes a commission due, when and how payouts leave, who pays, and from which account.
create table programme_settings (
  -- One row.
  id boolean primary key default true,
  -- signature: a commission is validated by hand once the client has paid; cash: each payment of the client makes its part due.
  commission_basis text not null default 'signature',
  minimum_payout_cents bigint not null default 0,
  -- Payouts above this amount are approved by a second person.
  second_approval_above_cents bigint not null default 0,
  -- Days in which a partner may contest a statement before it counts as accepted.
  acceptance_days integer not null default 15,
  invoice_required boolean not null default false,
  -- As registered: the debtor of payouts and the buyer on invoices.
  legal_name text not null default '',
  legal_form text not null default '',
  siren text not null default '',
  vat_number text not null default '',
  street text not null default '',
  building_number text not null default '',
  postcode text not null default '',
  town text not null default '',
  country text not null default 'FR',
  -- The account that payouts leave from, encrypted as the partners' are; null until it is known.
  iban_encrypted text,
  bic text not null default '',
  bank_contract text not null default '',
  -- One debit line for a whole file, instead of one for each payout.
  batch_booking boolean not null default true,
  file_format text not null default 'pain.001.001.09',
  changed_at timestamptz,
  constraint programme_settings_one_row check (id),
  constraint programme_settings_basis check (commission_basis in ('signature', 'cash')),
  constraint programme_settings_amounts check (minimum_payout_cents >= 0 and second_approval_above_cents >= 0),
  constraint programme_settings_days check (acceptance_days between 0 and 90),
  constraint programme_settings_country check (country ~ '^[A-Z]{2}$'),
  constraint programme_settings_format check (file_format in ('pain.001.001.09', 'pain.001.001.03'))
);
insert into programme_settings default values;

alter table programme_settings enable row level security;
create policy system_all on programme_settings to passerelle_system using (true) with check (true);
create policy admin_reads on programme_settings for select to passerelle_admin using (true);
create policy admin_writes on programme_settings for update to passerelle_admin using (true) with check (true);
create policy partner_reads on programme_settings for select to passerelle_partner using (true);
grant select, insert, update, delete on programme_settings to passerelle_system;
grant select, update on programme_settings to passerelle_admin;
-- The rules of the game, not the provider's account.
grant select (commission_basis, minimum_payout_cents, acceptance_days, invoice_required, legal_name) on programme_settings
  to passerelle_partner;
