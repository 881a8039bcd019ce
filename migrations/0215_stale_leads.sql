-- A lead that has stood in an open stage for longer than the stage allows is stale. Whether it is follows from when it came into
-- its stage, which the database keeps; nothing is marked, and no timer runs.
alter table lead_stages
  -- Days in the stage after which a lead counts as stale; null: it never does.
  add column stale_after_days integer,
  add constraint lead_stages_stale check (stale_after_days between 1 and 365),
  drop constraint lead_stages_open_only,
  add constraint lead_stages_open_only check (
    key not in ('signe', 'refuse', 'perdu') or not counts_as_call and asks is null and stale_after_days is null);
grant insert (stale_after_days), update (stale_after_days) on lead_stages to passerelle_admin;

-- When a lead came into its stage: a trigger says it, and nobody else.
alter table leads add column stage_since timestamptz not null default now();
update leads l set stage_since = coalesce(
  (select max(e.occurred_at) from events e
    where e.subject_id = l.id and e.name = 'lead.moved' and e.after ->> 'merged' is null),
  l.created_at);
create index leads_by_stage_since on leads (status, stage_since);

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
  end if;
  if entered.asks = 'amount' and new.estimated_amount_cents = 0 and current_user <> 'passerelle_system' then
    raise exception 'the stage % asks for an amount', new.status
      using errcode = 'check_violation', constraint = 'leads_stage_asks';
  end if;
  return new;
end $$;
