-- What the list of clients' payments is sorted and searched by, stored when it is written: it read every lead of the portal for
-- one page. The same as on commissions: the names of the partner and of the lead's company, and what a search looks in.
alter table client_payments
  add column partner_key text not null default '',
  add column lead_key text not null default '',
  add column search_text text not null default '';

create function app.set_client_payment_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead record;
begin
  select l.name, l.company, p.full_name as partner into lead
    from leads l join profiles p on p.user_id = l.partner_id where l.id = new.lead_id;
  new.partner_key := app.unaccent(lower(lead.partner));
  new.lead_key := app.unaccent(lower(lead.company));
  new.search_text := app.unaccent(lower(concat_ws(' ', new.reference, lead.name, lead.company, lead.partner)));
  return new;
end $$;
create trigger set_keys before insert or update of search_text on client_payments
  for each row execute function app.set_client_payment_keys();

-- Renamed: the payments of a lead, or of a partner's leads, follow as their commissions do.
create or replace function app.rename_in_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'leads' then
    update commissions set search_text = '' where lead_id = new.id;
    update client_payments set search_text = '' where lead_id = new.id;
  else
    update commissions set search_text = '' where partner_id = new.user_id;
    update client_payments p set search_text = '' from leads l where l.partner_id = new.user_id and p.lead_id = l.id;
  end if;
  return null;
end $$;

update client_payments set search_text = '';

-- One index for each order that the list offers.
create index client_payments_by_partner_key on client_payments (partner_key, id);
create index client_payments_by_lead_key on client_payments (lead_key, id);
create index client_payments_by_amount on client_payments (net_cents, id);
