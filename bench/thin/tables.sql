-- The thin schema: what somebody would begin with who needs leads and commissions alone. Its rows are those of the portal.
create extension if not exists pg_trgm;
create type lead_status as enum ('nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse');
create type commission_status as enum ('en_attente', 'valide', 'paye');

create table partners (
  id uuid primary key,
  name text not null,
  company text not null,
  email text not null unique,
  -- In percent, of the next commission.
  rate numeric(5, 2) not null,
  created_at timestamptz not null
);

create table leads (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partners default nullif(current_setting('app.user_id', true), '')::uuid,
  name text not null,
  company text not null,
  email text not null,
  amount numeric(12, 2) not null default 0,
  status lead_status not null default 'nouveau',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    translate(lower(name || ' ' || company || ' ' || email), 'àâäçéèêëîïôöùûü', 'aaaceeeeiioouuu')
  ) stored
);

create table commissions (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references leads on delete cascade,
  partner_id uuid not null references partners,
  amount numeric(12, 2) not null,
  status commission_status not null default 'en_attente',
  created_at timestamptz not null default now()
);
