-- Oldest version that may run on it: 0.3.0-dev
-- Contacts that want to be in no lead stand in the list of those that want no mail: a mailbox, and a telephone by a hash of its own.
alter table client_addresses add column refused_since timestamptz,
  add constraint client_addresses_refused check (refused_since is null or never_since is not null);

-- Which of these hashes are refused. Whoever asks needs the portal's secret to make one, so that nobody reads the list by trying.
create function app.refused_contacts(hashes text[]) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select address_hash from client_addresses where address_hash = any (hashes) and refused_since is not null;
end $$;
revoke all on function app.refused_contacts(text[]) from public;
grant execute on function app.refused_contacts(text[]) to passerelle_partner, passerelle_admin, passerelle_system;

-- What staff are told of who names many of them.
create index events_of_refused_contacts on events (occurred_at) where name = 'contact.refused';

-- Set when another secret is adopted, whose hashes are others: nobody knows any more who wants no mail.
alter table installation add column is_client_list_void boolean not null default false;
create function app.client_list_holds() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return not exists (select from installation where is_client_list_void);
end $$;
revoke all on function app.client_list_holds() from public;
grant execute on function app.client_list_holds() to passerelle_partner, passerelle_admin, passerelle_system;
create function app.void_client_list() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.is_client_list_void := exists (select from client_addresses where never_since is not null);
  return new;
end $$;
create trigger void_client_list before update of secret_fingerprint on installation for each row
  when (new.secret_fingerprint <> old.secret_fingerprint) execute function app.void_client_list();
