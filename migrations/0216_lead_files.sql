-- Files of leads: what a client has sent, a signed quote, a photo. Both sides add them, and a stage can ask for one.
create table lead_files (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  file_id uuid not null references files,
  added_by uuid not null references profiles,
  -- What the other side reads of who added it, also after a lead was handed over.
  of_staff boolean not null,
  added_at timestamptz not null,
  constraint lead_files_file_once unique (file_id)
);
create index lead_files_by_lead on lead_files (lead_id, added_at);

-- Whatever removes it, also the lead or its partner with it: the sweep removes the bytes a day later.
create function app.release_lead_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update files set claimed_at = null, released_at = now() where id = old.file_id;
  return null;
end $$;

alter table lead_files enable row level security;
create policy system_all on lead_files to passerelle_system using (true) with check (true);
create policy admin_all on lead_files to passerelle_admin using (true) with check (true);
create policy rights on lead_files as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('leads')));
create policy right_to_delete on lead_files as restrictive for delete to passerelle_admin
  using ((select app.has_right('leads')));
-- A partner's leads are what the policies of leads let them see.
create policy own_reads on lead_files for select to passerelle_partner
  using (exists (select from leads l where l.id = lead_id));
create policy own_adds on lead_files for insert to passerelle_partner
  with check (added_by = app.user_id() and not of_staff and exists (select from leads l where l.id = lead_id));
create policy own_removes on lead_files for delete to passerelle_partner
  using (added_by = app.user_id() and exists (select from leads l where l.id = lead_id));
grant select, delete on lead_files to passerelle_system;
grant select, insert, delete on lead_files to passerelle_partner, passerelle_admin;

create trigger release_lead_file after delete on lead_files
  for each row execute function app.release_lead_file();

alter policy own_uploads on files
  using (uploaded_by = app.user_id() and purpose in ('partner_invoice', 'partner_document', 'lead_file'))
  with check (uploaded_by = app.user_id() and purpose in ('partner_invoice', 'partner_document', 'lead_file'));
create policy through_leads on files for select to passerelle_partner
  using (exists (select from lead_files f where f.file_id = files.id));

-- Adds to the values that there are, whatever they are by now.
do $$
declare
  purposes text := pg_get_constraintdef(oid) from pg_constraint where conname = 'files_purpose';
begin
  alter table files drop constraint files_purpose;
  execute 'alter table files add constraint files_purpose ' || replace(purposes, 'ARRAY[', 'ARRAY[''lead_file''::text, ');
end $$;

alter table lead_stages
  drop constraint lead_stages_asks,
  add constraint lead_stages_asks check (asks in ('amount', 'reason', 'file'));

create or replace function app.check_stage() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  entered lead_stages;
  left_stage lead_stages;
begin
  select * into entered from lead_stages where key = new.status;
  if entered.put_away_at is not null then
    raise exception 'the stage % is put away', new.status using errcode = 'check_violation', constraint = 'leads_stage_open';
  end if;
  if tg_op = 'INSERT' then
    if (current_user = 'passerelle_partner' and not entered.partner_enters
        or current_user = 'passerelle_admin' and not entered.staff_enters)
        and entered.place > (select min(place) from lead_stages where put_away_at is null) then
      raise exception 'the stage % lets nobody of this side in', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
    new.stage_since := new.created_at;
  else
    select * into left_stage from lead_stages where key = old.status;
    if current_user = 'passerelle_partner' and not (entered.partner_enters and left_stage.partner_leaves)
        or current_user = 'passerelle_admin' and not (entered.staff_enters and left_stage.staff_leaves) then
      raise exception 'the stages % and % let nobody of this side pass', old.status, new.status
        using errcode = 'check_violation', constraint = 'leads_stage_passes';
    end if;
    -- A lead whose stage was merged into another one has not moved.
    if left_stage.put_away_at is null then
      new.stage_since := new.updated_at;
    end if;
    -- A new lead has no file yet: it is asked for where leads move.
    if entered.asks = 'file' and current_user <> 'passerelle_system'
        and not exists (select from lead_files f where f.lead_id = new.id) then
      raise exception 'the stage % asks for a file', new.status
        using errcode = 'check_violation', constraint = 'leads_stage_asks_file';
    end if;
  end if;
  if entered.asks = 'amount' and new.estimated_amount_cents = 0 and current_user <> 'passerelle_system' then
    raise exception 'the stage % asks for an amount', new.status
      using errcode = 'check_violation', constraint = 'leads_stage_asks';
  end if;
  return new;
end $$;
