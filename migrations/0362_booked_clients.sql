-- Oldest version that may run on it: 0.3.0-dev
-- What the books say of a client whose name an erasure took: the piece of a commission that was paid by hand, in a month that is not
-- closed. Entries of closed months have it themselves.

create table booked_clients (
  commission_id uuid primary key references commissions on delete cascade,
  lead_id uuid not null references leads on delete cascade,
  name text not null
);
create index booked_clients_of_lead on booked_clients (lead_id);

-- The law keeps it for the books alone (GDPR, art. 17(3)(b)).
alter table booked_clients enable row level security;
create policy system_reads on booked_clients for select to passerelle_system using (true);
create policy admin_reads on booked_clients for select to passerelle_admin using ((select app.has_right('money')));
grant select on booked_clients to passerelle_system, passerelle_admin;
