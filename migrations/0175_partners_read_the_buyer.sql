-- Partners read who the provider is as a business: self-billed invoices name it, and without it none can be drawn up. So their first
-- page can say what a payment waits for.
grant select (legal_form, siren, siret, vat_number, street, building_number, postcode, town, country, electronic_address)
  on programme_settings to passerelle_partner;
