-- The journal: every event that was committed, as a chain of hashes. A row says which event it is and binds its content by a salted
-- hash; each row binds the one before it. docs/journal.md says how both are computed, and how a stranger does it again.

create table journal (
  -- 1, 2, 3, … without a gap.
  seq bigint primary key,
  -- No reference: an old month of events can be taken out of the database, and its rows of the journal stay.
  event_id uuid not null,
  occurred_at timestamptz not null,
  chained_at timestamptz not null,
  name text not null,
  -- SHA-256 of the salt followed by the event in canonical JSON.
  record_hash bytea not null,
  prev_hash bytea not null,
  -- SHA-256 of this row in canonical JSON.
  hash bytea not null,
  constraint journal_event_once unique (event_id),
  constraint journal_hashes check (length(record_hash) = 32 and length(prev_hash) = 32 and length(hash) = 32)
);

-- Without its salt a hash of a record tells nothing about it: whoever erases what an event says of a person removes its salt as well,
-- and the chain stays whole.
create table journal_salts (
  seq bigint primary key references journal,
  salt bytea not null,
  constraint journal_salts_length check (length(salt) = 32)
);

-- One for each day, of the provider's calendar, on which the journal grew: the row up to which it had grown when the day ended.
create table journal_roots (
  day date primary key,
  time_zone text not null,
  seq bigint not null references journal,
  hash bytea not null,
  -- SHA-256 of the root before, in canonical JSON; zeros for the first.
  prev_root bytea not null,
  made_at timestamptz not null,
  -- RFC 3161 token over the root in canonical JSON; null where no authority is set, or none has answered yet.
  token bytea,
  stamped_at timestamptz,
  constraint journal_roots_seq unique (seq),
  constraint journal_roots_stamp check ((token is null) = (stamped_at is null)),
  constraint journal_roots_hashes check (length(hash) = 32 and length(prev_root) = 32)
);

-- Where the journal ends, and where its next events are looked for. Events have numbers in the order in which they were written, and
-- are seen in that of their commits: all up to `searched_to` are in the journal or will never be seen. `pending_to` is where it may go
-- once the transactions in `pending_on`, which were writing events at that moment, have ended.
create table journal_head (
  id boolean primary key default true,
  seq bigint not null,
  hash bytea not null,
  searched_to bigint not null,
  pending_to bigint,
  pending_on text[] not null default '{}',
  constraint journal_head_one_row check (id),
  constraint journal_head_hash check (length(hash) = 32)
);
insert into journal_head (seq, hash, searched_to) values (0, decode(repeat('00', 32), 'hex'), 0);

-- Whoever may insert adds to the end of the chain and nowhere else.
create function app.journal_continues() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from added a left join journal before on before.seq = a.seq - 1
    where a.prev_hash is distinct from case when a.seq = 1 then decode(repeat('00', 32), 'hex') else before.hash end
  ) then
    raise exception 'a row of the journal follows the one before it' using errcode = 'check_violation', constraint = 'journal_continues';
  end if;
  return null;
end $$;
create trigger journal_continues after insert on journal
  referencing new table as added for each statement execute function app.journal_continues();

-- What is in the journal stays: no right on these tables is enough to change it.
create function app.journal_stays() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'the journal is never changed' using errcode = 'check_violation', constraint = 'journal_stays';
end $$;
create trigger journal_stays before update or delete on journal for each row execute function app.journal_stays();
create trigger journal_salt_stays before update on journal_salts for each row execute function app.journal_stays();
create trigger journal_root_stays before update of day, time_zone, seq, hash, prev_root, made_at or delete on journal_roots
  for each row execute function app.journal_stays();

-- A time stamp is set once.
create function app.journal_stamp_stays() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if old.token is not null then
    raise exception 'the journal is never changed' using errcode = 'check_violation', constraint = 'journal_stays';
  end if;
  return new;
end $$;
create trigger journal_stamp_stays before update of token, stamped_at on journal_roots
  for each row execute function app.journal_stamp_stays();

alter table journal enable row level security;
alter table journal_salts enable row level security;
alter table journal_roots enable row level security;
alter table journal_head enable row level security;
-- No request of a person writes here: the portal does, on behalf of nobody.
create policy system_reads on journal for select to passerelle_system using (true);
create policy system_appends on journal for insert to passerelle_system with check (true);
create policy system_reads on journal_salts for select to passerelle_system using (true);
create policy system_appends on journal_salts for insert to passerelle_system with check (true);
create policy system_erases on journal_salts for delete to passerelle_system using (true);
create policy system_all on journal_roots to passerelle_system using (true) with check (true);
create policy system_all on journal_head to passerelle_system using (true) with check (true);
create policy admin_reads on journal for select to passerelle_admin using (true);
create policy admin_reads on journal_salts for select to passerelle_admin using (true);
create policy admin_reads on journal_roots for select to passerelle_admin using (true);
create policy admin_reads on journal_head for select to passerelle_admin using (true);
grant select, insert on journal to passerelle_system;
grant select, insert, delete on journal_salts to passerelle_system;
grant select, insert, update (token, stamped_at) on journal_roots to passerelle_system;
grant select, update on journal_head to passerelle_system;
grant select on journal, journal_salts, journal_roots, journal_head to passerelle_admin;
