-- Invoices, credit notes and receipts of a merged partner are read beside its payouts, by whoever reads the money of the partner
-- that it was merged into. Links name them by their id.
create function app.read_former_by_invoice(invoice uuid) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select coalesce((select app.read_former(i.partner_id) from invoices i where i.id = invoice), false)
$$;
revoke execute on function app.read_former_by_invoice(uuid) from public;
grant execute on function app.read_former_by_invoice(uuid) to passerelle_partner;
