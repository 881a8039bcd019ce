-- Oldest version that may run on it: 0.3.0-dev
-- What hangs on a restricted lead, such as its commissions, calls the client by the number of the registration, and is found by it.
-- Partners read it of their own leads alone.
create function app.hidden_client(lead uuid) returns text
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return coalesce((select number from lead_registrations where lead_id = lead), '—');
end $$;
revoke execute on function app.hidden_client(uuid) from public;
grant execute on function app.hidden_client(uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- Whether a row of a file is about the client of a restricted lead, which it became, or whose payment, or whom it names by their
-- address. Partners are told too, whom the policies let see no restricted lead: it is their own row.
create function app.is_restricted_row(record uuid, address text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from leads where restricted_at is not null
      and (id = record or email <> '' and lower(email) = lower(address)
        or id = (select p.lead_id from client_payments p where p.id = record))
  );
end $$;
revoke execute on function app.is_restricted_row(uuid, text) from public;
grant execute on function app.is_restricted_row(uuid, text) to passerelle_partner, passerelle_admin, passerelle_system;

create or replace function app.client_of(lead uuid) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return (
    select case when l.restricted_at is null then l.client_name else app.hidden_client(l.id) end from leads l
    where l.id = lead and app.partner_may('money')
      and exists (select from commissions c where c.lead_id = l.id and c.partner_id = app.partner_id())
  );
end $$;

create or replace function app.set_client_payment_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead record;
begin
  select case when h.number is null then l.name else '' end as name, coalesce(h.number, l.company) as company,
      coalesce(h.number, l.client_name) as client_name, p.full_name as partner into lead
    from leads l join partners c on c.id = l.partner_id join profiles p on p.user_id = c.main_person_id
      cross join lateral (select case when l.restricted_at is not null then app.hidden_client(l.id) end as number) h
    where l.id = new.lead_id;
  new.partner_key := app.unaccent(lower(lead.partner));
  new.lead_key := app.unaccent(lower(lead.client_name));
  new.search_text := app.unaccent(lower(concat_ws(' ', new.reference, lead.name, lead.company, lead.partner)));
  return new;
end $$;

create or replace function app.set_commission_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partner text := (
    select p.full_name from partners c join profiles p on p.user_id = c.main_person_id where c.id = new.partner_id);
  lead record;
begin
  select coalesce(h.number, l.name) as name, case when h.number is null then l.company else '' end as company into lead
    from leads l cross join lateral (select case when l.restricted_at is not null then app.hidden_client(l.id) end as number) h
    where l.id = new.lead_id;
  new.partner_key := app.unaccent(lower(partner));
  new.lead_key := app.unaccent(lower(coalesce(lead.name, new.description)));
  new.search_text := app.unaccent(lower(concat_ws(' ', partner, lead.name, lead.company, new.description)));
  return new;
end $$;

-- Commissions that stayed with a former partner are described by the client.
create function app.name_hidden_client() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  called text := app.hidden_client(new.id);
begin
  if new.restricted_at is null then
    update commissions set description = new.client_name where lead_id = new.id and description = called;
  else
    update commissions set description = called where lead_id = new.id and description in (new.client_name, new.name);
  end if;
  update commissions set search_text = '' where lead_id = new.id;
  update client_payments set search_text = '' where lead_id = new.id;
  return null;
end $$;
create trigger name_hidden_client after update of restricted_at on leads
  for each row when ((old.restricted_at is null) <> (new.restricted_at is null)) execute function app.name_hidden_client();

update commissions c set search_text = '',
  description = case when c.description in (l.client_name, l.name) then app.hidden_client(l.id) else c.description end
  from leads l where l.id = c.lead_id and l.restricted_at is not null;
update client_payments set search_text = '' where lead_id in (select id from leads where restricted_at is not null);
