-- Links by which clients introduce themselves: each partner has one.

create table introduction_links (
  partner_id uuid primary key references profiles,
  -- Another one with each renewal. The token follows from it and the portal's secret, and can so be shown again.
  link_id uuid not null,
  token_hash text not null,
  created_at timestamptz not null,
  -- By the partner.
  paused_at timestamptz,
  -- By staff.
  disabled_at timestamptz,
  disabled_by uuid references profiles,
  constraint introduction_links_token_once unique (token_hash),
  constraint introduction_links_disabled check ((disabled_at is null) = (disabled_by is null))
);

alter table introduction_links enable row level security;
create policy system_reads on introduction_links for select to passerelle_system using (true);
create policy admin_reads on introduction_links for select to passerelle_admin using (true);
create policy admin_disables on introduction_links for update to passerelle_admin using (true)
  with check (disabled_by is null or disabled_by = app.user_id());
create policy rights on introduction_links as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners')));
create policy own_reads on introduction_links for select to passerelle_partner using (partner_id = app.user_id());
create policy own_makes on introduction_links for insert to passerelle_partner with check (partner_id = app.user_id());
create policy own_changes on introduction_links for update to passerelle_partner
  using (partner_id = app.user_id() and disabled_at is null) with check (partner_id = app.user_id());
grant select on introduction_links to passerelle_system;
grant select, update (disabled_at, disabled_by) on introduction_links to passerelle_admin;
-- Not who of the staff has disabled it.
grant select (partner_id, link_id, token_hash, created_at, paused_at, disabled_at),
  insert (partner_id, link_id, token_hash, created_at), update (link_id, token_hash, created_at, paused_at)
  on introduction_links to passerelle_partner;
