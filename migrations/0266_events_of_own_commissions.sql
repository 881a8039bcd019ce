-- A member of a team who may see amounts reads why the commissions of their own leads are what they are, and follows them live.

-- The lead that an event is about. A commission that is gone is still named by what was recorded of it.
create function app.event_lead(name text, subject uuid, before jsonb, after jsonb) returns uuid
  language sql stable parallel safe set search_path = public, pg_temp as $$
  select case when split_part(name, '.', 1) = 'commission'
    then coalesce(
      (select c.lead_id from commissions c where c.id = subject), (coalesce(after ->> 'leadId', before ->> 'leadId'))::uuid)
    else subject end
$$;

drop policy roles on events;
create policy roles on events as restrictive for select to passerelle_partner using (
  (select app.partner_may('team')) or actor_id = app.user_id() or subject_id = app.user_id()
  or case app.event_topic(name)
    when 'all_leads' then (select app.partner_may('all_leads')) or subject_id in (select l.id from leads l)
    when 'money' then (select app.partner_may('money'))
      or (select app.partner_may('own_money')) and split_part(name, '.', 1) = 'commission'
        and app.event_lead(name, subject_id, before, after) in (select l.id from leads l)
    when 'bank' then (select app.partner_may('bank'))
    when 'documents' then (select app.partner_may('documents'))
    when 'contracts' then (select app.partner_may('contracts'))
    else false
  end);

-- Streams know whose lead an event is about, that of a commission too.
create or replace function app.announce_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'byPartner', app.acts_for(new.actor_id, new.partner_id),
    'typedBy', (select l.typed_by from leads l where l.id = app.event_lead(new.name, new.subject_id, new.before, new.after)),
    'sharedWith', array(select s.partner_id from lead_shares s where s.lead_id = new.subject_id), 'requestId', new.request_id,
    'audience', new.audience, 'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $$;
