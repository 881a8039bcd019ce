-- Who brought a company first: each lead is a registration, which staff answer, on an axis of its own beside the board.

alter table programme_settings
  -- Off: every lead is accepted when it is added, and nothing ends.
  add column registrations boolean not null default true,
  -- Within which staff mean to answer.
  add column registration_hours integer not null default 48,
  -- What nobody answered within these hours is accepted.
  add column silent_acceptance boolean not null default false,
  add column protection_months integer not null default 6,
  add column extension_months integer not null default 3,
  add constraint programme_settings_registration_hours check (registration_hours between 1 and 720),
  add constraint programme_settings_protection_months check (protection_months in (3, 6, 9, 12)),
  add constraint programme_settings_extension_months check (extension_months between 1 and 12);
-- A portal that is in use goes on as it did.
update programme_settings set registrations = false where exists (select from leads);
grant select (registrations, registration_hours, protection_months, extension_months) on programme_settings to passerelle_partner;

-- Order of submission. No number series: its lock would make all partners wait for each other, and a number that a failed request
-- leaves out means nothing here.
create sequence lead_submissions as bigint;

create table lead_registrations (
  lead_id uuid primary key references leads on delete cascade,
  -- The lead's partner.
  partner_id uuid not null references profiles,
  -- REF-2026-000123; nobody may change it.
  number text not null,
  -- Of competing submissions the lower one is the earlier, whatever their times say.
  seq bigint not null,
  submitted_at timestamptz not null,
  state text not null,
  -- Null while nobody has decided.
  decided_at timestamptz,
  -- Null: the programme itself.
  decided_by uuid references profiles,
  -- Of a refusal.
  reason text,
  -- What the partner reads of the decision.
  message text not null default '',
  -- The lead that goes on; null once that is deleted.
  merged_into uuid references leads on delete set null,
  -- Null: without an end.
  protected_until timestamptz,
  -- Days before the end that the newest reminder was about.
  reminded_days integer,
  extension_state text,
  extension_asked_at timestamptz,
  extension_reason text not null default '',
  extension_answered_at timestamptz,
  extension_answer text not null default '',
  -- Once, after a refusal.
  appealed_at timestamptz,
  appeal text not null default '',
  constraint lead_registrations_number_once unique (number),
  constraint lead_registrations_state check (
    state in ('submitted', 'accepted', 'refused', 'merged', 'extended', 'expired', 'converted', 'appealed')),
  constraint lead_registrations_decided check ((decided_at is null) = (state = 'submitted') and (decided_at is not null or decided_by is null)),
  constraint lead_registrations_reason check (
    reason in ('deja_client', 'deja_apporte', 'hors_cible', 'incomplet', 'doublon', 'autre')),
  constraint lead_registrations_refused check (
    (reason is not null) = (state in ('refused', 'appealed')) and (reason <> 'autre' or message <> '')),
  constraint lead_registrations_texts check (
    length(message) <= 1000 and length(extension_reason) <= 1000 and length(extension_answer) <= 1000 and length(appeal) <= 1000),
  constraint lead_registrations_merged check (merged_into is null or (state = 'merged' and merged_into <> lead_id)),
  constraint lead_registrations_protected check (protected_until is null or decided_at is not null),
  constraint lead_registrations_reminded check (reminded_days in (30, 7)),
  constraint lead_registrations_extension_state check (extension_state in ('asked', 'granted', 'refused')),
  constraint lead_registrations_extension check (
    (extension_asked_at is null) = (extension_state is null) and (extension_reason <> '') = (extension_state is not null)
    and (extension_answered_at is null) = (coalesce(extension_state, 'asked') = 'asked')
    and (state <> 'extended' or coalesce(extension_state = 'granted', false))),
  constraint lead_registrations_appeal check (
    (appealed_at is null) = (appeal = '') and (state <> 'appealed' or appealed_at is not null))
);
alter sequence lead_submissions owned by lead_registrations.seq;
create index lead_registrations_to_answer on lead_registrations (submitted_at) where state in ('submitted', 'appealed');
create index lead_registrations_extensions on lead_registrations (extension_asked_at) where extension_state = 'asked';
create index lead_registrations_ending on lead_registrations (protected_until)
  where state in ('accepted', 'extended') and protected_until is not null;
create index lead_registrations_merged_into on lead_registrations (merged_into) where merged_into is not null;

create function app.registration_number(at timestamptz, seq bigint) returns text
  language sql stable set search_path = public, pg_temp
  return 'REF-' || to_char(at at time zone app.time_zone(), 'YYYY') || '-' || lpad(seq::text, greatest(6, length(seq::text)), '0');

-- Leads from before were accepted when they came.
insert into lead_registrations (lead_id, partner_id, number, seq, submitted_at, state, decided_at)
  select id, partner_id, app.registration_number(created_at, seq), seq, created_at,
    case status when 'signe' then 'converted' else 'accepted' end, created_at
  from (select id, partner_id, status, created_at, row_number() over (order by created_at, id) as seq from leads) l;
select setval('lead_submissions', greatest((select max(seq) from lead_registrations), 1), exists (select from lead_registrations));

-- Every lead has its registration, whoever adds it. Whoever adds a lead holds its contact (app.claim_contact) before its number is
-- drawn: of two leads of one contact the lower number was there first.
create function app.register_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  waits boolean := registrations from programme_settings;
begin
  insert into lead_registrations (lead_id, partner_id, number, seq, submitted_at, state, decided_at)
    select id, partner_id, app.registration_number(created_at, seq), seq, created_at,
      case when waits then 'submitted' when status = 'signe' then 'converted' else 'accepted' end,
      case when not waits then created_at end
    from (
      select id, partner_id, status, created_at, nextval('lead_submissions') as seq
      from (select * from added order by created_at, id) in_order
    ) numbered;
  return null;
end $$;
create trigger register_added after insert on leads referencing new table as added
  for each statement execute function app.register_leads();

-- A signed lead's registration ends well, and goes on where it was when the lead leaves Signé again.
create function app.follow_signature() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = 'signe' then
    update lead_registrations set state = 'converted'
      where lead_id = new.id and state in ('accepted', 'extended', 'expired');
  else
    update lead_registrations set state = case extension_state when 'granted' then 'extended' else 'accepted' end
      where lead_id = new.id and state = 'converted';
  end if;
  return null;
end $$;
create trigger follow_signature after update of status on leads
  for each row when ((new.status = 'signe') <> (old.status = 'signe')) execute function app.follow_signature();

-- The steps of domain/registrations.ts, whoever writes. A partner's own are to ask for an extension or for another look; nobody
-- answers a registration of their own.
create function app.registration_goes_forward() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  signed boolean;
begin
  if new.state <> old.state and (old.state, new.state) not in (
      ('submitted', 'accepted'), ('submitted', 'refused'), ('submitted', 'merged'), ('submitted', 'converted'),
      ('appealed', 'accepted'), ('appealed', 'refused'), ('appealed', 'converted'),
      ('refused', 'appealed'),
      ('accepted', 'extended'), ('accepted', 'expired'), ('accepted', 'converted'), ('accepted', 'refused'), ('accepted', 'merged'),
      ('extended', 'expired'), ('extended', 'converted'), ('extended', 'refused'), ('extended', 'merged'),
      ('expired', 'converted'), ('converted', 'accepted'), ('converted', 'extended')) then
    raise exception 'a registration cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'lead_registrations_forward';
  end if;
  if new.state = 'appealed' and old.state = 'refused' and old.appealed_at is not null then
    raise exception 'a refusal is looked at again once' using errcode = 'check_violation', constraint = 'lead_registrations_appeal_once';
  end if;
  if new.state <> old.state and 'converted' in (old.state, new.state) then
    select status = 'signe' into signed from leads where id = new.lead_id;
    if signed <> (new.state = 'converted') then
      raise exception 'a registration is converted while its lead is signed'
        using errcode = 'check_violation', constraint = 'lead_registrations_converted';
    end if;
  end if;
  if app.user_id() = new.partner_id and (
      new.state not in (old.state, 'appealed') and 'converted' not in (old.state, new.state)
      or old.state in ('submitted', 'appealed') and new.state <> old.state
      or new.extension_state is distinct from old.extension_state and new.extension_state <> 'asked'
      or new.protected_until is distinct from old.protected_until) then
    raise exception 'nobody answers a registration of their own'
      using errcode = 'check_violation', constraint = 'lead_registrations_own';
  end if;
  if old.extension_state is distinct from new.extension_state
      and (coalesce(old.extension_state, ''), coalesce(new.extension_state, '')) not in
        (('', 'asked'), ('asked', 'granted'), ('asked', 'refused')) then
    raise exception 'an extension is asked for once' using errcode = 'check_violation', constraint = 'lead_registrations_extension_once';
  end if;
  return new;
end $$;
create trigger registration_goes_forward before update on lead_registrations
  for each row execute function app.registration_goes_forward();

alter table lead_registrations enable row level security;
create policy system_all on lead_registrations to passerelle_system using (true) with check (true);
create policy admin_reads on lead_registrations for select to passerelle_admin using (true);
create policy admin_answers on lead_registrations for update to passerelle_admin
  using (partner_id <> app.user_id()) with check (partner_id <> app.user_id());
create policy own_reads on lead_registrations for select to passerelle_partner using (partner_id = app.user_id());
create policy own_asks on lead_registrations for update to passerelle_partner
  using (partner_id = app.user_id()) with check (partner_id = app.user_id());
grant select, update (state, decided_at, protected_until, reminded_days) on lead_registrations to passerelle_system;
grant select, update (state, decided_at, decided_by, reason, message, merged_into, protected_until, reminded_days, extension_state,
  extension_answered_at, extension_answer) on lead_registrations to passerelle_admin;
-- Not who decided, nor into which lead theirs was merged.
grant select (lead_id, partner_id, number, seq, submitted_at, state, decided_at, reason, message, protected_until, extension_state,
  extension_asked_at, extension_reason, extension_answered_at, extension_answer, appealed_at, appeal),
  update (state, extension_state, extension_asked_at, extension_reason, appealed_at, appeal) on lead_registrations
  to passerelle_partner;
