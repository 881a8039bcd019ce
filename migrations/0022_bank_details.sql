-- When an IBAN was entered or changed last, and whether it can still be read.
alter table payment_infos
  add column iban_changed_at timestamptz,
  -- Of the encrypted value, which staff do not get; text of base64 characters has no escapes.
  add column iban_digest text generated always as (encode(sha256(iban_encrypted::bytea), 'hex')) stored,
  -- What the portal's secret makes of partner and digest: it fits no more once the value or the secret is another one. Null
  -- for IBANs of before.
  add column iban_seal text;
-- Not known for those of before: at the latest when their row was saved last.
update payment_infos set iban_changed_at = updated_at;
alter table payment_infos alter column iban_changed_at set not null;
grant select (iban_changed_at, iban_digest, iban_seal) on payment_infos to passerelle_admin;
