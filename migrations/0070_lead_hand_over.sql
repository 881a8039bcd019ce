-- A lead is handed over to another partner with its dates, its history and its thread. What its former partner earned stays theirs.

alter table lead_registrations add column former_partners uuid[] not null default '{}';
grant select (former_partners) on lead_registrations to passerelle_partner;

create function app.follow_hand_over() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_registrations
    set partner_id = new.partner_id, former_partners = array_append(array_remove(former_partners, old.partner_id), old.partner_id)
    where lead_id = new.id;
  -- The names that its commissions and payments are listed with, and the client of what stays with the former partner, who does not
  -- see the lead any more.
  update commissions set description = new.company where lead_id = new.id and partner_id <> new.partner_id and description = '';
  update commissions set search_text = '' where lead_id = new.id;
  update client_payments set search_text = '' where lead_id = new.id;
  return null;
end $$;
create trigger follow_hand_over after update of partner_id on leads
  for each row when (new.partner_id <> old.partner_id) execute function app.follow_hand_over();

-- A signed lead has its commission and only a signed lead has any: judged at commit. What is pending is its partner's; what counts is
-- that of whoever earned it.
create or replace function app.check_signed_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name
    when 'leads' then coalesce(new.id, old.id)
    else coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid) end;
begin
  if exists (
    select from leads l where l.id = subject and (
      (l.status = 'signe') <> exists (select from commissions c where c.lead_id = l.id)
      or exists (
        select from commissions c join lead_registrations r on r.lead_id = l.id
        where c.lead_id = l.id and c.partner_id <> l.partner_id
          and (c.status = 'en_attente' or c.partner_id <> all (r.former_partners)))
    )
  ) then
    raise exception 'a signed lead has its commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $$;

-- The history comes with the lead: what its former partners did with it.
create policy handed_over_reads on events for select to passerelle_partner
  using (audience = 'partner' and exists (
    select from lead_registrations r
    where r.lead_id = events.subject_id and r.partner_id = app.user_id() and events.partner_id = any (r.former_partners)));
