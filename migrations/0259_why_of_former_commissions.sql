-- How a commission of a merged partner came to its amount is read by whoever reads the commission.
create function app.read_former_by_commission(commission uuid) returns boolean
  language sql volatile security definer set search_path = public, pg_temp as $$
  select coalesce((select app.read_former(c.partner_id) from commissions c where c.id = commission), false)
$$;
revoke execute on function app.read_former_by_commission(uuid) from public;
grant execute on function app.read_former_by_commission(uuid) to passerelle_partner;
