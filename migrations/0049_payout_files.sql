-- Files of payouts for the provider's bank (ISO 20022 pain.001), kept for ever, and what became of each of their transfers.

alter table programme_settings
  -- Choice for the next file, kept with the format and the booking. Instant transfers exist in pain.001.001.09 alone.
  add column instant_transfers boolean not null default false,
  add constraint programme_settings_instant check (not instant_transfers or file_format = 'pain.001.001.09');

create table payout_files (
  id uuid primary key,
  -- 'PAY-2026-11-0001': also the identification of the file's one group of payments.
  message_id text not null,
  format text not null,
  execute_on date not null,
  -- One debit for the whole file on the provider's account.
  batch_booking boolean not null,
  instant boolean not null,
  line_count integer not null,
  total_cents bigint not null,
  -- Of the plain bytes; the stored file is encrypted, since it is full of IBANs.
  sha256 text not null,
  file_id uuid not null references files,
  created_by uuid not null references profiles,
  created_at timestamptz not null,
  -- The file that this one was made for again, without some of its lines.
  replaces_id uuid references payout_files,
  -- The bank did not execute it: its lines are free for another file.
  withdrawn_at timestamptz,
  withdrawn_by uuid references profiles,
  withdraw_reason text,
  constraint payout_files_message_once unique (message_id),
  constraint payout_files_message check (message_id ~ '^[A-Z0-9-]{1,32}$'),
  constraint payout_files_format check (format in ('pain.001.001.09', 'pain.001.001.03')),
  constraint payout_files_instant check (not instant or format = 'pain.001.001.09'),
  constraint payout_files_amounts check (line_count > 0 and total_cents > 0),
  constraint payout_files_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint payout_files_file_once unique (file_id),
  constraint payout_files_replaced_once unique (replaces_id),
  constraint payout_files_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdraw_reason is null)
    and (withdraw_reason is null or length(withdraw_reason) between 2 and 500))
);
create index payout_files_newest on payout_files (created_at desc, id desc);

create table payout_file_lines (
  id uuid primary key,
  payout_file_id uuid not null references payout_files,
  position integer not null,
  payout_id uuid not null references payouts,
  -- Travels to the partner's bank. A new attempt gets a new one.
  end_to_end_id text not null,
  -- Stays between the provider and its bank.
  instruction_id text not null,
  total_cents bigint not null,
  -- Name of the account holder as it was written.
  holder text not null,
  state text not null default 'sent',
  -- The bank's latest status code: 'ACCP'.
  bank_status text,
  -- Why it was rejected, returned or withdrawn, for people.
  reasons text not null default '',
  -- Verification of payee, and the holder's name as the bank has it.
  payee_match text,
  payee_name text,
  -- Withdrawn on its own, when its file was made again without it: the next file asks whether to take it.
  held_out boolean not null default false,
  changed_at timestamptz not null,
  constraint payout_file_lines_position_once unique (payout_file_id, position),
  constraint payout_file_lines_payout_once unique (payout_file_id, payout_id),
  constraint payout_file_lines_end_to_end_once unique (end_to_end_id),
  constraint payout_file_lines_instruction_once unique (instruction_id),
  constraint payout_file_lines_ids check (
    end_to_end_id ~ '^[A-Z0-9-]{1,35}$' and instruction_id ~ '^[A-Z0-9-]{1,35}$' and position > 0),
  constraint payout_file_lines_amount check (total_cents between 1 and 99999999999),
  constraint payout_file_lines_holder check (length(holder) between 1 and 70),
  constraint payout_file_lines_state check (state in ('sent', 'accepted', 'paid', 'rejected', 'returned', 'withdrawn')),
  constraint payout_file_lines_answer check (
    length(bank_status) between 1 and 35 and length(reasons) <= 2000 and length(payee_name) between 1 and 140),
  constraint payout_file_lines_match check (payee_match in ('match', 'close_match', 'no_match', 'not_possible')),
  constraint payout_file_lines_held_out check (not held_out or (state = 'withdrawn' and reasons <> ''))
);
-- A payout is under way once.
create unique index payout_file_lines_live_once on payout_file_lines (payout_id) where state in ('sent', 'accepted');
create index payout_file_lines_by_payout on payout_file_lines (payout_id);

-- What was written to the bank is final. A file is withdrawn once.
create function app.payout_file_stays() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if old.withdrawn_at is not null
      or to_jsonb(new) - array['withdrawn_at', 'withdrawn_by', 'withdraw_reason']
        is distinct from to_jsonb(old) - array['withdrawn_at', 'withdrawn_by', 'withdraw_reason'] then
    raise exception 'a file for the bank is final'
      using errcode = 'check_violation', constraint = 'payout_files_final';
  end if;
  return new;
end $$;
create trigger payout_file_stays before update on payout_files for each row execute function app.payout_file_stays();

create function app.payout_file_line_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.payout_file_id, new.position, new.payout_id, new.end_to_end_id, new.instruction_id, new.total_cents, new.holder)
      is distinct from
      (old.payout_file_id, old.position, old.payout_id, old.end_to_end_id, old.instruction_id, old.total_cents, old.holder) then
    raise exception 'a transfer that was written is final'
      using errcode = 'check_violation', constraint = 'payout_file_lines_final';
  end if;
  if old.state <> new.state and (old.state, new.state) not in (
      ('sent', 'accepted'), ('sent', 'paid'), ('sent', 'rejected'), ('sent', 'returned'), ('sent', 'withdrawn'),
      ('accepted', 'paid'), ('accepted', 'rejected'), ('accepted', 'returned'), ('accepted', 'withdrawn'),
      ('paid', 'returned')) then
    raise exception 'a transfer cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payout_file_lines_forward';
  end if;
  return new;
end $$;
create trigger payout_file_line_goes_forward before update on payout_file_lines
  for each row execute function app.payout_file_line_goes_forward();

-- A payout is sent exactly while a line of it is under way, and paid if a line of it is. Judged at commit, from both sides.
create function app.check_payout_sent() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name when 'payouts' then new.id else (to_jsonb(new) ->> 'payout_id')::uuid end;
begin
  if exists (
    select from payouts p
      cross join lateral (
        select count(*) filter (where l.state in ('sent', 'accepted')) as live, count(*) filter (where l.state = 'paid') as paid,
          coalesce(bool_and(l.total_cents = p.total_cents), true) as fits
        from payout_file_lines l where l.payout_id = p.id
      ) lines
    where p.id = subject and (lines.live <> (p.status = 'sent')::int or lines.paid > (p.status = 'paid')::int or not lines.fits)
  ) then
    raise exception 'a payout is sent exactly while it is in a file'
      using errcode = 'check_violation', constraint = 'payouts_sent';
  end if;
  return null;
end $$;
create constraint trigger check_payout_sent after update of status on payouts deferrable initially deferred
  for each row when (old.status <> new.status) execute function app.check_payout_sent();
create constraint trigger check_line_added after insert on payout_file_lines deferrable initially deferred
  for each row execute function app.check_payout_sent();
create constraint trigger check_line_changed after update on payout_file_lines deferrable initially deferred
  for each row when (old.state <> new.state) execute function app.check_payout_sent();

-- A file is the sum of its lines. Its lines are withdrawn with it, which what was paid excludes.
create function app.check_payout_file() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name when 'payout_files' then new.id else (to_jsonb(new) ->> 'payout_file_id')::uuid end;
begin
  if exists (
    select from payout_files f
      cross join lateral (
        select count(*) as lines, coalesce(sum(l.total_cents), 0) as cents,
          count(*) filter (where l.state = 'withdrawn') as withdrawn,
          count(*) filter (where l.state in ('sent', 'accepted', 'paid', 'returned')) as others
        from payout_file_lines l where l.payout_file_id = f.id
      ) found
    where f.id = subject and (found.lines <> f.line_count or found.cents <> f.total_cents
      or case when f.withdrawn_at is null then found.withdrawn > 0 else found.others > 0 end)
  ) then
    raise exception 'a file for the bank is the sum of its lines'
      using errcode = 'check_violation', constraint = 'payout_files_reconcile';
  end if;
  return null;
end $$;
create constraint trigger check_payout_file after insert or update on payout_files deferrable initially deferred
  for each row execute function app.check_payout_file();
create constraint trigger check_file_of_line_added after insert on payout_file_lines deferrable initially deferred
  for each row execute function app.check_payout_file();
-- Only withdrawing concerns the file.
create constraint trigger check_file_of_line_changed after update on payout_file_lines deferrable initially deferred
  for each row when (old.state <> new.state and (new.state = 'withdrawn' or old.state = 'paid')) execute function app.check_payout_file();

alter table payout_files enable row level security;
alter table payout_file_lines enable row level security;

-- Partners read the state of their payout and nothing of its file.
create policy system_all on payout_files to passerelle_system using (true) with check (true);
create policy admin_reads on payout_files for select to passerelle_admin using (true);
create policy admin_makes on payout_files for insert to passerelle_admin with check (created_by = app.user_id());
create policy admin_withdraws on payout_files for update to passerelle_admin using (true) with check (true);
create policy system_all on payout_file_lines to passerelle_system using (true) with check (true);
create policy admin_reads on payout_file_lines for select to passerelle_admin using (true);
-- Nobody sends money to themselves.
create policy admin_makes on payout_file_lines for insert to passerelle_admin
  with check (exists (select from payouts p where p.id = payout_id and p.partner_id <> app.user_id()));
create policy admin_moves on payout_file_lines for update to passerelle_admin using (true) with check (true);

-- Neither files nor their lines are deleted, and only their fate is updated.
grant select on payout_files, payout_file_lines to passerelle_system;
grant select, insert on payout_files, payout_file_lines to passerelle_admin;
grant update (withdrawn_at, withdrawn_by, withdraw_reason) on payout_files to passerelle_admin;
grant update (state, bank_status, reasons, payee_match, payee_name, held_out, changed_at) on payout_file_lines
  to passerelle_system, passerelle_admin;
