-- Of leads of one contact that arrive in the same moment, one is the first. Whoever adds a lead, gives one another contact
-- or deletes one holds its contact until the transaction ends, before any row: a mark is never set to a lead that is
-- being deleted, and two leads of one contact never overlook each other. A file of leads holds all contacts at once.
create function app.hold_contact(lead_email text, lead_company text) returns void
  language plpgsql volatile set search_path = public, pg_temp
  as $$
    declare
      email_key int := hashtext('email ' || lower(lead_email));
      company_key int := hashtext('company ' || app.company_key(lead_company));
    begin
      perform pg_advisory_xact_lock_shared(7277465);
      perform pg_advisory_xact_lock(7277466, least(email_key, company_key));
      perform pg_advisory_xact_lock(7277466, greatest(email_key, company_key));
    end
  $$;

create function app.hold_all_contacts() returns void
  language sql volatile set search_path = public, pg_temp
  as $$ select pg_advisory_xact_lock(7277465) $$;

revoke all on function app.hold_contact(text, text), app.hold_all_contacts() from public;
grant execute on function app.hold_contact(text, text), app.hold_all_contacts()
  to passerelle_partner, passerelle_admin, passerelle_system;
