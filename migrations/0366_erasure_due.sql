-- Oldest version that may run on it: 0.3.0-dev
-- When the client of a lead is to be erased, for staff who plan that or pay what hangs on the lead; null where nothing is planned.
create function app.erasure_due(lead uuid) returns timestamptz
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if not app.has_right('people', 'money') then
    return null;
  end if;
  return (
    select e.due_at from erasures e join erasure_leads l on l.erasure_id = e.id
    where l.lead_id = erasure_due.lead and e.stopped_at is null and e.done_at is null
    order by e.due_at limit 1
  );
end $$;
revoke execute on function app.erasure_due(uuid) from public;
grant execute on function app.erasure_due(uuid) to passerelle_admin;
