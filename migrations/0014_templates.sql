-- Contracts and amendments written once in the portal, in versions that never change, and assigned as generated PDFs.

create table contract_templates (
  id uuid primary key,
  kind text not null,
  name text not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  constraint contract_templates_kind check (kind in ('main', 'amendment')),
  constraint contract_templates_name_length check (length(name) between 1 and 100)
);

create table contract_template_versions (
  id uuid primary key,
  template_id uuid not null references contract_templates,
  version integer not null,
  title text not null,
  body jsonb not null,
  created_at timestamptz not null,
  created_by uuid not null references profiles,
  constraint contract_template_versions_once unique (template_id, version),
  constraint contract_template_versions_number check (version >= 1),
  constraint contract_template_versions_title_length check (length(title) between 1 and 200)
);

alter table contracts add column template_version_id uuid references contract_template_versions;
create index contracts_by_template_version on contracts (template_version_id) where template_version_id is not null;

create table template_settings (
  -- One row.
  id boolean primary key default true,
  tier_amendments_on boolean not null default false,
  tier_amendment_template_id uuid references contract_templates,
  constraint template_settings_one_row check (id),
  constraint template_settings_chosen check (not tier_amendments_on or tier_amendment_template_id is not null)
);
insert into template_settings default values;

-- A partner is sent one amendment for each tier, whatever is repeated and however many validations come at once. The row
-- outlives its contract: an amendment that staff deleted is not sent again.
create table tier_amendments (
  partner_id uuid not null references profiles,
  tier_id uuid not null references partner_tiers,
  contract_id uuid references contracts on delete set null,
  created_at timestamptz not null,
  primary key (partner_id, tier_id)
);
create index tier_amendments_by_contract on tier_amendments (contract_id) where contract_id is not null;

alter table contract_templates enable row level security;
alter table contract_template_versions enable row level security;
alter table template_settings enable row level security;
alter table tier_amendments enable row level security;
create policy system_reads on contract_templates for select to passerelle_system using (true);
create policy system_reads on contract_template_versions for select to passerelle_system using (true);
create policy system_reads on template_settings for select to passerelle_system using (true);
create policy system_all on tier_amendments to passerelle_system using (true) with check (true);
create policy admin_all on contract_templates to passerelle_admin using (true) with check (true);
create policy admin_reads on contract_template_versions for select to passerelle_admin using (true);
create policy admin_writes on contract_template_versions for insert to passerelle_admin with check (created_by = app.user_id());
create policy admin_reads on template_settings for select to passerelle_admin using (true);
create policy admin_changes on template_settings for update to passerelle_admin using (true) with check (true);

grant select on contract_templates, contract_template_versions, template_settings to passerelle_system;
grant select, insert, update on tier_amendments to passerelle_system;
grant select, insert, update (name, archived_at) on contract_templates to passerelle_admin;
-- A version is written once: nobody changes or deletes it.
grant select, insert on contract_template_versions to passerelle_admin;
grant select, update (tier_amendments_on, tier_amendment_template_id) on template_settings to passerelle_admin;
