-- What the people of a partner see and do, by their role: an owner everything, a manager all leads and figures, a member their own
-- leads (and, where an owner says so, what these bring), an accountant money and documents and no lead.
create function app.partner_may(what text) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select case current_setting('app.partner_role', true)
    when 'owner' then true
    when 'manager' then what in ('leads', 'all_leads', 'own_money', 'money', 'contracts')
    when 'member' then what = 'leads' or what = 'own_money' and current_setting('app.sees_amounts', true) = 'on'
    when 'accountant' then what in ('own_money', 'money', 'bank', 'documents', 'contracts')
    else false
  end
$$;

-- Each asks once for a statement. Who reads all leads never looks into them for the others' sake.
create policy roles on leads as restrictive to passerelle_partner
  using ((select app.partner_may('all_leads')) or typed_by = app.user_id() and (select app.partner_may('leads')));
create policy roles on lead_registrations as restrictive to passerelle_partner
  using ((select app.partner_may('all_leads')) or lead_id in (select l.id from leads l));
create policy roles on lead_receipts as restrictive for select to passerelle_partner
  using ((select app.partner_may('all_leads')) or lead_id in (select l.id from leads l));
create policy roles on client_confirmations as restrictive to passerelle_partner
  using ((select app.partner_may('all_leads')) or lead_id in (select l.id from leads l));
create policy roles on lead_shares as restrictive for select to passerelle_partner
  using ((select app.partner_may('all_leads')) or lead_id in (select l.id from leads l));
create policy roles on introduction_links as restrictive to passerelle_partner using ((select app.partner_may('all_leads')));
create policy roles on lead_stats as restrictive for select to passerelle_partner using ((select app.partner_may('all_leads')));

-- A commission follows from what the whole company earned: signing is for those who read that.
create policy roles on commissions as restrictive for select to passerelle_partner
  using ((select app.partner_may('money')) or (select app.partner_may('own_money')) and lead_id in (select l.id from leads l));
create policy roles_add on commissions as restrictive for insert to passerelle_partner
  with check ((select app.partner_may('money')));
create policy roles_remove on commissions as restrictive for delete to passerelle_partner
  using ((select app.partner_may('money')));
create policy roles on lead_signings as restrictive to passerelle_partner using ((select app.partner_may('money')));
create policy roles on commission_facts as restrictive to passerelle_partner using ((select app.partner_may('money')));
create policy roles on commission_stats as restrictive for select to passerelle_partner using ((select app.partner_may('money')));
create policy roles on declared_payments as restrictive for select to passerelle_partner using ((select app.partner_may('money')));
create policy roles on disputes as restrictive to passerelle_partner using ((select app.partner_may('money')));
create policy roles on invoices as restrictive for select to passerelle_partner using ((select app.partner_may('money')));
create policy roles on uploaded_invoices as restrictive to passerelle_partner using ((select app.partner_may('money')));
create policy roles on payouts as restrictive to passerelle_partner using ((select app.partner_may('money')));
create policy roles on client_payments as restrictive for select to passerelle_partner using ((select app.partner_may('money')));
create policy roles on payment_infos as restrictive to passerelle_partner using ((select app.partner_may('bank')));
create policy roles on bank_account_answers as restrictive for select to passerelle_partner using ((select app.partner_may('bank')));
create policy roles on billing_profiles as restrictive to passerelle_partner using ((select app.partner_may('bank')));
create policy roles on vigilance_documents as restrictive to passerelle_partner using ((select app.partner_may('documents')));
create policy roles on contracts as restrictive for select to passerelle_partner using ((select app.partner_may('contracts')));
alter policy of_colleagues on files
  using (uploaded_by in (select m.person_id from partner_members m where m.partner_id = app.partner_id())
    and (purpose = 'partner_invoice' and (select app.partner_may('money'))
      or purpose = 'partner_document' and (select app.partner_may('documents'))));

-- The marks of leads were made the company's by replacing what the function said, which has to have found it.
do $$
begin
  if pg_get_functiondef('app.mark_unread()'::regprocedure) not like '%m.role = ''owner''%where b.by_partner or b.by_itself%' then
    raise exception 'app.mark_unread does not know the people of partners';
  end if;
end $$;

-- What an event is about, by its name.
create function app.event_topic(name text) returns text
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case
    when split_part(name, '.', 1) in ('lead', 'leads', 'registration', 'introduction_link', 'client_invoice') then 'all_leads'
    when split_part(name, '.', 1) in ('client_payment', 'commission', 'dispute', 'payout', 'payout_run', 'invoice', 'das2')
      then 'money'
    when split_part(name, '.', 1) in ('payment_info', 'billing', 'supplier_code') then 'bank'
    when split_part(name, '.', 1) = 'vigilance' then 'documents'
    when split_part(name, '.', 1) = 'contract' then 'contracts'
    else 'team'
  end
$$;
create policy roles on events as restrictive for select to passerelle_partner using (
  (select app.partner_may('team')) or actor_id = app.user_id() or subject_id = app.user_id()
  or case app.event_topic(name)
    when 'all_leads' then (select app.partner_may('all_leads')) or subject_id in (select l.id from leads l)
    when 'money' then (select app.partner_may('money'))
    when 'bank' then (select app.partner_may('bank'))
    when 'documents' then (select app.partner_may('documents'))
    when 'contracts' then (select app.partner_may('contracts'))
    else false
  end);

-- Streams know whose lead an event is about.
create or replace function app.announce_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'byPartner', app.acts_for(new.actor_id, new.partner_id),
    'typedBy', (select l.typed_by from leads l where l.id = new.subject_id), 'requestId', new.request_id,
    'audience', new.audience, 'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $$;

-- Holds a partner against deletion and a change of role until the transaction ends, and says who its main person is now. A
-- colleague may not lock a row of theirs.
create function app.hold_partner(partner uuid, out full_name text, out deleted_at timestamptz, out role text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person uuid;
begin
  if current_setting('role') = 'passerelle_partner' and partner is distinct from app.partner_id() then
    return;
  end if;
  select main_person_id into person from partners where id = partner for key share;
  person := coalesce(person, partner);
  select p.full_name, p.deleted_at into full_name, deleted_at from profiles p where p.user_id = person for key share;
  -- In a statement of its own: one that waited for the lock still sees the old role.
  role := app.role_of(person);
end $$;
revoke execute on function app.hold_partner(uuid) from public;
grant execute on function app.hold_partner(uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- Lines of a partner are made one at a time. Partners are locked in one order.
create function app.lock_partners(ids uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from partners
    where id = any (ids) and (current_setting('role') <> 'passerelle_partner' or id = app.partner_id())
    order by id for no key update;
end $$;
revoke execute on function app.lock_partners(uuid[]) from public;
grant execute on function app.lock_partners(uuid[]) to passerelle_partner, passerelle_admin, passerelle_system;
