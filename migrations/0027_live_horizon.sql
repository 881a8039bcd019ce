-- Numbers of events are given when they are written and seen when they are committed, so that a lower one can appear after a
-- higher one. The announcement says by which transaction it is, and which others were still open by then: an event of a lower number that was written
-- by one of those may not have been seen by who has seen this one.
create or replace function app.announce_event() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'audience', new.audience, 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'horizon', pg_snapshot_xmin(pg_current_snapshot())::text)::text);
  return null;
end $$;
