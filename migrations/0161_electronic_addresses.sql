-- Where platforms deliver invoices to a French business, if that is not its SIREN alone.
alter table billing_profiles add column electronic_address text not null default '',
  add constraint billing_profiles_electronic_address check (
    electronic_address = '' or (electronic_address ~ '^[A-Za-z0-9._-]{9,125}$' and left(electronic_address, 9) = siren));
grant update (electronic_address) on billing_profiles to passerelle_admin;
alter table programme_settings add column electronic_address text not null default '',
  add constraint programme_settings_electronic_address check (
    electronic_address = '' or (electronic_address ~ '^[A-Za-z0-9._-]{9,125}$' and left(electronic_address, 9) = siren));
