-- What a client answered stays on their lead, whatever becomes of the question: later answers stand beside it. And mail to clients is
-- counted by mailbox, by the receiving company and by partner.

-- About which company the client was asked.
alter table client_confirmations add column company text not null default '';
update client_confirmations c set company = l.company from leads l where l.id = c.lead_id and c.voided_at is null;
-- A message may have before it what else differs from the lead.
alter table client_confirmations drop constraint client_confirmations_texts,
  add constraint client_confirmations_texts check (length(message) <= 1300 and length(answer_name) <= 100);
grant select (company), insert (company) on client_confirmations to passerelle_partner;
grant insert (company) on client_confirmations to passerelle_admin;

alter policy admin_asks on client_confirmations
  with check (asked_by = app.user_id() and answer is null and left_at is null and exists (
    select from leads l where l.id = lead_id and l.partner_id = client_confirmations.partner_id
      and l.company = client_confirmations.company and lower(l.email) = lower(client_confirmations.email)));
alter policy own_asks on client_confirmations
  with check (partner_id = app.user_id() and asked_by = app.user_id() and answer is null and left_at is null and exists (
    select from leads l where l.id = lead_id and l.partner_id = app.user_id()
      and l.company = client_confirmations.company and lower(l.email) = lower(client_confirmations.email)));
-- An answer is read also when the lead has another address or company since; not by whose lead it is no more.
alter policy own_reads on client_confirmations
  using (partner_id = app.user_id() and (voided_at is null or (answer is not null and exists (
    select from leads l where l.id = lead_id and l.partner_id = app.user_id()))));

-- Mailboxes, by the HMAC of client_addresses, that denied what a partner says of them. Apart from the leads: a lead that is deleted and
-- added anew does not begin anew.
create table client_denials (
  address_hash text not null,
  partner_id uuid not null references profiles,
  answer text not null,
  denied_at timestamptz not null,
  primary key (address_hash, partner_id),
  constraint client_denials_answer check (answer in ('other', 'no'))
);
create index client_denials_by_partner on client_denials (partner_id);
alter table client_denials enable row level security;
create policy system_all on client_denials to passerelle_system using (true) with check (true);
create policy admin_reads on client_denials for select to passerelle_admin using (true);
create policy own_reads on client_denials for select to passerelle_partner using (partner_id = app.user_id());
grant select, insert on client_denials to passerelle_system;
grant select on client_denials to passerelle_admin, passerelle_partner;

-- How many such mails a partner had sent, and a company's domain (by an HMAC) got, lately.
create table client_mail_counts (
  subject text primary key,
  mails integer not null,
  -- Of the first of them.
  mails_since timestamptz not null
);
create index client_mail_counts_to_forget on client_mail_counts (mails_since);
alter table client_mail_counts enable row level security;
create policy system_all on client_mail_counts to passerelle_system using (true) with check (true);
grant select, delete on client_mail_counts to passerelle_system;

-- Counts a mail to a mailbox for a partner. False: it wants none or denied this partner; or, in a week, it got three, its company's
-- domain twenty, or the partner had a hundred sent. `written`: the hash of the address as it is written, under which an earlier
-- version kept what it wants. `domain`: null for providers whose domain says nothing of a company.
drop function app.claim_client_mail(text, timestamptz);
create function app.claim_client_mail(address text, written text, domain text, partner uuid, at timestamptz) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  claimed boolean;
  of_partner text := 'partner ' || partner;
  of_domain text := 'domain ' || domain;
begin
  if exists (select from client_addresses where address_hash = written and never_since is not null) then
    return false;
  end if;
  if exists (select from client_denials where address_hash = address and partner_id = partner) then
    return false;
  end if;
  -- Locks both, in the same order for everybody.
  insert into client_mail_counts as c (subject, mails, mails_since)
    select subject, 0, at from unnest(array[of_partner, of_domain]) subject where subject is not null
    on conflict (subject) do update set
      mails = case when c.mails_since <= at - interval '7 days' then 0 else c.mails end,
      mails_since = case when c.mails_since <= at - interval '7 days' then at else c.mails_since end;
  if exists (select from client_mail_counts where subject = of_partner and mails >= 100) then
    return false;
  end if;
  if exists (select from client_mail_counts where subject = of_domain and mails >= 20) then
    return false;
  end if;
  insert into client_addresses as a (address_hash, mails, mails_since) values (address, 1, at)
    on conflict (address_hash) do update set
      mails = case when a.mails_since <= at - interval '7 days' then 1 else a.mails + 1 end,
      mails_since = case when a.mails_since <= at - interval '7 days' then at else a.mails_since end
    where a.never_since is null and (a.mails < 3 or a.mails_since <= at - interval '7 days')
    returning true into claimed;
  if claimed is null then
    return false;
  end if;
  update client_mail_counts set mails = mails + 1 where subject in (of_partner, of_domain);
  return true;
end $$;
revoke all on function app.claim_client_mail(text, text, text, uuid, timestamptz) from public;
grant execute on function app.claim_client_mail(text, text, text, uuid, timestamptz)
  to passerelle_partner, passerelle_admin, passerelle_system;

-- Every address of a person's own: they sign in with it, are to, or did. A partner is told their own alone.
create function app.addresses_of(person uuid) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select address from (
    select email as address from profiles where user_id = person
    union select email from auth.users where id = person
    union select unnest(array[old_email, new_email]) from email_changes where user_id = person
  ) own where current_setting('role') <> 'passerelle_partner' or person = app.user_id()
$$;
revoke all on function app.addresses_of(uuid) from public;
grant execute on function app.addresses_of(uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- Forms that clients sent, as long as they can be sent: the same contents are one lead, others correct it or are another one, and what
-- was deleted is not made again.
create table introduction_forms (
  form_id uuid not null,
  -- HMAC of what was typed.
  contents text not null,
  -- Null once it was deleted.
  lead_id uuid references leads on delete set null,
  sent_at timestamptz not null,
  primary key (form_id, contents)
);
create index introduction_forms_by_lead on introduction_forms (lead_id);
create index introduction_forms_to_forget on introduction_forms (sent_at);
alter table introduction_forms enable row level security;
create policy system_all on introduction_forms to passerelle_system using (true) with check (true);
grant select, insert, delete on introduction_forms to passerelle_system;
