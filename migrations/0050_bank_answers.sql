-- What the bank answers to payout files, and the provider's invoices by which it recognizes what clients have paid.

alter table programme_settings
  -- A transfer counts as paid once the bank reports it as settled (ACSC, ACCC), before a statement has it.
  add column settled_is_paid boolean not null default false;

-- Answers that were applied. The files are not kept: they hold names and IBANs of people who have nothing to do with the programme.
create table bank_answers (
  id uuid primary key,
  -- Of the file's bytes: the same file is applied once.
  sha256 text not null,
  -- 'camt.053.001.08'; empty for a file that does not say.
  version text not null,
  -- The bank's own identification, which it should not use twice.
  message_id text not null,
  -- Name or BIC of the bank.
  sender text,
  -- Days that it is about.
  period_from date not null,
  period_to date not null,
  accepted_count integer not null,
  paid_count integer not null,
  paid_cents bigint not null,
  -- Refused and returned transfers.
  rejected_count integer not null,
  rejected_cents bigint not null,
  verified_count integer not null,
  client_payment_count integer not null,
  applied_by uuid not null references profiles,
  applied_at timestamptz not null,
  constraint bank_answers_file_once unique (sha256),
  constraint bank_answers_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint bank_answers_texts check (length(version) <= 35 and length(message_id) between 1 and 140 and length(sender) between 1 and 140),
  constraint bank_answers_period check (period_from <= period_to),
  constraint bank_answers_counts check (
    least(accepted_count, paid_count, paid_cents, rejected_count, rejected_cents, verified_count, client_payment_count) >= 0
    and accepted_count + paid_count + rejected_count + verified_count + client_payment_count > 0)
);
create index bank_answers_newest on bank_answers (applied_at desc, id desc);
create index bank_answers_by_message on bank_answers (message_id);

-- What banks said last of the account of a partner. It is about the account that a payout file was made for: once the IBAN has
-- changed after that file, it says nothing of the new one.
create table bank_account_answers (
  partner_id uuid primary key references profiles,
  -- When the payout file was made.
  sent_at timestamptz not null,
  -- Day on which the bank refused the account as such: closed, blocked, unknown.
  refused_on date,
  refused_reason text,
  -- Verification of payee, and the holder's name as the bank has it.
  payee_match text,
  payee_name text,
  changed_at timestamptz not null,
  constraint bank_account_answers_refused check (
    (refused_on is null) = (refused_reason is null) and length(refused_reason) between 2 and 500),
  constraint bank_account_answers_match check (payee_match in ('match', 'close_match', 'no_match', 'not_possible')),
  constraint bank_account_answers_name check (length(payee_name) between 1 and 140 and (payee_name is null or payee_match = 'close_match'))
);

-- As before, and an account that the bank has refused is not paid to until it is changed.
create or replace function app.bank_details_states(at timestamptz)
  returns table (partner_id uuid, state text, held_until timestamptz, shared boolean, payable boolean)
  language sql stable parallel safe
begin atomic
  select p.user_id, s.state, h.held_until,
    b.iban_fingerprint is not null and exists (
      select from payment_infos o join profiles q on q.user_id = o.partner_id
      where o.iban_fingerprint = b.iban_fingerprint and o.partner_id <> b.partner_id and q.deleted_at is null
    ),
    s.state = 'complete' and h.held_until is null
  from profiles p
    left join payment_infos b on b.partner_id = p.user_id
    left join bank_account_answers a
      on a.partner_id = b.partner_id and a.refused_on is not null and a.sent_at >= b.iban_changed_at
    cross join lateral (
      select case when b.partner_id is null then 'missing' when not b.iban_checks_out then 'checksum'
        when a.partner_id is not null then 'refused' else 'complete' end as state
    ) s
    cross join lateral (
      select case when b.iban_changed_at + interval '72 hours' > at then b.iban_changed_at + interval '72 hours' end as held_until
    ) h;
end;

-- What the provider has invoiced to a lead's client: a credit that names the number pays it.
create table client_invoices (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  number text not null,
  -- The number as it reaches a bank and comes back: numbers that differ in nothing else are the same.
  number_key text not null,
  issued_on date not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null generated always as (net_cents + vat_cents) stored,
  recorded_by uuid not null references profiles,
  created_at timestamptz not null,
  constraint client_invoices_number_once unique (number_key),
  constraint client_invoices_of_lead unique (id, lead_id),
  -- Room for the day that tells parts of one invoice apart in a payment's reference.
  constraint client_invoices_number check (length(number) between 1 and 20 and length(number_key) between 1 and 60),
  constraint client_invoices_amounts check (net_cents > 0 and vat_cents >= 0)
);
create index client_invoices_by_lead on client_invoices (lead_id);

alter table client_payments
  -- The invoice that a credit named.
  add column client_invoice_id uuid,
  -- What the client paid, VAT included; null where only the net amount was typed.
  add column total_cents bigint,
  add constraint client_payments_of_invoice foreign key (client_invoice_id, lead_id) references client_invoices (id, lead_id),
  add constraint client_payments_total check (total_cents >= net_cents and (total_cents is null or client_invoice_id is not null));
create index client_payments_by_invoice on client_payments (client_invoice_id) where client_invoice_id is not null;

alter table bank_answers enable row level security;
alter table bank_account_answers enable row level security;
alter table client_invoices enable row level security;

create policy system_all on bank_answers to passerelle_system using (true) with check (true);
create policy admin_reads on bank_answers for select to passerelle_admin using (true);
create policy admin_applies on bank_answers for insert to passerelle_admin with check (applied_by = app.user_id());
create policy system_all on bank_account_answers to passerelle_system using (true) with check (true);
create policy admin_all on bank_account_answers to passerelle_admin using (true) with check (true);
create policy own_reads on bank_account_answers for select to passerelle_partner using (partner_id = app.user_id());
create policy system_all on client_invoices to passerelle_system using (true) with check (true);
create policy admin_reads on client_invoices for select to passerelle_admin using (true);
create policy admin_records on client_invoices for insert to passerelle_admin with check (recorded_by = app.user_id());
create policy admin_removes on client_invoices for delete to passerelle_admin using (true);

grant select on bank_answers to passerelle_system;
grant select, insert on bank_answers to passerelle_admin;
grant select on bank_account_answers to passerelle_system, passerelle_partner;
grant select, insert, update on bank_account_answers to passerelle_admin;
grant select on client_invoices to passerelle_system;
-- What was recorded is not edited: an invoice that nothing has been paid on is removed and recorded again.
grant select, insert, delete on client_invoices to passerelle_admin;
