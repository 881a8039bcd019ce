-- Numbers that somebody quotes are found, and so is the end of an IBAN.

-- The end of an IBAN that a mask shows, as a keyed hash: a dump tells it as little as the mask, which is encrypted. Nobody of staff
-- reads the column; the function below compares it for those who may see whole IBANs.
alter table payment_infos add column iban_end_fingerprint text;
create index payment_infos_by_iban_end on payment_infos (iban_end_fingerprint);
grant update (iban_end_fingerprint) on payment_infos to passerelle_system;

-- Partners whose IBAN is the one, or ends as the one, that the caller knows.
create function app.partners_by_iban(whole text, ending text) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('bank_details') then return; end if;
  return query
    select b.partner_id from payment_infos b where b.iban_fingerprint = whole
    union select b.partner_id from payment_infos b where b.iban_end_fingerprint = ending
    limit 20;
end $$;
revoke all on function app.partners_by_iban(text, text) from public;
grant execute on function app.partners_by_iban(text, text) to passerelle_admin;

-- A receipt is found by its reference: by staff, and by the partner who has it. What it says stays in its sealed file.
create policy admin_reads on lead_receipts for select to passerelle_admin using (true);
create policy own_reads on lead_receipts for select to passerelle_partner using (partner_id = app.user_id());
grant select (reference, lead_id, partner_id, made_at) on lead_receipts to passerelle_admin, passerelle_partner;

-- Numbers that partners, clients and banks give are written as they like: any part of one is found.
create index uploaded_invoices_search on uploaded_invoices using gin (lower(number) public.gin_trgm_ops)
  with (gin_pending_list_limit = 128);
create index client_payments_search on client_payments using gin (search_text public.gin_trgm_ops)
  with (gin_pending_list_limit = 128);
create index uploaded_invoices_by_number on uploaded_invoices (lower(number));
create index payouts_by_payment_reference on payouts (upper(payment_reference)) where payment_reference <> '';
