-- What a partner is called goes by its main person, who may have changed since it began. What other systems call it, and how far
-- its main contract is, belongs to the company.

alter table partners
  add column external_id text constraint partners_external_id check (length(external_id) between 1 and 200),
  add column main_contract text;
update partners c set external_id = p.external_id, main_contract = p.main_contract
  from profiles p where p.user_id = c.id and (p.external_id is not null or p.main_contract is not null);
alter table profiles drop column external_id, drop column main_contract;
create unique index partners_external_id_once on partners (external_id);
create index partners_without_contract on partners (main_person_id) where main_contract is null;

create policy admin_changes on partners for update to passerelle_admin using (true) with check (true);
grant update (external_id) on partners to passerelle_admin, passerelle_system;

create or replace function app.keep_main_contract() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  partner uuid;
begin
  for partner in
    select distinct id from unnest(array[
      case when tg_op <> 'DELETE' then new.user_id end, case when tg_op <> 'INSERT' then old.user_id end
    ]) id where id is not null order by id
  loop
    -- The next statement sees what a transaction has committed that held the lock before.
    perform from partners where id = partner for no key update;
    update partners p set main_contract = (select n.status from app.newest_main_contract(partner) n)
      where p.id = partner and p.main_contract is distinct from (select n.status from app.newest_main_contract(partner) n);
  end loop;
  return null;
end $$;

create or replace function app.partners_of_lead(lead uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.full_name, 'deleted', p.deleted_at is not null,
      'percent', app.share_of(lead, c.id) / 100) order by c.id <> l.partner_id, s.shared_at, c.id)
  from leads l
    join partners c on c.id = l.partner_id or c.id in (select partner_id from lead_shares where lead_id = l.id)
    join profiles p on p.user_id = c.main_person_id
    left join lead_shares s on (s.lead_id, s.partner_id) = (l.id, c.id)
  where l.id = lead and exists (select from lead_shares where lead_id = l.id)
    and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()
      or exists (select from lead_shares where (lead_id, partner_id) = (l.id, app.partner_id())))
$$;

create or replace function app.set_client_payment_keys() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead record;
begin
  select l.name, l.company, l.client_name, p.full_name as partner into lead
    from leads l join partners c on c.id = l.partner_id join profiles p on p.user_id = c.main_person_id where l.id = new.lead_id;
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
  select name, company into lead from leads where id = new.lead_id;
  new.partner_key := app.unaccent(lower(partner));
  new.lead_key := app.unaccent(lower(coalesce(lead.name, new.description)));
  new.search_text := app.unaccent(lower(concat_ws(' ', partner, lead.name, lead.company, new.description)));
  return new;
end $$;

-- Money is found by the name of the main person: when that is another one, and when they change their name.
create or replace function app.rename_in_commissions() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  companies uuid[];
begin
  if tg_table_name = 'leads' then
    update commissions set search_text = '' where lead_id = new.id;
    update client_payments set search_text = '' where lead_id = new.id;
    return null;
  elsif tg_table_name = 'partners' then
    companies := array[new.id];
  else
    companies := array(select id from partners where main_person_id = new.user_id);
  end if;
  update commissions set search_text = '' where partner_id = any (companies);
  update client_payments p set search_text = '' from leads l where l.partner_id = any (companies) and p.lead_id = l.id;
  return null;
end $$;
create trigger rename_in_commissions after update of main_person_id on partners
  for each row when (old.main_person_id is distinct from new.main_person_id) execute function app.rename_in_commissions();

-- What staff noted about a partner goes with its main person.
create or replace function app.remove_staff_records(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('partners', 'team') then
    raise exception 'removing what staff keep needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from profiles where user_id = person and deleted_at is not null) then
    raise exception 'only of people who were deleted' using errcode = 'check_violation', constraint = 'staff_records_of_deleted';
  end if;
  delete from partner_notes where partner_id in (select id from partners where main_person_id = person);
  delete from last_visits where user_id = person;
  delete from email_changes where user_id = person;
  delete from saved_views where user_id = person;
end $$;
