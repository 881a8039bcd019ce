-- Events (the one road for history, live updates and mail), repeated requests, mail already sent, the provider's identity.

create table events (
  id uuid primary key,
  -- Order in which events were recorded; what a live stream resumes from.
  seq bigint generated always as identity,
  name text not null,
  occurred_at timestamptz not null,
  -- Null: the portal itself.
  actor_id uuid references profiles,
  subject_id uuid,
  -- The partner whose affair it is; null for what concerns staff or everybody.
  partner_id uuid references profiles,
  audience text not null,
  before jsonb,
  after jsonb,
  request_id text,
  constraint events_audience check (audience in ('staff', 'partner', 'everyone')),
  constraint events_partner check (audience <> 'partner' or partner_id is not null)
);
create unique index events_in_order on events (seq);
create index events_by_subject on events (subject_id, seq);
create index events_by_partner on events (partner_id, seq);

-- PostgreSQL delivers this after commit and only then, to every server that listens.
create function app.announce_event() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'audience', new.audience, 'occurredAt', new.occurred_at)::text);
  return null;
end $$;
create trigger announce_event after insert on events for each row execute function app.announce_event();

-- Answers of unsafe requests that carried an Idempotency-Key, written in the transaction of the change itself.
create table idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash text not null,
  response jsonb,
  created_at timestamptz not null,
  primary key (actor_id, key),
  constraint idempotency_keys_length check (length(key) between 1 and 200)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);

-- Which mail went out for which event: a job that runs again does not send again.
create table mails (
  event_id uuid not null references events,
  recipient text not null,
  subject text not null,
  sent_at timestamptz,
  primary key (event_id, recipient)
);

create table settings (
  -- One row.
  id boolean primary key default true,
  provider_name text not null,
  tagline text not null default '',
  accent_colour text not null,
  address text not null default '',
  contact_email text not null default '',
  logo_file_id uuid references files,
  constraint settings_one_row check (id),
  constraint settings_accent_colour check (accent_colour ~ '^#[0-9a-fA-F]{6}$')
);

alter table events enable row level security;
alter table idempotency_keys enable row level security;
alter table mails enable row level security;
alter table settings enable row level security;

create policy system_all on events to passerelle_system using (true) with check (true);
create policy system_all on idempotency_keys to passerelle_system using (true) with check (true);
create policy system_all on mails to passerelle_system using (true) with check (true);
create policy system_all on settings to passerelle_system using (true) with check (true);
create policy admin_reads on events for select to passerelle_admin using (true);
create policy admin_records on events for insert to passerelle_admin with check (actor_id = app.user_id());
create policy own_reads on events for select to passerelle_partner using (partner_id = app.user_id() and audience = 'partner');
create policy partner_records on events for insert to passerelle_partner
  with check (actor_id = app.user_id() and (partner_id is null or partner_id = app.user_id()));
create policy own on idempotency_keys to passerelle_admin, passerelle_partner
  using (actor_id = app.user_id()) with check (actor_id = app.user_id());
create policy everyone_reads on settings for select to passerelle_admin, passerelle_partner, passerelle_anonymous using (true);
create policy admin_writes on settings for update to passerelle_admin using (true) with check (true);
create policy logo on files for select to passerelle_anonymous, passerelle_partner
  using (id = (select logo_file_id from settings));

grant select, insert, update, delete on events, idempotency_keys, mails, settings to passerelle_system;
grant select, insert on events to passerelle_admin, passerelle_partner;
grant select, insert, update on idempotency_keys to passerelle_admin, passerelle_partner;
grant select on settings to passerelle_admin, passerelle_partner, passerelle_anonymous;
grant update on settings to passerelle_admin;
grant select on files to passerelle_anonymous;

-- Who a session cookie stands for, in one look-up. It reads past the policies: nobody is known yet.
create function app.session(session_token text, at timestamptz)
  returns table (session_id uuid, user_id uuid, role text, contract_signed boolean, two_factor boolean, updated_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.user_id, app.role_of(s.user_id), app.contract_signed(s.user_id),
    coalesce(u.two_factor_enabled, false), s.updated_at
  from auth.sessions s join auth.users u on u.id = s.user_id join profiles p on p.user_id = s.user_id and p.deleted_at is null
  where s.token = session_token and s.expires_at > at
$$;
revoke all on function app.session(text, timestamptz) from public;
grant execute on function app.session(text, timestamptz) to passerelle_anonymous, passerelle_system;

insert into settings (provider_name, tagline, accent_colour)
  values ('Passerelle', 'Recommandez, suivez, soyez rémunéré.', '#1f4d3f');

insert into partner_tiers (id, name, tier_order, min_revenue_cents, max_revenue_cents, commission_rate) values
  ('0190a000-0000-7000-8000-000000000001', 'Bronze', 1, 0, 1000000, 15),
  ('0190a000-0000-7000-8000-000000000002', 'Silver', 2, 1000000, 3000000, 20),
  ('0190a000-0000-7000-8000-000000000003', 'Gold', 3, 3000000, 7500000, 25),
  ('0190a000-0000-7000-8000-000000000004', 'Platinum', 4, 7500000, 15000000, 30),
  ('0190a000-0000-7000-8000-000000000005', 'Diamond', 5, 15000000, null, 35);
