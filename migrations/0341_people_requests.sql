-- Oldest version that may run on it: 0.3.0-dev
-- What people ask about their data: on the public page, by letter or by telephone.
create table people_requests (
  id uuid primary key,
  wish text not null,
  channel text not null,
  -- Whose mailbox it is about. Empty for somebody without one, who is found by nothing then.
  email text not null default '',
  name text not null default '',
  -- Of a letter or a call: it proves nothing, and finds candidates.
  phone text not null default '',
  message text not null default '',
  received_at timestamptz not null,
  -- Of the mailed link, until the mailbox is proved.
  expires_at timestamptz not null,
  proved_at timestamptz,
  -- How somebody was recognised who wrote or called, and who entered it.
  recognised text not null default '',
  entered_by uuid references profiles,
  due_at timestamptz not null,
  extended_at timestamptz,
  extension_reason text not null default '',
  answered_at timestamptz,
  answered_by uuid references profiles,
  outcome text,
  report text not null default '',
  -- Until when the person may fetch their archive by the link.
  open_until timestamptz,
  -- Set once the person wants to be in no lead.
  refused_at timestamptz,
  constraint people_requests_wish check (wish in ('read', 'correct', 'forget', 'object')),
  constraint people_requests_channel check (channel in ('page', 'email', 'letter', 'call')),
  constraint people_requests_entered check ((channel = 'page') = (entered_by is null) and (channel = 'page') = (recognised = '')
    and (channel = 'page' or proved_at is not null) and (channel <> 'page' or email <> '')),
  constraint people_requests_texts check (length(message) <= 2000 and length(recognised) <= 500 and length(extension_reason) <= 500
    and length(report) <= 5000 and length(name) <= 200 and length(phone) <= 50 and length(email) <= 255),
  constraint people_requests_extended check ((extended_at is null) = (extension_reason = '')),
  constraint people_requests_outcome check (outcome in ('done', 'partly', 'refused', 'nothing')),
  constraint people_requests_answered check ((answered_at is null) = (outcome is null)
    and (answered_at is null) = (answered_by is null) and (answered_at is null or proved_at is not null))
);
create index people_requests_open on people_requests (due_at) where answered_at is null and proved_at is not null;
create index people_requests_in_order on people_requests (received_at desc, id desc) where proved_at is not null;
create index people_requests_to_forget on people_requests (expires_at) where proved_at is null;

-- What staff decided of a text, a file or a lead that was found: whether the archive shows it, and why not.
create table people_request_choices (
  request_id uuid not null references people_requests on delete cascade,
  -- Table, column and key, with a hash of what was read: another text is read again.
  item text not null,
  shown boolean not null,
  reason text not null default '',
  decided_by uuid not null references profiles,
  decided_at timestamptz not null,
  primary key (request_id, item),
  constraint people_request_choices_reason check (shown or length(reason) between 2 and 500),
  constraint people_request_choices_item check (length(item) <= 300)
);

alter table people_requests enable row level security;
alter table people_request_choices enable row level security;
create policy system_all on people_requests to passerelle_system using (true) with check (true);
create policy system_all on people_request_choices to passerelle_system using (true) with check (true);
-- What people ask is read by those alone who may answer.
create policy rights on people_requests as restrictive to passerelle_admin
  using ((select app.has_right('people'))) with check ((select app.has_right('people')));
create policy rights on people_request_choices as restrictive to passerelle_admin
  using ((select app.has_right('people'))) with check ((select app.has_right('people')));
create policy admin_reads on people_requests for select to passerelle_admin using (proved_at is not null);
create policy admin_enters on people_requests for insert to passerelle_admin with check (entered_by = app.user_id());
create policy admin_answers on people_requests for update to passerelle_admin
  using (proved_at is not null and answered_at is null)
  with check (proved_at is not null and (answered_by is null or answered_by = app.user_id()));
create policy admin_reads on people_request_choices for select to passerelle_admin using (true);
create policy admin_decides on people_request_choices for insert to passerelle_admin with check (decided_by = app.user_id());
create policy admin_decides_again on people_request_choices for update to passerelle_admin
  using (true) with check (decided_by = app.user_id());
grant select, insert, update, delete on people_requests, people_request_choices to passerelle_system;
grant select, insert (id, wish, channel, email, name, phone, message, received_at, expires_at, proved_at, recognised,
    entered_by, due_at),
  update (due_at, extended_at, extension_reason, answered_at, answered_by, outcome, report, open_until)
  on people_requests to passerelle_admin;
grant select, insert, update on people_request_choices to passerelle_admin;

-- A lead is named by what its events had before, too: whoever looks for all about a person does not read every event for it.
create index events_by_lead_before on events ((before ->> 'leadId')) where (before ->> 'leadId') is not null;
