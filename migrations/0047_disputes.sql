-- A partner contests the amount of a commission, or says that one is missing. Staff answer, correct or uphold.

create table disputes (
  id uuid primary key,
  partner_id uuid not null references profiles,
  -- amount: of the commission commission_id; missing: no commission came for the lead lead_id, or for something without a lead.
  kind text not null,
  -- A commission may go while the dispute stays: what was expected of a client is gone once the client has paid it in parts.
  commission_id uuid references commissions on delete set null,
  -- Of an amount: the commission's lead.
  lead_id uuid references leads on delete cascade,
  -- What the partner expects, if they say.
  expected_cents bigint,
  state text not null default 'open',
  opened_at timestamptz not null,
  -- Of the newest answer.
  answered_at timestamptz,
  answered_by uuid references profiles,
  closed_at timestamptz,
  closed_by uuid references profiles,
  constraint disputes_kind check (kind in ('amount', 'missing')),
  constraint disputes_state check (state in ('open', 'answered', 'corrected', 'upheld', 'withdrawn')),
  constraint disputes_expected check (expected_cents between 0 and 100000000000),
  constraint disputes_commission check (kind = 'amount' or commission_id is null),
  constraint disputes_answered check (
    (answered_at is null) = (answered_by is null) and (state <> 'answered' or answered_at is not null)),
  constraint disputes_closed check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (state not in ('corrected', 'upheld', 'withdrawn')))
);
create unique index disputes_commission_once on disputes (commission_id) where state in ('open', 'answered');
create unique index disputes_missing_once on disputes (lead_id) where kind = 'missing' and state in ('open', 'answered');
create index disputes_newest on disputes (opened_at desc, id desc);
create index disputes_by_partner on disputes (partner_id, opened_at desc, id desc);
create index disputes_by_commission on disputes (commission_id, opened_at desc) where commission_id is not null;
create index disputes_by_lead on disputes (lead_id, opened_at desc) where lead_id is not null;
create index disputes_to_answer on disputes (opened_at) where state = 'open';

-- What is said about a dispute stands among the comments on its lead, or alone where there is no lead.
alter table lead_comments
  alter column lead_id drop not null,
  add column dispute_id uuid references disputes on delete cascade,
  add constraint lead_comments_subject check (lead_id is not null or dispute_id is not null);
create index lead_comments_of_dispute on lead_comments (dispute_id, created_at desc, id desc) where dispute_id is not null;

alter table disputes enable row level security;
create policy system_all on disputes to passerelle_system using (true) with check (true);
create policy admin_reads on disputes for select to passerelle_admin using (true);
create policy admin_decides on disputes for update to passerelle_admin
  using (partner_id <> app.user_id()) with check (partner_id <> app.user_id());
create policy own_reads on disputes for select to passerelle_partner using (partner_id = app.user_id());
create policy own_opens on disputes for insert to passerelle_partner with check (partner_id = app.user_id() and state = 'open');
create policy own_changes on disputes for update to passerelle_partner
  using (partner_id = app.user_id()) with check (partner_id = app.user_id());
grant select, insert, update on disputes to passerelle_system;
grant select, update (state, answered_at, answered_by, closed_at, closed_by) on disputes to passerelle_admin;
grant select, insert, update (state, closed_at, closed_by) on disputes to passerelle_partner;

drop policy own_lead_writes on lead_comments;
create policy own_lead_writes on lead_comments for insert to passerelle_partner
  with check (dispute_id is null and author_id = app.user_id() and exists (select 1 from leads l where l.id = lead_id));
create policy own_dispute_reads on lead_comments for select to passerelle_partner
  using (exists (select 1 from disputes d where d.id = dispute_id));
create policy own_dispute_writes on lead_comments for insert to passerelle_partner
  with check (author_id = app.user_id() and exists (
    select 1 from disputes d where d.id = dispute_id and d.lead_id is not distinct from lead_comments.lead_id));

-- About something of the partner's own: their commission, or their lead once it is signed or lost.
create function app.check_dispute() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.kind = 'amount' and not exists (
      select from commissions c where c.id = new.commission_id and c.partner_id = new.partner_id
        and c.lead_id is not distinct from new.lead_id)
    or new.kind = 'missing' and new.lead_id is not null and not exists (
      select from leads l where l.id = new.lead_id and l.partner_id = new.partner_id and l.status in ('signe', 'refuse')) then
    raise exception 'a dispute is about a commission or a closed lead of its partner'
      using errcode = 'check_violation', constraint = 'disputes_subject';
  end if;
  return new;
end $$;
create trigger check_dispute before insert on disputes for each row execute function app.check_dispute();

-- Closed is closed. The partner asks again or withdraws, others answer and decide; nobody about a dispute of their own.
create function app.dispute_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state not in ('open', 'answered') then
    -- Its commission may go.
    if (new.state, new.answered_at, new.answered_by, new.closed_at, new.closed_by)
        is distinct from (old.state, old.answered_at, old.answered_by, old.closed_at, old.closed_by) then
      raise exception 'a closed dispute stays closed' using errcode = 'check_violation', constraint = 'disputes_forward';
    end if;
  elsif new.state in ('open', 'withdrawn') and new.state <> old.state and app.user_id() is distinct from new.partner_id then
    raise exception 'a partner withdraws their own dispute'
      using errcode = 'check_violation', constraint = 'disputes_of_partner';
  elsif new.state in ('answered', 'corrected', 'upheld') and app.user_id() = new.partner_id then
    raise exception 'nobody decides a dispute of their own' using errcode = 'check_violation', constraint = 'disputes_own';
  end if;
  return new;
end $$;
create trigger dispute_goes_forward before update on disputes for each row execute function app.dispute_goes_forward();

-- A lead that is deleted takes its disputes with it, but none that waits for an answer.
create function app.keep_open_dispute() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'an open dispute is not deleted' using errcode = 'check_violation', constraint = 'disputes_open_kept';
end $$;
create trigger keep_open_dispute before delete on disputes
  for each row when (old.state in ('open', 'answered')) execute function app.keep_open_dispute();

alter table commissions
  -- State of the newest dispute about it; null: none. Kept by app.note_dispute.
  add column dispute_state text,
  add column disputed boolean not null generated always as (coalesce(dispute_state in ('open', 'answered'), false)) stored,
  add constraint commissions_dispute_state check (dispute_state in ('open', 'answered', 'corrected', 'upheld', 'withdrawn'));

-- Changes the commission's row: a payment at the same time waits and then sees the dispute, or the other way round.
create function app.note_dispute() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update commissions set dispute_state = new.state where id = new.commission_id;
  return null;
end $$;
create trigger note_dispute after insert or update of state on disputes
  for each row when (new.commission_id is not null) execute function app.note_dispute();

-- What is in a payout was judged when it was taken into it: its payment is recorded as the bank made it.
create function app.check_undisputed() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if coalesce(new.dispute_state in ('open', 'answered'), false) and to_jsonb(new) ->> 'payout_id' is null then
    raise exception 'a contested commission is not paid' using errcode = 'check_violation', constraint = 'commissions_disputed';
  end if;
  return new;
end $$;
create trigger check_undisputed before update of status on commissions
  for each row when (new.status = 'paye' and old.status <> 'paye') execute function app.check_undisputed();

drop index commissions_payable;
drop index commissions_payable_by_partner;
create index commissions_payable on commissions (payable_by) include (amount_cents)
  where status = 'valide' and held_reason is null and not disputed;
create index commissions_payable_by_partner on commissions (partner_id, payable_by) include (amount_cents)
  where status = 'valide' and held_reason is null and not disputed;
create index commissions_disputed on commissions (created_at) where disputed;

-- Adds to the kinds that there are, whatever they are by now.
do $$
declare
  kinds text := pg_get_constraintdef(oid) from pg_constraint where conname = 'notification_choices_kinds';
begin
  alter table notification_choices drop constraint notification_choices_kinds;
  execute 'alter table notification_choices add constraint notification_choices_kinds '
    || replace(kinds, '''tier_reached''::text', '''dispute_answered''::text, ''tier_reached''::text');
end $$;
