-- What somebody may see of their company changes with their role in it, and ends when they leave: their open tabs are told at once,
-- whoever changes the row.
create function app.announce_membership() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_memberships', json_build_object('userId', new.person_id, 'role', new.role)::text);
  return null;
end $$;
create trigger announce_membership after update of role, sees_amounts, until on partner_members
  for each row execute function app.announce_membership();
