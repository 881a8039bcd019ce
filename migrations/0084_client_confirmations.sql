-- What clients themselves say of a lead: that they left their details by a partner's link, and how they answer when they are asked.

create table client_confirmations (
  id uuid primary key,
  lead_id uuid not null references leads on delete cascade,
  -- Whom the question names: the lead's partner at that time.
  partner_id uuid not null references profiles,
  -- To which the mails go.
  email text not null,
  -- Null: nobody but the client, who left their details.
  asked_by uuid references profiles,
  created_at timestamptz not null,
  mails smallint not null default 0,
  mailed_at timestamptz,
  -- Of the button in the newest mail.
  expires_at timestamptz,
  left_at timestamptz,
  -- What the client agreed to, word for word.
  consent_text text not null default '',
  consent_sha256 text,
  -- What the client wrote beside a lead that was there already.
  message text not null default '',
  answer text,
  -- With whom, of the answer 'other'.
  answer_name text not null default '',
  answered_at timestamptz,
  -- Lead, address, company or partner are others now: the answer is not about them.
  voided_at timestamptz,
  constraint client_confirmations_origin check (asked_by is not null or left_at is not null),
  constraint client_confirmations_mails check (mails between 0 and 2 and (mails = 0) = (mailed_at is null)
    and (mailed_at is null) = (expires_at is null)),
  constraint client_confirmations_consent check ((left_at is null) = (consent_text = '')
    and (left_at is null) = (consent_sha256 is null) and (left_at is not null or message = '')),
  constraint client_confirmations_consent_sha256 check (consent_sha256 ~ '^[0-9a-f]{64}$'),
  constraint client_confirmations_texts check (length(message) <= 1000 and length(answer_name) <= 100),
  constraint client_confirmations_answer check (answer in ('yes', 'other', 'no', 'never')),
  constraint client_confirmations_answered check (
    (answered_at is null) = (answer is null) and (answer_name = '' or coalesce(answer = 'other', false)))
);
create unique index client_confirmations_one_current on client_confirmations (lead_id) where voided_at is null;
create index client_confirmations_by_lead on client_confirmations (lead_id);

-- Addresses by an HMAC with the portal's secret: how many such mails they got lately, and whether they want none ever again. Apart
-- from the leads, so that a lead that is added anew does not begin anew either.
create table client_addresses (
  address_hash text primary key,
  mails smallint not null default 0,
  -- Of the first of them.
  mails_since timestamptz not null,
  -- No mail since then.
  never_since timestamptz
);
create index client_addresses_to_forget on client_addresses (mails_since) where never_since is null;

alter table client_confirmations enable row level security;
alter table client_addresses enable row level security;
create policy system_all on client_confirmations to passerelle_system using (true) with check (true);
create policy admin_reads on client_confirmations for select to passerelle_admin using (true);
create policy admin_asks on client_confirmations for insert to passerelle_admin
  with check (asked_by = app.user_id() and answer is null and left_at is null and exists (
    select from leads l where l.id = lead_id and l.partner_id = client_confirmations.partner_id
      and lower(l.email) = lower(client_confirmations.email)));
create policy admin_asks_again on client_confirmations for update to passerelle_admin
  using (answer is null and voided_at is null) with check (asked_by = app.user_id() and answer is null);
create policy rights on client_confirmations as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('leads')));
create policy own_reads on client_confirmations for select to passerelle_partner
  using (partner_id = app.user_id() and voided_at is null);
create policy own_asks on client_confirmations for insert to passerelle_partner
  with check (partner_id = app.user_id() and asked_by = app.user_id() and answer is null and left_at is null and exists (
    select from leads l where l.id = lead_id and l.partner_id = app.user_id()
      and lower(l.email) = lower(client_confirmations.email)));
create policy own_asks_again on client_confirmations for update to passerelle_partner
  using (partner_id = app.user_id() and answer is null and voided_at is null)
  with check (partner_id = app.user_id() and asked_by = app.user_id() and answer is null and voided_at is null);
create policy system_all on client_addresses to passerelle_system using (true) with check (true);
grant select, insert, update on client_confirmations to passerelle_system;
-- The client alone answers, leaves details and consents.
grant select, insert (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at, expires_at),
  update (asked_by, mails, mailed_at, expires_at) on client_confirmations to passerelle_admin;
-- Not whom the client names.
grant select (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at, expires_at, left_at, consent_text,
    consent_sha256, message, answer, answered_at, voided_at),
  insert (id, lead_id, partner_id, email, asked_by, created_at, mails, mailed_at, expires_at),
  update (asked_by, mails, mailed_at, expires_at) on client_confirmations to passerelle_partner;
grant select, insert, update, delete on client_addresses to passerelle_system;

-- Counts a mail to an address. False: it wants none, or got three in a week, about whatever leads.
create function app.claim_client_mail(address text, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  claimed boolean;
begin
  insert into client_addresses as a (address_hash, mails, mails_since) values (address, 1, at)
    on conflict (address_hash) do update set
      mails = case when a.mails_since <= at - interval '7 days' then 1 else a.mails + 1 end,
      mails_since = case when a.mails_since <= at - interval '7 days' then at else a.mails_since end
    where a.never_since is null and (a.mails < 3 or a.mails_since <= at - interval '7 days')
    returning true into claimed;
  return coalesce(claimed, false);
end $$;
revoke all on function app.claim_client_mail(text, timestamptz) from public;
grant execute on function app.claim_client_mail(text, timestamptz) to passerelle_partner, passerelle_admin, passerelle_system;

-- A client's word is about one address, company and partner. A lead that gets others has no word: otherwise a partner could confirm
-- a lead from an address of their own and give it the client's later.
create function app.void_client_confirmations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update client_confirmations set voided_at = new.updated_at where lead_id = new.id and voided_at is null;
  return null;
end $$;
create trigger void_client_confirmations after update of email, company, partner_id on leads
  for each row when (lower(new.email) <> lower(old.email) or new.company_key is distinct from old.company_key
    or new.partner_id <> old.partner_id)
  execute function app.void_client_confirmations();

-- What was mailed to clients goes with their lead; partners and staff have their own mails.
create function app.forget_client_mails() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mails where kind = 'client_confirmation'
    and event_id in (select id from events where subject_id = old.id and name in ('lead.introduced', 'lead.client_asked'));
  return null;
end $$;
create trigger forget_client_mails after delete on leads for each row execute function app.forget_client_mails();

-- What a client says comes by itself: it is news for the partner and for staff.
create or replace function app.mark_unread() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  by_itself boolean := new.actor_id is null
    and new.name in ('lead.created', 'lead.introduced', 'lead.client_answered');
begin
  insert into unread_leads (user_id, lead_id, since, latest_at, event_name)
    select reader.user_id, l.id, new.occurred_at, new.occurred_at, new.name
    from leads l cross join lateral (
      select l.partner_id as user_id
      where new.actor_id is distinct from l.partner_id and (new.name <> 'lead.created' or by_itself)
      union all
      select p.user_id from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null
        and (new.actor_id = l.partner_id or by_itself)
      order by user_id
    ) reader
    where l.id = new.subject_id
  on conflict (user_id, lead_id) do update set latest_at = excluded.latest_at, event_name = excluded.event_name;
  return null;
end $$;
