-- Oldest version that may run on it: 0.3.0-dev
-- The copy of an identity document goes some time after it was verified; who verified it, and when, stays.
alter table vigilance_documents drop constraint vigilance_documents_received, add constraint vigilance_documents_received check (
  (status in ('requested', 'withdrawn')) = (received_at is null) and (received_at is null) = (issued_on is null)
  and case when file_id is null then status in ('requested', 'withdrawn') or status = 'verified' and kind = 'identity'
    else status not in ('requested', 'withdrawn') end);

create or replace function app.vigilance_document_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  loses_copy boolean := old.status = 'verified' and new.status = 'verified' and old.kind = 'identity' and new.file_id is null;
begin
  if not loses_copy and (old.status, new.status) not in (
      ('requested', 'received'), ('requested', 'withdrawn'), ('received', 'verified'), ('received', 'refused')) then
    raise exception 'a document cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'vigilance_documents_forward';
  end if;
  if (new.partner_id, new.kind, new.label, new.requested_at, new.requested_by)
      is distinct from (old.partner_id, old.kind, old.label, old.requested_at, old.requested_by)
      or (old.status <> 'requested' and (new.received_at, new.issued_on, new.expires_on, new.security_code)
        is distinct from (old.received_at, old.issued_on, old.expires_on, old.security_code))
      or (old.status <> 'requested' and not loses_copy and new.file_id is distinct from old.file_id) then
    raise exception 'what was uploaded is final' using errcode = 'check_violation', constraint = 'vigilance_documents_final';
  end if;
  return new;
end $$;

-- The trigger above lets nothing but the copy of these go.
create policy system_removes_copies on vigilance_documents for update to passerelle_system
  using (status = 'verified' and kind = 'identity') with check (file_id is null);
grant update (file_id) on vigilance_documents to passerelle_system;
