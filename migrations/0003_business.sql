-- Leads, tiers, commissions, contracts, resources and bank details. Money is whole euro cents, rates are percents.

create table partner_tiers (
  id uuid primary key,
  name text not null,
  tier_order integer not null,
  min_revenue_cents bigint not null,
  max_revenue_cents bigint,
  commission_rate numeric(5, 2) not null,
  constraint partner_tiers_order_once unique (tier_order) deferrable initially deferred,
  constraint partner_tiers_order_positive check (tier_order > 0),
  constraint partner_tiers_name_length check (length(name) between 1 and 50),
  constraint partner_tiers_min_positive check (min_revenue_cents >= 0),
  constraint partner_tiers_range check (max_revenue_cents > min_revenue_cents),
  constraint partner_tiers_rate check (commission_rate between 0 and 100)
);

-- Judged at commit, so that several tiers can change together: from 0, without gap or overlap, unbounded at the end.
create function app.check_tiers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from (
      select min_revenue_cents, max_revenue_cents,
        lag(max_revenue_cents) over w as previous_max, row_number() over w as place, count(*) over () as tiers
      from partner_tiers window w as (order by tier_order)
    ) t
    where (place = 1 and min_revenue_cents <> 0)
      or (place > 1 and min_revenue_cents is distinct from previous_max)
      or (place = tiers and max_revenue_cents is not null)
  ) or not exists (select 1 from partner_tiers) then
    raise exception 'tiers must be contiguous, start at zero and end unbounded'
      using errcode = 'check_violation', constraint = 'partner_tiers_contiguous';
  end if;
  return null;
end $$;
create constraint trigger check_tiers after insert or update or delete on partner_tiers
  deferrable initially deferred for each row execute function app.check_tiers();

create table leads (
  id uuid primary key,
  partner_id uuid not null references profiles,
  name text not null,
  company text not null,
  email text not null,
  phone text not null default '',
  website text not null default '',
  estimated_amount_cents bigint not null,
  offer_type text not null,
  notes text not null default '',
  status text not null default 'nouveau',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint leads_name_length check (length(name) between 2 and 100),
  constraint leads_company_length check (length(company) between 2 and 100),
  constraint leads_email_length check (length(email) <= 255),
  constraint leads_amount_positive check (estimated_amount_cents >= 0),
  constraint leads_notes_length check (length(notes) <= 1000),
  constraint leads_offer_type check (offer_type in ('automation', 'star', 'custom')),
  constraint leads_status check (status in ('nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse'))
);
create index leads_newest on leads (created_at desc, id desc);
create index leads_newest_by_partner on leads (partner_id, created_at desc, id desc);
create index leads_newest_by_status on leads (status, created_at desc, id desc);
create index leads_newest_by_partner_and_status on leads (partner_id, status, created_at desc, id desc);

create table commissions (
  id uuid primary key,
  partner_id uuid not null references profiles,
  lead_id uuid references leads,
  revenue_cents bigint not null,
  commission_rate numeric(5, 2) not null,
  tier_name text not null,
  amount_cents bigint not null,
  status text not null default 'en_attente',
  created_at timestamptz not null,
  validated_at timestamptz,
  paid_at timestamptz,
  constraint commissions_lead_once unique (lead_id),
  constraint commissions_revenue_positive check (revenue_cents >= 0),
  constraint commissions_rate check (commission_rate between 0 and 100),
  -- Half-up to the cent, once: numeric division is exact here and round() goes away from zero.
  constraint commissions_amount check (amount_cents = round(revenue_cents * commission_rate / 100)),
  constraint commissions_status check (status in ('en_attente', 'valide', 'paye')),
  constraint commissions_validated_at check ((validated_at is null) = (status = 'en_attente')),
  constraint commissions_paid_at check ((paid_at is null) = (status <> 'paye')),
  constraint commissions_paid_after_validated check (paid_at >= validated_at),
  constraint commissions_validated_after_created check (validated_at >= created_at)
);
create index commissions_newest on commissions (created_at desc, id desc);
create index commissions_newest_by_partner on commissions (partner_id, created_at desc, id desc);
create index commissions_newest_by_status on commissions (status, created_at desc, id desc);

-- The only way is forward, whoever writes.
create function app.commission_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.status, new.status) not in (('en_attente', 'en_attente'), ('en_attente', 'valide'), ('valide', 'paye')) then
    raise exception 'a commission cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'commissions_forward';
  end if;
  if new.partner_id <> old.partner_id or new.lead_id is distinct from old.lead_id then
    raise exception 'a commission keeps its partner and its lead'
      using errcode = 'check_violation', constraint = 'commissions_owner_kept';
  end if;
  if old.status <> 'en_attente' and (new.revenue_cents, new.commission_rate, new.amount_cents)
      is distinct from (old.revenue_cents, old.commission_rate, old.amount_cents) then
    raise exception 'the amount of a validated commission is final'
      using errcode = 'check_violation', constraint = 'commissions_amount_final';
  end if;
  return new;
end $$;
create trigger commission_goes_forward before update on commissions
  for each row execute function app.commission_goes_forward();

-- A signed lead has its commission and only a signed lead has one: judged at commit, when both are written.
create function app.check_signed_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name
    when 'leads' then coalesce(new.id, old.id)
    else coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid) end;
begin
  if exists (
    select 1 from leads l left join commissions c on c.lead_id = l.id
    where l.id = subject and ((l.status = 'signe') <> (c.id is not null) or c.partner_id <> l.partner_id)
  ) then
    raise exception 'a signed lead has exactly one commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $$;
create constraint trigger check_signed_lead after insert or update of status, partner_id on leads
  deferrable initially deferred for each row execute function app.check_signed_lead();
create constraint trigger check_signed_lead after insert or delete on commissions
  deferrable initially deferred for each row execute function app.check_signed_lead();

create table files (
  id uuid primary key,
  purpose text not null,
  name text not null,
  kind text not null,
  size bigint not null,
  sha256 text not null,
  uploaded_by uuid references profiles,
  created_at timestamptz not null,
  -- Null until a contract, a resource or the settings take it; unclaimed files go after a day.
  claimed_at timestamptz,
  constraint files_purpose check (purpose in ('contract', 'resource', 'logo')),
  constraint files_sha256 check (sha256 ~ '^[0-9a-f]{64}$')
);
create index files_unclaimed on files (created_at) where claimed_at is null;

create table contracts (
  id uuid primary key,
  user_id uuid not null references profiles,
  contract_type text not null,
  status text not null default 'en_attente',
  title text not null,
  file_id uuid references files,
  link text,
  created_at timestamptz not null,
  signed_at timestamptz,
  -- How it was signed; 'manual' is an administrator's Validate.
  signed_by text,
  constraint contracts_type check (contract_type in ('main', 'amendment')),
  constraint contracts_status check (status in ('en_attente', 'signe')),
  constraint contracts_signed_at check ((signed_at is not null) = (status = 'signe')),
  constraint contracts_signed_by check ((signed_by is not null) = (status = 'signe') and signed_by in ('manual')),
  constraint contracts_document check (num_nonnulls(file_id, link) = 1),
  constraint contracts_title_length check (length(title) between 1 and 200)
);
create index contracts_newest on contracts (created_at desc, id desc);
create index contracts_newest_by_user on contracts (user_id, created_at desc, id desc);
create index contracts_by_file on contracts (file_id);

-- Of several main contracts the newest one counts for the lock.
create function app.contract_signed(person uuid) returns boolean
  language sql stable set search_path = public, pg_temp
  return coalesce((
    select status = 'signe' from contracts where user_id = person and contract_type = 'main'
    order by created_at desc, id desc limit 1
  ), false);

create table resources (
  id uuid primary key,
  title text not null,
  description text not null default '',
  category text not null default 'documents',
  file_id uuid references files,
  link text,
  -- Null: everyone. Else readable from this tier up.
  min_tier_id uuid references partner_tiers,
  created_at timestamptz not null,
  constraint resources_category check (category in ('documents', 'visuels', 'outils')),
  constraint resources_document check (num_nonnulls(file_id, link) = 1),
  constraint resources_title_length check (length(title) between 1 and 200)
);
create index resources_newest on resources (created_at desc, id desc);
create index resources_by_file on resources (file_id);

create table payment_infos (
  partner_id uuid primary key references profiles,
  company text not null,
  iban_encrypted text not null,
  iban_checks_out boolean not null,
  address text not null,
  country text not null,
  updated_at timestamptz not null
);

-- Sums kept in the transaction of each change: adding up all leads grows with the leads, reading these does not.
create table lead_figures (
  partner_id uuid not null references profiles,
  status text not null,
  count bigint not null default 0,
  amount_cents bigint not null default 0,
  primary key (partner_id, status),
  constraint lead_figures_count check (count >= 0)
);
create table commission_figures (
  partner_id uuid not null references profiles,
  status text not null,
  count bigint not null default 0,
  revenue_cents bigint not null default 0,
  amount_cents bigint not null default 0,
  primary key (partner_id, status),
  constraint commission_figures_count check (count >= 0)
);

-- Rows are touched in one order everywhere, so that two writers cannot wait for each other.
create function app.count_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into lead_figures as f (partner_id, status, count, amount_cents)
      select partner_id, status, count(*), sum(estimated_amount_cents) from added
      group by 1, 2 order by 1, 2
      on conflict (partner_id, status) do update
        set count = f.count + excluded.count, amount_cents = f.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    with change as (
      select partner_id, status, count(*) as n, sum(estimated_amount_cents) as cents from removed group by 1, 2 order by 1, 2
    )
    update lead_figures f set count = f.count - n, amount_cents = f.amount_cents - cents
      from change c where (f.partner_id, f.status) = (c.partner_id, c.status);
  else
    -- New first with a count of zero or more, then old: no row is ever seen below zero in between.
    insert into lead_figures (partner_id, status)
      select distinct partner_id, status from added order by 1, 2 on conflict do nothing;
    with change as (
      select partner_id, status, sum(n) as n, sum(cents) as cents from (
        select partner_id, status, 1 as n, estimated_amount_cents as cents from added
        union all select partner_id, status, -1, -estimated_amount_cents from removed
      ) both_sides group by 1, 2 having sum(n) <> 0 or sum(cents) <> 0
    ), locked as (
      select f.partner_id, f.status, c.n, c.cents from lead_figures f join change c using (partner_id, status)
      order by 1, 2 for update of f
    )
    update lead_figures f set count = f.count + n, amount_cents = f.amount_cents + cents
      from locked c where (f.partner_id, f.status) = (c.partner_id, c.status);
  end if;
  return null;
end $$;
create trigger count_added after insert on leads referencing new table as added
  for each statement execute function app.count_leads();
create trigger count_changed after update on leads referencing new table as added old table as removed
  for each statement execute function app.count_leads();
create trigger count_removed after delete on leads referencing old table as removed
  for each statement execute function app.count_leads();

create function app.count_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into commission_figures as f (partner_id, status, count, revenue_cents, amount_cents)
      select partner_id, status, count(*), sum(revenue_cents), sum(amount_cents) from added
      group by 1, 2 order by 1, 2
      on conflict (partner_id, status) do update
        set count = f.count + excluded.count, revenue_cents = f.revenue_cents + excluded.revenue_cents,
          amount_cents = f.amount_cents + excluded.amount_cents;
  elsif tg_op = 'DELETE' then
    with change as (
      select partner_id, status, count(*) as n, sum(revenue_cents) as revenue, sum(amount_cents) as amount
      from removed group by 1, 2 order by 1, 2
    )
    update commission_figures f
      set count = f.count - n, revenue_cents = f.revenue_cents - revenue, amount_cents = f.amount_cents - amount
      from change c where (f.partner_id, f.status) = (c.partner_id, c.status);
  else
    insert into commission_figures (partner_id, status)
      select distinct partner_id, status from added order by 1, 2 on conflict do nothing;
    with change as (
      select partner_id, status, sum(n) as n, sum(revenue) as revenue, sum(amount) as amount from (
        select partner_id, status, 1 as n, revenue_cents as revenue, amount_cents as amount from added
        union all select partner_id, status, -1, -revenue_cents, -amount_cents from removed
      ) both_sides group by 1, 2
    ), locked as (
      select f.partner_id, f.status, c.n, c.revenue, c.amount
      from commission_figures f join change c using (partner_id, status) order by 1, 2 for update of f
    )
    update commission_figures f
      set count = f.count + n, revenue_cents = f.revenue_cents + revenue, amount_cents = f.amount_cents + amount
      from locked c where (f.partner_id, f.status) = (c.partner_id, c.status);
  end if;
  return null;
end $$;
create trigger count_added after insert on commissions referencing new table as added
  for each statement execute function app.count_commissions();
create trigger count_changed after update on commissions referencing new table as added old table as removed
  for each statement execute function app.count_commissions();
create trigger count_removed after delete on commissions referencing old table as removed
  for each statement execute function app.count_commissions();

-- Revenue that counts for the tier: validated stays validated when it is paid.
create function app.tier_revenue(person uuid) returns bigint
  language sql stable set search_path = public, pg_temp
  return coalesce((
    select sum(revenue_cents) from commission_figures where partner_id = person and status in ('valide', 'paye')
  ), 0)::bigint;

-- The place of the acting partner's tier. It reads past the policies because a policy asks it.
create function app.own_tier_order() returns integer
  language sql stable security definer set search_path = public, pg_temp
  return (
    select tier_order from partner_tiers
    where min_revenue_cents <= app.tier_revenue(app.user_id())
    order by tier_order desc limit 1
  );

alter table partner_tiers enable row level security;
alter table leads enable row level security;
alter table commissions enable row level security;
alter table files enable row level security;
alter table contracts enable row level security;
alter table resources enable row level security;
alter table payment_infos enable row level security;
alter table lead_figures enable row level security;
alter table commission_figures enable row level security;

do $$
declare
  name text;
begin
  foreach name in array array['partner_tiers', 'leads', 'commissions', 'files', 'contracts', 'resources',
    'payment_infos', 'lead_figures', 'commission_figures'] loop
    execute format('create policy system_all on %I to passerelle_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to passerelle_system', name);
    execute format('create policy admin_all on %I to passerelle_admin using (true) with check (true)', name);
  end loop;
end $$;
grant select, insert, update, delete on partner_tiers, leads, commissions, files, contracts, resources to passerelle_admin;
grant select on lead_figures, commission_figures to passerelle_admin;
-- Staff see that bank details are there and whether they check out, not the IBAN.
grant select (partner_id, company, address, country, iban_checks_out, updated_at) on payment_infos to passerelle_admin;

create policy everyone_reads on partner_tiers for select to passerelle_partner using (true);
create policy own on leads to passerelle_partner using (partner_id = app.user_id()) with check (partner_id = app.user_id());
create policy own_reads on commissions for select to passerelle_partner using (partner_id = app.user_id());
-- A partner's move to Signé creates the pending commission and leaving it removes it: nothing else is theirs to write.
create policy own_adds on commissions for insert to passerelle_partner
  with check (partner_id = app.user_id() and status = 'en_attente' and lead_id is not null);
create policy own_removes on commissions for delete to passerelle_partner
  using (partner_id = app.user_id() and status = 'en_attente');
create policy own_reads on contracts for select to passerelle_partner using (user_id = app.user_id());
create policy tier_reads on resources for select to passerelle_partner
  using (min_tier_id is null
    or (select tier_order from partner_tiers t where t.id = min_tier_id) <= (select app.own_tier_order()));
create policy through_documents on files for select to passerelle_partner
  using (exists (select 1 from contracts c where c.file_id = files.id)
    or exists (select 1 from resources r where r.file_id = files.id));
create policy own on payment_infos to passerelle_partner
  using (partner_id = app.user_id()) with check (partner_id = app.user_id());
create policy own on lead_figures for select to passerelle_partner using (partner_id = app.user_id());
create policy own on commission_figures for select to passerelle_partner using (partner_id = app.user_id());

grant select on partner_tiers, contracts, resources, files, lead_figures, commission_figures to passerelle_partner;
grant select, insert, update, delete on leads to passerelle_partner;
grant select, insert, delete on commissions to passerelle_partner;
grant select, insert, update on payment_infos to passerelle_partner;
