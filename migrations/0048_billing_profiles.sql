-- How a partner's commissions are invoiced, by which business, and with which VAT. domain/billing-check.ts has the same rules with
-- check digits and messages.
create table billing_profiles (
  partner_id uuid primary key references profiles (user_id),
  -- self_billing: the provider invoices in the partner's name; upload: the partner's own invoice; receipt: an individual.
  mode text not null,
  regime text not null,
  -- Percent; null unless French VAT is charged.
  vat_rate numeric(4, 2),
  legal_name text not null,
  legal_form text not null default '',
  siren text not null default '',
  siret text not null default '',
  vat_number text not null default '',
  street text not null,
  building_number text not null default '',
  postcode text not null default '',
  town text not null,
  -- ISO 3166-1 alpha-2; French overseas departments are FR.
  country text not null,
  updated_at timestamptz not null,
  -- When staff corrected it last; null after the partner's own save.
  corrected_at timestamptz,
  constraint billing_profiles_mode check (mode in ('self_billing', 'upload', 'receipt')),
  constraint billing_profiles_regime check (regime in ('standard', 'franchise', 'reverse_charge', 'none')),
  constraint billing_profiles_combination check (
    case
      when mode = 'receipt' then regime = 'none'
      when country = 'FR' then regime = 'standard' or regime = 'franchise'
      -- VAT territory of the European Union.
      when country ~ '^(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)$'
        then regime = 'reverse_charge' or (regime = 'none' and mode = 'upload')
      else regime = 'none' and mode = 'upload'
    end
  ),
  constraint billing_profiles_vat_rate check (
    (regime = 'standard') = (vat_rate is not null) and coalesce(vat_rate, 20) in (20, 10, 8.5, 5.5, 2.1)
  ),
  constraint billing_profiles_siren check (
    case when mode <> 'receipt' and country = 'FR' then siren ~ '^[0-9]{9}$' else siren = '' end
  ),
  constraint billing_profiles_siret check (siret = '' or (siret ~ '^[0-9]{14}$' and left(siret, 9) = siren)),
  constraint billing_profiles_vat_number check (
    case regime
      when 'standard' then vat_number ~ '^FR[0-9A-Z]{2}[0-9]{9}$' and right(vat_number, 9) = siren
      when 'reverse_charge' then vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,13}$'
        and left(vat_number, 2) = case country when 'GR' then 'EL' else country end
      else vat_number = ''
    end
  ),
  constraint billing_profiles_legal_form check (
    length(legal_form) <= 60 and case when mode = 'receipt' then legal_form = '' else legal_form <> '' or country <> 'FR' end
  ),
  constraint billing_profiles_legal_name check (length(legal_name) between 2 and 200),
  constraint billing_profiles_address check (
    length(street) between 1 and 70 and length(building_number) <= 16 and length(town) between 1 and 35
    and country ~ '^[A-Z]{2}$' and country !~ '^(GF|GP|MQ|RE|YT)$'
    and length(postcode) <= 16 and (country <> 'FR' or postcode ~ '^[0-9]{5}$')
  )
);

alter table billing_profiles enable row level security;
create policy own on billing_profiles to passerelle_partner
  using (partner_id = app.user_id()) with check (partner_id = app.user_id());
create policy admin_reads on billing_profiles for select to passerelle_admin using (true);
create policy admin_corrects on billing_profiles for update to passerelle_admin using (true) with check (true);
create policy system_reads on billing_profiles for select to passerelle_system using (true);
grant select, insert, update on billing_profiles to passerelle_partner;
grant select on billing_profiles to passerelle_admin, passerelle_system;
-- Staff correct what is there; whose it is stays.
grant update (mode, regime, vat_rate, legal_name, legal_form, siren, siret, vat_number, street, building_number, postcode, town, country,
  updated_at, corrected_at) on billing_profiles to passerelle_admin;
