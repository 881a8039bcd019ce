-- The certificates that sealed documents of this portal, and the private keys of those that it made itself: every server of a portal
-- seals with the same key. Nothing is ever deleted, since what was sealed has to stay verifiable.
create table seal_keys (
  -- SHA-256 of the certificate that seals.
  fingerprint text primary key,
  -- PEM, that certificate first.
  chain text not null,
  -- Encrypted under the secret; null for the provider's own P12, which stays where the provider keeps it.
  encrypted_key text,
  first_used_at timestamptz not null default now(),
  constraint seal_keys_fingerprint check (fingerprint ~ '^[0-9a-f]{64}$')
);
alter table seal_keys enable row level security;
create policy system_all on seal_keys to passerelle_system using (true) with check (true);
grant select, insert on seal_keys to passerelle_system;

-- What the servers seal with now; null until the first contract.
alter table installation add column seal_fingerprint text references seal_keys;
