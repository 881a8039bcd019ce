-- A policy says no more than its role is granted, so that neither layer alone would let a partner write their own role or
-- make and delete profiles.
drop policy own on user_roles;
create policy own on user_roles for select to passerelle_partner using (user_id = app.user_id());
drop policy own on profiles;
create policy own_reads on profiles for select to passerelle_partner using (user_id = app.user_id());
create policy own_changes on profiles for update to passerelle_partner
  using (user_id = app.user_id()) with check (user_id = app.user_id());
