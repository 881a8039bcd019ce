-- Who shares a lead follows it as its own partner does: open boards are told who they are.

create or replace function app.announce_event() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'byPartner', app.acts_for(new.actor_id, new.partner_id),
    'typedBy', (select l.typed_by from leads l where l.id = new.subject_id),
    'sharedWith', array(select s.partner_id from lead_shares s where s.lead_id = new.subject_id), 'requestId', new.request_id,
    'audience', new.audience, 'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $$;
