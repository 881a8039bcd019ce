-- Partner and staff learn what the other side does with a lead: why it was lost, what is unread, and by which mail.

-- Why a lead is in Perdu; null where nobody said.
alter table leads add column lost_reason text, add column lost_note text,
  add constraint leads_lost_reason check (lost_reason in
    ('budget', 'competitor', 'no_answer', 'no_need', 'not_target', 'already_client', 'other')),
  add constraint leads_lost check (lost_reason is null or status = 'refuse'),
  add constraint leads_lost_note check ((lost_note is null) = (lost_reason is null) and length(lost_note) <= 500);

-- A lead on which the other side did something that this person has not looked at yet. One row each, however much happened: the
-- events say what. Reading a list writes nothing; opening the lead deletes the row.
create table unread_leads (
  user_id uuid not null references profiles on delete cascade,
  lead_id uuid not null references leads on delete cascade,
  -- Of the first and of the latest event that the person has not seen.
  since timestamptz not null,
  latest_at timestamptz not null,
  -- The latest one's.
  event_name text not null,
  primary key (user_id, lead_id)
);
create index unread_leads_newest on unread_leads (user_id, latest_at desc, lead_id desc);
create index unread_leads_by_lead on unread_leads (lead_id);
create index unread_leads_oldest on unread_leads (latest_at);

-- The daily mail: one per person and day of the provider's calendar, with what happened after the one before and until this time.
create table news_digests (
  user_id uuid not null references profiles on delete cascade,
  day date not null,
  until timestamptz not null,
  primary key (user_id, day)
);

alter table unread_leads enable row level security;
alter table news_digests enable row level security;
create policy system_all on unread_leads to passerelle_system using (true) with check (true);
create policy own_reads on unread_leads for select to passerelle_admin, passerelle_partner using (user_id = app.user_id());
create policy own_settles on unread_leads for delete to passerelle_admin, passerelle_partner using (user_id = app.user_id());
create policy system_all on news_digests to passerelle_system using (true) with check (true);
grant select, delete on unread_leads to passerelle_system, passerelle_admin, passerelle_partner;
grant select, insert, delete on news_digests to passerelle_system;

-- Marks a lead for the other side: what its partner does for all staff, what anybody else does for its partner. A lead that staff
-- add is no news; one that comes by itself is for both.
create function app.mark_unread() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into unread_leads (user_id, lead_id, since, latest_at, event_name)
    select reader.user_id, l.id, new.occurred_at, new.occurred_at, new.name
    from leads l cross join lateral (
      select l.partner_id as user_id
      where new.actor_id is distinct from l.partner_id and (new.name <> 'lead.created' or new.actor_id is null)
      union all
      select p.user_id from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null
        and (new.actor_id = l.partner_id or (new.name = 'lead.created' and new.actor_id is null))
      order by user_id
    ) reader
    where l.id = new.subject_id
  on conflict (user_id, lead_id) do update set latest_at = excluded.latest_at, event_name = excluded.event_name;
  return null;
end $$;
create trigger mark_unread after insert on events for each row
  when (new.name in ('lead.created', 'lead.moved', 'lead.commented')) execute function app.mark_unread();

-- How each kind of news is mailed to a person, as far as they chose; what no list names is as usual.
alter table notification_choices
  add column news_at_once text[] not null default '{}', add column news_digest text[] not null default '{}',
  add column news_off text[] not null default '{}',
  add constraint notification_choices_news_at_once check (news_at_once <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_digest check (news_digest <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_off check (news_off <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_once check (
    not news_at_once && news_digest and not news_at_once && news_off and not news_digest && news_off);

-- Which news of these names somebody may want by mail at once: others cost no job. What partners do is mailed at once only to those of
-- the staff who chose that.
create function app.wanted_news(names text[]) returns text[]
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if app.user_id() is not null and app.role_of(app.user_id()) <> 'partner' then
    return array_remove(names, 'lead.created');
  end if;
  if exists (select from notification_choices
    where news_at_once && array['partner_added_lead', 'partner_answered', 'partner_moved_lead']) then
    return names;
  end if;
  return '{}';
end $$;
revoke all on function app.wanted_news(text[]) from public;
grant execute on function app.wanted_news(text[]) to passerelle_partner, passerelle_admin, passerelle_system;

-- At which hour of the provider's day the daily mail is sent.
create table news_settings (
  id boolean primary key default true,
  digest_hour smallint not null default 8,
  constraint news_settings_one_row check (id),
  constraint news_settings_digest_hour check (digest_hour between 0 and 23)
);
insert into news_settings default values;
alter table news_settings enable row level security;
create policy system_all on news_settings to passerelle_system using (true) with check (true);
create policy admin_all on news_settings to passerelle_admin using (true) with check (true);
create policy rights on news_settings as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));
grant select on news_settings to passerelle_system;
grant select, update on news_settings to passerelle_admin;
