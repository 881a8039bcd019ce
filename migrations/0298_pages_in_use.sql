-- Which pages beyond the specification's have something to show: the tabs of a portal that begins are few. It is read with the
-- session. Partners that were merged into one have their records read there too.
create function app.pages_in_use(partner uuid) returns text[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  programme programme_settings := (select p from programme_settings p);
  companies uuid[];
begin
  if partner is null then
    return array(select page from (values
      ('announcements', exists (select from partners)),
      ('registrations', exists (select from lead_registrations)),
      ('clientPayments', programme.commission_basis = 'cash' or exists (select from client_payments)
        or exists (select from lead_terms where commission_basis = 'cash')),
      ('adminPayouts', exists (select from commission_totals where status <> 'en_attente' and count > 0)
        or exists (select from payouts)),
      ('bankAnswers', exists (select from payout_files) or exists (select from bank_answers)
        or exists (select from client_payments) or exists (select from client_invoices)),
      ('adminInvoices', programme.invoice_required or exists (select from invoices) or exists (select from uploaded_invoices)),
      ('adminDisputes', exists (select from disputes)),
      ('year', exists (select from commission_totals where status = 'paye' and count > 0))
    ) pages(page, is_used) where is_used);
  end if;
  companies := array(with recursive company as (
    select partner as id union select p.id from company c join partners p on p.merged_into = c.id
  ) select id from company);
  return array(select page from (values
    ('payouts', exists (select from payouts where partner_id = any (companies))),
    ('invoices', exists (select from invoices where partner_id = any (companies))
      or exists (select from uploaded_invoices where partner_id = any (companies))
      or (programme.invoice_required and exists (select from payouts where partner_id = any (companies)))),
    ('disputes', exists (select from disputes where partner_id = any (companies))),
    ('billing', exists (select from commissions where partner_id = any (companies))
      or exists (select from billing_profiles where partner_id = any (companies))),
    ('documents', exists (select from vigilance_documents where partner_id = any (companies)))
  ) pages(page, is_used) where is_used);
end $$;
revoke execute on function app.pages_in_use(uuid) from public;
grant execute on function app.pages_in_use(uuid) to passerelle_system;
