-- What a payout needs beside the form: the account holder's name as the bank knows it, and an address in parts (banks refuse
-- unstructured ones since November 2026). Empty for rows of before.
alter table payment_infos
  add column account_holder text not null default '',
  add column street text not null default '',
  add column building_number text not null default '',
  add column postcode text not null default '',
  add column town text not null default '',
  -- ISO 3166-1 alpha-2.
  add column postal_country text not null default '',
  -- HMAC of the IBAN under the portal's secret: equal IBANs have equal fingerprints, and nothing else can be learned from them.
  -- Null for rows of before until a server has completed them at start.
  add column iban_fingerprint text,
  -- 'FR76 •••• 0189', encrypted: of a short IBAN the mask leaves few candidates.
  add column iban_mask_encrypted text,
  -- The lengths of ISO 20022, and 70 for a name in SEPA.
  add constraint payment_infos_account_holder check (length(account_holder) <= 70),
  add constraint payment_infos_postal_address check (
    length(street) <= 70 and length(building_number) <= 16 and length(postcode) <= 16 and length(town) <= 35
    and postal_country ~ '^([A-Z]{2})?$'
    -- Town and country are what a bank requires of an address.
    and ((street, building_number, postcode, town, postal_country) = ('', '', '', '', '') or (town <> '' and postal_country <> ''))
  );
create index payment_infos_by_fingerprint on payment_infos (iban_fingerprint);

-- State of everybody's bank details at a time; domain/payments.ts has the same rule for one record. Runs with the caller's rights:
-- partners see their own row, and never that somebody else has their IBAN. Inlined into the query that reads from it.
create function app.bank_details_states(at timestamptz)
  returns table (partner_id uuid, state text, held_until timestamptz, shared boolean, payable boolean)
  language sql stable parallel safe
begin atomic
  select p.user_id, s.state, h.held_until,
    b.iban_fingerprint is not null and exists (
      select from payment_infos o join profiles q on q.user_id = o.partner_id
      where o.iban_fingerprint = b.iban_fingerprint and o.partner_id <> b.partner_id and q.deleted_at is null
    ),
    s.state = 'complete' and h.held_until is null
  from profiles p
    left join payment_infos b on b.partner_id = p.user_id
    cross join lateral (
      select case when b.partner_id is null then 'missing' when b.iban_checks_out then 'complete' else 'checksum' end as state
    ) s
    cross join lateral (
      select case when b.iban_changed_at + interval '72 hours' > at then b.iban_changed_at + interval '72 hours' end as held_until
    ) h;
end;

-- Staff's only way to an encrypted IBAN: it needs the event of its reveal by the caller. The event's transaction is this one (age 0)
-- or a part of it, or began later: one event does not serve two reveals.
create function app.revealed_iban(partner uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select iban_encrypted from payment_infos
  where partner_id = partner and exists (
    select from events e
    where e.name = 'payment_info.iban_revealed' and e.subject_id = partner and e.partner_id = partner
      and e.audience = 'partner' and e.actor_id = app.user_id() and age(e.xmin) <= 0
  )
$$;
revoke execute on function app.revealed_iban(uuid) from public;
grant execute on function app.revealed_iban(uuid) to passerelle_admin;

-- Only owners write bank details. The system completes rows of before, and staff read.
drop policy admin_all on payment_infos;
create policy admin_reads on payment_infos for select to passerelle_admin using (true);
grant select (account_holder, street, building_number, postcode, town, postal_country, iban_fingerprint, iban_mask_encrypted)
  on payment_infos to passerelle_admin;
drop policy system_all on payment_infos;
create policy system_reads on payment_infos for select to passerelle_system using (true);
create policy system_completes on payment_infos for update to passerelle_system using (true) with check (true);
revoke insert, update, delete on payment_infos from passerelle_system;
grant update (iban_fingerprint, iban_mask_encrypted) on payment_infos to passerelle_system;
