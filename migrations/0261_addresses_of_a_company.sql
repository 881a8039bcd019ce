-- No mailbox of a company confirms its leads as if it were the client's: those of all its people count, also of those who left and
-- of partners that were merged into it.
drop function app.addresses_of(uuid);
create function app.addresses_of(partner uuid) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  with recursive company as (
    select partner as id
    union select p.id from company c join partners p on p.merged_into = c.id
  ), people as (
    select m.person_id from company c join partner_members m on m.partner_id = c.id
    where current_setting('role') <> 'passerelle_partner' or partner = app.partner_id()
  )
  select email from profiles join people on user_id = person_id
  union select email from auth.users join people on id = person_id
  union select unnest(array[old_email, new_email]) from email_changes join people on user_id = person_id
$$;
revoke all on function app.addresses_of(uuid) from public;
grant execute on function app.addresses_of(uuid) to passerelle_partner, passerelle_admin, passerelle_system;
