-- The year: what was paid in it, how it is declared and booked, and the sums of a period in lists.

-- Who declares, on which accounts the accountant books, and from when on an individual is no longer paid occasionally.
alter table programme_settings
  add column siret text not null default '',
  add column ape text not null default '',
  add column pays_wages boolean not null default false,
  add column declaration_contact text not null default '',
  add column declaration_phone text not null default '',
  add column declaration_email text not null default '',
  add column account_commissions text not null default '622200',
  add column account_vat text not null default '445660',
  add column account_suppliers text not null default '401000',
  add column account_bank text not null default '512000',
  add column occasional_payments integer not null default 3,
  add column occasional_cents bigint not null default 100000,
  add constraint programme_settings_occasional check (occasional_payments > 0 and occasional_cents > 0);

-- What was exported for a year's declaration of commissions (DAS2), byte by byte: nobody changes or deletes it.
create table das2_exports (
  id uuid primary key,
  year integer not null,
  -- The table, UTF-8.
  table_text text not null,
  table_sha256 text not null,
  -- The fixed-width file, ISO-8859-1, whose characters these are; null where it could not be made, and why.
  file_text text,
  file_sha256 text,
  file_missing text,
  declared integer not null,
  declared_euros bigint not null,
  -- Partners and cents paid to them, VAT included, to notice what has changed since.
  paid jsonb not null,
  created_by uuid not null references profiles,
  created_at timestamptz not null,
  constraint das2_exports_year check (year between 2000 and 2999),
  constraint das2_exports_sums check (declared >= 0 and declared_euros >= 0),
  constraint das2_exports_file check (
    (file_text is null) = (file_sha256 is null) and (file_text is null) = (file_missing is not null))
);
create index das2_exports_of_year on das2_exports (year, created_at desc);

alter table das2_exports enable row level security;
create policy system_all on das2_exports to passerelle_system using (true) with check (true);
create policy admin_reads on das2_exports for select to passerelle_admin using (true);
create policy admin_adds on das2_exports for insert to passerelle_admin with check (created_by = app.user_id());
grant select, insert on das2_exports to passerelle_system, passerelle_admin;

create index payouts_paid on payouts (paid_at) where paid_at is not null;
-- Commissions that staff marked as paid one by one, as all were before there were payouts.
create index commissions_paid_by_hand on commissions (paid_at) where status = 'paye' and payout_id is null;

-- Sums of a period over all partners are read from the index alone.
create index leads_sums_by_day on leads (created_at) include (status, estimated_amount_cents) where created_at > '-infinity';
create index commissions_sums_by_day on commissions (created_at) include (status, revenue_cents, amount_cents)
  where created_at > '-infinity';

-- The sums of a search take a period, open on either side.
drop function app.search_lead_stats(text);
create function app.search_lead_stats(needle text, from_at timestamptz, until_at timestamptz)
  returns table (status text, count bigint, amount_cents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select status, count(*), sum(estimated_amount_cents)::bigint from leads where search_text like $1'
    || case when from_at is null then '' else ' and created_at >= $2' end
    || case when until_at is null then '' else ' and created_at < $3' end || ' group by status'
    using needle, from_at, until_at;
end $$;

drop function app.search_commission_stats(text, uuid);
create function app.search_commission_stats(pattern text, partner uuid, from_at timestamptz, until_at timestamptz)
  returns table (status text, count bigint, revenue_cents bigint, amount_cents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select status, count(*), sum(revenue_cents)::bigint, sum(amount_cents)::bigint from commissions where search_text like $1'
    || case when partner is null then '' else ' and partner_id = $2' end
    || case when from_at is null then '' else ' and created_at >= $3' end
    || case when until_at is null then '' else ' and created_at < $4' end || ' group by status'
    using pattern, partner, from_at, until_at;
end $$;

revoke all on function app.search_lead_stats(text, timestamptz, timestamptz),
  app.search_commission_stats(text, uuid, timestamptz, timestamptz) from public;
grant execute on function app.search_lead_stats(text, timestamptz, timestamptz),
  app.search_commission_stats(text, uuid, timestamptz, timestamptz) to passerelle_admin, passerelle_system;
