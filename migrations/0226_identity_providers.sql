-- Signing in with a provider of OpenID Connect: what the portal knows it by, and for whom it is.

create table identity_providers (
  id uuid primary key,
  -- On the button of the sign-in page.
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted with the portal's secret, for this row alone; null: a client without one.
  secret_encrypted text,
  scopes text not null,
  enabled boolean not null,
  -- Of addresses whose owners get an account of staff when they sign in for the first time.
  staff_domains text[] not null default '{}',
  -- The role of such an account, unless a claim says another.
  staff_role text not null default 'viewer',
  -- The claim that says the role; empty: none does.
  role_claim text not null default '',
  -- Values of the claim, each with its role.
  claim_roles jsonb not null default '{}',
  -- Of addresses whose partners may sign in with it.
  partner_domains text[] not null default '{}',
  changed_at timestamptz not null,
  constraint identity_providers_name check (length(name) between 1 and 60),
  constraint identity_providers_issuer check (length(issuer) between 8 and 500),
  constraint identity_providers_client_id check (length(client_id) between 1 and 300),
  constraint identity_providers_scopes check (length(scopes) between 1 and 300),
  constraint identity_providers_staff_role check (staff_role in ('administrator', 'partner_manager', 'finance', 'viewer')),
  constraint identity_providers_role_claim check (length(role_claim) <= 100),
  constraint identity_providers_claim_roles check (jsonb_typeof(claim_roles) = 'object')
);
-- The sign-in page has one button.
create unique index identity_providers_one_enabled on identity_providers (enabled) where enabled;

-- Which account of a provider is whose. The subject is the issuer's name for a person, which it gives to nobody else.
create table provider_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references profiles on delete cascade,
  -- Whether the account of the portal was made by the first sign-in, so that the provider decides its role.
  made_account boolean not null,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  constraint provider_accounts_one_each unique (issuer, user_id),
  constraint provider_accounts_subject check (length(subject) between 1 and 255)
);
create index provider_accounts_by_user on provider_accounts (user_id);

-- Attempts that browsers have begun and not finished. What proves them is in a cookie of the browser, of which this has a hash.
create table provider_sign_ins (
  id uuid primary key,
  provider_id uuid not null references identity_providers on delete cascade,
  issuer text not null,
  browser_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index provider_sign_ins_by_end on provider_sign_ins (expires_at);

alter table identity_providers enable row level security;
alter table provider_accounts enable row level security;
alter table provider_sign_ins enable row level security;
create policy system_all on identity_providers to passerelle_system using (true) with check (true);
create policy system_all on provider_accounts to passerelle_system using (true) with check (true);
create policy system_all on provider_sign_ins to passerelle_system using (true) with check (true);
-- Whoever sets a provider decides who gets in as whom.
create policy admin_all on identity_providers to passerelle_admin using (true) with check (true);
create policy rights on identity_providers as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('team')));
grant select on identity_providers to passerelle_system;
grant select, insert, update on identity_providers to passerelle_admin;
grant select, insert, update, delete on provider_accounts to passerelle_system;
grant select, insert, delete on provider_sign_ins to passerelle_system;

-- The name on the button, which is all that a visitor learns; null: there is no button.
create function app.sign_in_provider() returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select name from identity_providers where enabled
$$;
revoke all on function app.sign_in_provider() from public;
grant execute on function app.sign_in_provider() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;
