-- What staff tell partners: written once, mailed once, shown to each of them until they have read it.
create table announcements (
  id uuid primary key,
  title text not null,
  -- Paragraphs are parted by empty lines.
  body text not null,
  link text,
  -- The last day on which it is shown unasked; null: until it is read.
  ends_on date,
  audience text not null,
  -- Of the tier whose partners it was for; a name, since tiers are renamed and removed.
  tier_name text,
  published_at timestamptz not null,
  published_by uuid not null references profiles,
  withdrawn_at timestamptz,
  withdrawn_by uuid references profiles,
  constraint announcements_title_length check (length(title) between 1 and 120),
  constraint announcements_body_length check (length(body) between 1 and 5000),
  constraint announcements_link_length check (length(link) between 1 and 2048),
  constraint announcements_audience check (audience in ('all', 'tier', 'dormant')),
  constraint announcements_tier check ((audience = 'tier') = (tier_name is not null)),
  constraint announcements_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index announcements_newest on announcements (published_at desc, id desc);

-- Whom it was for when it was published, and those who joined while it ran; each row is a receipt once it is read.
create table announcement_recipients (
  announcement_id uuid not null references announcements,
  user_id uuid not null references profiles,
  read_at timestamptz,
  primary key (announcement_id, user_id)
);
create index announcement_recipients_by_person on announcement_recipients (user_id, read_at);

alter table announcements enable row level security;
alter table announcement_recipients enable row level security;
create policy system_reads on announcements for select to passerelle_system using (true);
create policy admin_reads on announcements for select to passerelle_admin using (true);
create policy admin_publishes on announcements for insert to passerelle_admin with check (published_by = app.user_id());
create policy admin_withdraws on announcements for update to passerelle_admin
  using (withdrawn_at is null) with check (withdrawn_by = app.user_id());
-- What was withdrawn is gone for partners, also for those who have read it.
create policy received on announcements for select to passerelle_partner using (withdrawn_at is null
  and id in (select r.announcement_id from announcement_recipients r where r.user_id = app.user_id()));
create policy rights on announcements as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('announcements')));

create policy system_all on announcement_recipients to passerelle_system using (true) with check (true);
create policy admin_reads on announcement_recipients for select to passerelle_admin using (true);
create policy admin_addresses on announcement_recipients for insert to passerelle_admin with check (read_at is null);
create policy own_reads on announcement_recipients for select to passerelle_partner using (user_id = app.user_id());
-- Once, and nobody for another.
create policy own_receipt on announcement_recipients for update to passerelle_partner
  using (user_id = app.user_id() and read_at is null) with check (user_id = app.user_id());
create policy rights on announcement_recipients as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('announcements')));

grant select on announcements to passerelle_system, passerelle_partner;
grant select, insert, update (withdrawn_at, withdrawn_by) on announcements to passerelle_admin;
grant select, insert on announcement_recipients to passerelle_system, passerelle_admin;
grant select, update (read_at) on announcement_recipients to passerelle_partner;

-- Announcements are mailed as news are: at once, with the daily mail, or not.
alter table notification_choices
  drop constraint notification_choices_news_at_once,
  drop constraint notification_choices_news_digest,
  drop constraint notification_choices_news_off,
  add constraint notification_choices_news_at_once check (news_at_once <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'announcement', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_digest check (news_digest <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'announcement', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']),
  add constraint notification_choices_news_off check (news_off <@ array['lead_answered', 'lead_moved', 'lead_lost',
    'lead_registration', 'announcement', 'partner_added_lead', 'partner_answered', 'partner_moved_lead']);
