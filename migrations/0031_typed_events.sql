-- Streams repeat an event only when it may have been missed: the announcement carries the snapshot in which the event was
-- written, instead of the oldest open transaction alone, so that transactions that committed before are ruled out.
-- It also says what changed (status before and after) and which request of whom changed it.
create or replace function app.announce_event() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'requestId', new.request_id, 'audience', new.audience,
    'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $$;

-- Payloads name a tier by its id. A name that no tier has any more becomes null.
update events set after = jsonb_build_object('leadId', null, 'description', '') || (after - 'tierName')
    || jsonb_build_object('tierId', (select id from partner_tiers where name = events.after ->> 'tierName'))
  where name = 'commission.created';
update events set
    before = (before - 'tierName')
      || jsonb_build_object('tierId', (select id from partner_tiers where name = events.before ->> 'tierName')),
    after = (after - 'tierName')
      || jsonb_build_object('tierId', (select id from partner_tiers where name = events.after ->> 'tierName'))
  where name = 'commission.validated';
