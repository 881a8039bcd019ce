-- Who brought it first: leads that look like one that somebody already follows.

-- A company's name as it is compared: lower case, without accents, punctuation and legal form.
create function app.company_key(company text) returns text
  language sql immutable parallel safe strict set search_path = public, pg_temp
  as $$
    select coalesce(
      nullif(regexp_replace(regexp_replace(plain,
        '\m(sarl|sarlu|sas|sasu|sa|eurl|eirl|ei|sci|snc|scop|scp|scm|selarl|selas|gie|gmbh|ag|kg|ltd|llc|llp|inc|corp|plc|bv|nv|srl|spa|sl|oy|ab)\M',
        '', 'g'), '[^a-z0-9]+', '', 'g'), ''),
      regexp_replace(plain, '\s+', '', 'g'))
    from (select app.unaccent(lower(regexp_replace(company, '(\w)\.(?=\w(\W|$))', '\1', 'g'))) as plain) p
  $$;

alter table leads add column company_key text not null generated always as (app.company_key(company)) stored;
-- The lead that was there first, while nobody has said that the two are different.
alter table leads add column possible_duplicate_of uuid references leads on delete set null;
create index leads_by_email on leads (lower(email));
create index leads_by_company on leads (company_key);
create index leads_possible_duplicates on leads (created_at desc, id desc) where possible_duplicate_of is not null;
create index leads_by_original on leads (possible_duplicate_of) where possible_duplicate_of is not null;

-- The oldest lead in the pipeline with this address or company, whoever's it is: a partner may learn that there is one,
-- never more, so this gives an id and nothing else. Lost leads are nobody's any more.
create function app.known_lead(lead_email text, lead_company text, except_lead uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from (
      (select id, created_at from leads
        where lower(email) = lower(lead_email) and lead_email <> '' and status <> 'refuse' and id is distinct from except_lead
        order by created_at, id limit 1)
      union all
      (select id, created_at from leads
        where company_key = app.company_key(lead_company) and lead_company <> '' and status <> 'refuse'
          and id is distinct from except_lead
        order by created_at, id limit 1)
    ) found order by created_at, id limit 1
  $$;
revoke all on function app.known_lead(text, text, uuid) from public;
grant execute on function app.known_lead(text, text, uuid) to passerelle_partner, passerelle_admin, passerelle_system;
