-- Webhooks: where the provider's other systems are told of events, and what became of each message.

create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  description text not null default '',
  -- Names of the events that are sent.
  events text[] not null,
  enabled boolean not null,
  -- Encrypted with the portal's secret, for this row alone.
  secret_encrypted text not null,
  -- After a rotation both sign, until then.
  previous_secret_encrypted text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  created_by uuid not null references profiles,
  -- Of the first attempt that failed since one succeeded.
  failing_since timestamptz,
  -- Why the portal itself switched it off.
  disabled_because text,
  constraint webhook_endpoints_url check (length(url) between 8 and 2048),
  constraint webhook_endpoints_description check (length(description) <= 200),
  constraint webhook_endpoints_events check (cardinality(events) > 0),
  constraint webhook_endpoints_previous check ((previous_secret_encrypted is null) = (previous_secret_until is null)),
  constraint webhook_endpoints_disabled_because check (disabled_because in ('failing', 'gone')),
  constraint webhook_endpoints_off check (disabled_because is null or not enabled)
);

-- One message to one endpoint: its id stays the same through all attempts.
create table webhook_deliveries (
  id uuid primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- Null: a test. No reference, so that events and deliveries are kept as long as each needs.
  event_id uuid,
  event_name text not null,
  -- As it is sent and signed, byte for byte.
  body text not null,
  state text not null,
  created_at timestamptz not null,
  attempts integer not null default 0,
  -- Of these, since it was sent for the first time or again by hand.
  tries integer not null default 0,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  -- Of the last attempt: what was answered, or why nothing was.
  status integer,
  answer text,
  error text,
  duration_ms integer,
  constraint webhook_deliveries_once unique (endpoint_id, event_id),
  constraint webhook_deliveries_state check (state in ('pending', 'delivered', 'failed')),
  constraint webhook_deliveries_next check ((next_attempt_at is not null) = (state = 'pending')),
  constraint webhook_deliveries_answer check (length(answer) <= 1024)
);
create index webhook_deliveries_newest on webhook_deliveries (created_at desc, id desc);

alter table webhook_endpoints enable row level security;
alter table webhook_deliveries enable row level security;
create policy system_all on webhook_endpoints to passerelle_system using (true) with check (true);
create policy system_all on webhook_deliveries to passerelle_system using (true) with check (true);
create policy admin_all on webhook_endpoints to passerelle_admin using (true) with check (true);
create policy admin_all on webhook_deliveries to passerelle_admin using (true) with check (true);
grant select, update on webhook_endpoints to passerelle_system;
grant select, insert, update, delete on webhook_deliveries to passerelle_system;
grant select, insert, update, delete on webhook_endpoints to passerelle_admin;
grant select, insert, update on webhook_deliveries to passerelle_admin;

-- Which events of these names some endpoint wants. The statement that records events returns it: where nobody wants one, it costs
-- no job.
create function app.wanted_events(names text[]) returns text[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return array(
    select n from unnest(names) n where exists (select from webhook_endpoints w where w.enabled and n = any(w.events)));
end $$;
revoke all on function app.wanted_events(text[]) from public;
grant execute on function app.wanted_events(text[]) to passerelle_partner, passerelle_admin, passerelle_system;
