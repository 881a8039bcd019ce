-- Whoever reads a partner's money without its leads, such as its accountant, reads whose client each amount is of, as statements
-- and invoices name it, and nothing else of the lead.
create function app.client_of(lead uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.client_name from leads l
  where l.id = lead and app.partner_may('money')
    and exists (select from commissions c where c.lead_id = l.id and c.partner_id = app.partner_id())
$$;
revoke execute on function app.client_of(uuid) from public;
grant execute on function app.client_of(uuid) to passerelle_partner, passerelle_admin, passerelle_system;
