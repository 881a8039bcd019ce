-- Who was asked for what the yearly declaration (DAS2) lacks, and when last. Each request is one mail.
create table declaration_requests (
  year integer not null,
  partner_id uuid not null references profiles,
  -- What was lacking when they were asked last, in French.
  missing text[] not null,
  requested_at timestamptz not null,
  requested_by uuid not null references profiles,
  primary key (year, partner_id),
  constraint declaration_requests_year check (year between 2000 and 2999),
  constraint declaration_requests_missing check (cardinality(missing) > 0)
);

alter table declaration_requests enable row level security;
create policy admin_reads on declaration_requests for select to passerelle_admin using (true);
create policy admin_asks on declaration_requests for insert to passerelle_admin with check (requested_by = app.user_id());
create policy admin_asks_again on declaration_requests for update to passerelle_admin
  using (true) with check (requested_by = app.user_id());
create policy rights on declaration_requests as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
grant select, insert, update (missing, requested_at, requested_by) on declaration_requests to passerelle_admin;
