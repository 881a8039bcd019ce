-- Nobody decides about money of their own: whoever came to the staff from a partner does not correct that one's VAT.
alter policy admin_corrects on billing_profiles
  using (partner_id is distinct from app.partner_id()) with check (partner_id is distinct from app.partner_id());
