-- What became of each mail: the mail server's answer, what failed, and whose mail it was.

alter table mails
  add column id uuid not null default gen_random_uuid(),
  -- The person it is for; null where the address was nobody's any more when this was added.
  add column user_id uuid references profiles,
  add column message_id text,
  -- What the mail server said when it took the mail, as in '250 2.0.0 Ok: queued as 4F2'.
  add column response text,
  add column attempts integer not null default 0,
  add column last_tried_at timestamptz,
  -- Why the last attempt failed; null once the mail is taken.
  add column last_error text,
  -- When it was given up: refused for good, or tried as often as mail is tried.
  add column failed_at timestamptz,
  -- When staff put a failure away.
  add column dismissed_at timestamptz,
  add constraint mails_id unique (id),
  add constraint mails_attempts check (attempts >= 0),
  add constraint mails_outcome check (sent_at is null or failed_at is null);

update mails m set user_id = p.user_id from profiles p where p.email = m.recipient and p.deleted_at is null;
update mails set attempts = 1, last_tried_at = sent_at where sent_at is not null;

create index mails_undelivered on mails (failed_at) where failed_at is not null and dismissed_at is null;
create index mails_of_person on mails (user_id, kind);

-- Staff see what was not delivered and why, but no subjects: some of old carry a code.
create policy admin_reads on mails for select to passerelle_admin using (true);
create policy admin_settles on mails for update to passerelle_admin using (true) with check (true);
grant select (id, event_id, user_id, recipient, kind, message_id, response, sent_at, attempts, last_tried_at, last_error,
  failed_at, dismissed_at) on mails to passerelle_admin;
grant update (failed_at, dismissed_at) on mails to passerelle_admin;
