-- Oldest version that may run on it: 0.3.0-dev
-- What people are told about their data (GDPR, articles 13 and 14): the texts that were in force, and, of each lead, how far its
-- person, whose details somebody else has typed, has been told.

create table notice_texts (
  id uuid primary key,
  audience text not null,
  language text not null,
  version integer not null,
  -- Titles with their paragraphs, as they were shown and mailed.
  sections jsonb not null,
  since timestamptz not null,
  constraint notice_texts_once unique (audience, language, version),
  constraint notice_texts_audience check (audience in ('client', 'partner', 'member', 'staff', 'visitor')),
  constraint notice_texts_language check (language ~ '^[a-z]{2,12}$'),
  constraint notice_texts_sections check (jsonb_typeof(sections) = 'array' and length(sections::text) <= 50000),
  constraint notice_texts_version check (version > 0)
);
alter table notice_texts enable row level security;
create policy everyone_reads on notice_texts for select
  to passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system using (true);
create policy system_writes on notice_texts for insert to passerelle_system with check (true);
grant select on notice_texts to passerelle_admin, passerelle_anonymous, passerelle_partner, passerelle_system;
grant insert on notice_texts to passerelle_system;

create table lead_notices (
  lead_id uuid primary key references leads on delete cascade,
  state text not null default 'due',
  due_at timestamptz not null,
  -- The lead is older than the notices: one task tells of all of them.
  inherited boolean not null default false,
  -- It waits for its turn to be mailed.
  queued_at timestamptz,
  queued_by uuid references profiles,
  -- The text of the mail that was written last, which counts once a server has taken it.
  text_id uuid references notice_texts,
  mailed_at timestamptz,
  -- When it was no longer due, and who of staff said so; null where the portal saw it itself.
  settled_at timestamptz,
  settled_by uuid references profiles,
  how text,
  reason text not null default '',
  constraint lead_notices_state check (state in ('due', 'told', 'otherwise', 'not_needed', 'no_mail', 'impossible')),
  constraint lead_notices_settled check ((state = 'due') = (settled_at is null) and (settled_at is not null or settled_by is null)),
  constraint lead_notices_how check (how in ('call', 'letter', 'meeting', 'former_tool', 'left', 'no_person')),
  constraint lead_notices_how_of_state check ((how is not null) = (state in ('otherwise', 'not_needed'))
    and (how is null or (how in ('left', 'no_person')) = (state = 'not_needed'))),
  constraint lead_notices_reason check ((state = 'impossible') = (reason <> '') and length(reason) <= 500),
  constraint lead_notices_queued check (queued_at is null or state = 'due')
);
create index lead_notices_due on lead_notices (due_at) where state = 'due';
create index lead_notices_inherited on lead_notices (lead_id) where state = 'due' and inherited;
create index lead_notices_queued on lead_notices (queued_at, lead_id) where queued_at is not null;
alter table lead_notices enable row level security;
create policy system_all on lead_notices to passerelle_system using (true) with check (true);
create policy admin_reads on lead_notices for select to passerelle_admin using (true);
create policy admin_settles on lead_notices for update to passerelle_admin using (true)
  with check ((settled_by is null or settled_by = app.user_id()) and (queued_by is null or queued_by = app.user_id()));
create policy rights on lead_notices as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('people')));
-- Of their own leads, not of those that others share with them.
create policy own_reads on lead_notices for select to passerelle_partner
  using (lead_id in (select l.id from leads l where l.partner_id = app.partner_id()));
grant select, update on lead_notices to passerelle_system;
grant select, update (state, settled_at, settled_by, how, reason, queued_at, queued_by) on lead_notices to passerelle_admin;
grant select (lead_id, state, due_at, settled_at) on lead_notices to passerelle_partner;

alter table settings add column notices_automatic boolean not null default false;

-- The text for clients in the language that mails to them have.
create function app.client_notice_text() returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select t.id from notice_texts t, settings s
    where t.audience = 'client' and t.language = case s.language when 'specified' then 'fr' else s.language end
    order by t.version desc limit 1);
end $$;
revoke execute on function app.client_notice_text() from public;
grant execute on function app.client_notice_text() to passerelle_system;

-- Whoever adds leads, however many: their people are to be told within a month, by the portal's clock.
create function app.begin_notices() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into lead_notices (lead_id, due_at) select id, updated_at + interval '1 month' from added;
  return null;
end $$;
create trigger begin_notices after insert on leads referencing new table as added
  for each statement execute function app.begin_notices();

-- Whoever has just added leads knows that the tool that had them before has told their people.
create function app.told_by_former_tool(added uuid[], at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_notices n set state = 'otherwise', how = 'former_tool', settled_at = at, settled_by = app.user_id()
    from leads l
    where l.id = n.lead_id and l.id = any(added) and l.created_at = at and n.state = 'due'
      and (l.typed_by = app.user_id() or app.has_right('leads'));
end $$;
revoke execute on function app.told_by_former_tool(uuid[], timestamptz) from public;
grant execute on function app.told_by_former_tool(uuid[], timestamptz) to passerelle_partner, passerelle_admin;

-- Another address is another person as far as anybody knows: they are told anew. An erased one is nobody's.
create function app.begin_notice_anew() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_notices set state = 'due', due_at = new.updated_at + interval '1 month', inherited = false, text_id = null,
      mailed_at = null, settled_at = null, settled_by = null, how = null, reason = ''
    where lead_id = new.id and (state in ('told', 'no_mail', 'impossible') or how = 'left');
  return null;
end $$;
create trigger begin_notice_anew after update of email on leads
  for each row when (new.email <> '' and lower(new.email) <> lower(old.email)) execute function app.begin_notice_anew();

-- Whoever else gets the details has to tell the person at the latest then (article 14(3)(c)).
create function app.hasten_notice() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  passed jsonb := to_jsonb(new);
  at timestamptz := coalesce(passed ->> 'shared_at', passed ->> 'updated_at');
begin
  update lead_notices set due_at = at, inherited = false
    where lead_id = coalesce(passed ->> 'lead_id', passed ->> 'id')::uuid and state = 'due' and due_at > at;
  return null;
end $$;
create trigger hasten_notice after update of partner_id on leads
  for each row when (new.partner_id <> old.partner_id) execute function app.hasten_notice();
create trigger hasten_notice after insert on lead_shares for each row execute function app.hasten_notice();

-- Who left their details themselves has read at the form who gets them, unless they deny that it was them. Each mail to a client
-- has the text that is in force when it is ordered.
create function app.follow_client_mail() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_notices set
      text_id = app.client_notice_text(), mailed_at = new.mailed_at
    where lead_id = new.lead_id and new.mailed_at is not null and new.mailed_at is distinct from old.mailed_at;
  if new.left_at is not null and new.answer is distinct from 'no' then
    update lead_notices set state = 'not_needed', how = 'left', settled_at = new.left_at, settled_by = null, reason = '',
        queued_at = null, queued_by = null
      where lead_id = new.lead_id and state in ('due', 'impossible');
  elsif new.answer = 'no' then
    update lead_notices set state = 'told', how = null, settled_at = coalesce(new.mailed_at, new.answered_at)
      where lead_id = new.lead_id and how = 'left';
  end if;
  return null;
end $$;
create trigger follow_client_mail after insert or update of mailed_at, left_at, answer on client_confirmations
  for each row execute function app.follow_client_mail();

-- A person is told when a server has taken the mail, if it went to the address that the lead has.
create function app.note_told() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update lead_notices n set state = 'told', settled_at = new.sent_at, settled_by = null, how = null, reason = '',
      queued_at = null, queued_by = null
    from events e join leads l on l.id = e.subject_id
    where e.id = new.event_id and n.lead_id = l.id and n.text_id is not null and n.state in ('due', 'no_mail', 'impossible')
      and lower(l.email) = lower(new.recipient);
  return null;
end $$;
create trigger note_told after update of sent_at on mails
  for each row when (new.kind in ('client_confirmation', 'client_notice') and old.sent_at is null and new.sent_at is not null)
  execute function app.note_told();

-- What was mailed to clients goes with their lead.
create or replace function app.forget_client_mails() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from mails where kind in ('client_confirmation', 'client_notice')
    and event_id in (select id from events where subject_id = old.id
      and name in ('lead.introduced', 'lead.client_asked', 'lead.notice_sent'));
  return null;
end $$;

-- Whoever got a mail with the question was told by it, or left their details; all others are due in a month.
insert into lead_notices (lead_id, state, due_at, inherited, mailed_at, settled_at, how)
  select l.id, case when said.left_at is not null then 'not_needed' when said.mailed_at is not null then 'told' else 'due' end,
    now() + interval '1 month', true, said.mailed_at, coalesce(said.left_at, said.mailed_at),
    case when said.left_at is not null then 'left' end
  from leads l cross join lateral (
    select max(c.mailed_at) as mailed_at, max(c.left_at) as left_at from client_confirmations c
    where c.lead_id = l.id and lower(c.email) = lower(l.email)) said;
