-- One legal identity: what people read as the provider's address follows from the registered one, as soon as that is complete.

-- An address that was typed as one text ('12 quai de la Fosse, 44000 Nantes') fills the parts where all of them are empty. The
-- text stays as it was typed, and is shown while the parts are not complete.
update programme_settings
set building_number = coalesce(parts[1], ''), street = parts[2], postcode = parts[3], town = parts[4]
from (
  select regexp_match(
    address,
    '^\s*(?:(\d{1,5}(?:\s?(?:bis|ter|quater))?)[\s,]+)?(\D[^,\n]{0,67}[^,\s])[\s,]+(\d{5})\s+([^,\n\d]{0,34}[^,\n\d\s])\s*$',
    'i') as parts
  from settings
) typed
where parts is not null and street = '' and building_number = '' and postcode = '' and town = '' and country = 'FR';

-- What a business has to say of itself in public, for everybody; the account and the rules stay with staff.
create function app.legal_identity()
  returns table (
    legal_name text, legal_form text, siren text, building_number text, street text, postcode text, town text, country text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select legal_name, legal_form, siren, building_number, street, postcode, town, country from programme_settings
$$;
revoke all on function app.legal_identity() from public;
grant execute on function app.legal_identity() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;
