-- Whom an owner invites by the address of somebody who has an account or an invitation, is not invited, and the owner does not
-- learn of it: the person is listed like others who have not come in, and their invitation is withdrawn from the beginning.
alter table profiles
  add column address_taken boolean not null default false,
  add constraint profiles_address_taken check (not address_taken or joined_at is null);
drop index profiles_email_once;
create unique index profiles_email_once on profiles (email) where deleted_at is null and not address_taken;

-- Partners read all else of their people.
revoke select on profiles from passerelle_partner;
grant select (
  user_id, full_name, company, email, created_at, joined_at, deleted_at, name_key, company_key, search_text,
  second_factor_reset_at, language
) on profiles to passerelle_partner;

-- Gives somebody their address if nobody else has it any more. Returns whether it is theirs.
create function app.take_address(person uuid) returns boolean language plpgsql set search_path = public, pg_temp as $$
begin
  update profiles set address_taken = false where user_id = person and address_taken;
  return true;
exception when unique_violation then
  return false;
end $$;
revoke all on function app.take_address(uuid) from public;
grant execute on function app.take_address(uuid) to passerelle_system;
