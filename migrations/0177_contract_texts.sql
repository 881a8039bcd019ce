-- A contract that was printed from a template keeps the text it was printed from, so that it can be read on a phone; and a main
-- contract comes with the portal.

alter table contract_templates
  -- The text came with the portal, and nobody has confirmed yet that a lawyer has read it.
  add column to_review boolean not null default false;
-- The portal itself wrote the first version of the template that comes with it.
alter table contract_template_versions alter column created_by drop not null;
grant update (to_review) on contract_templates to passerelle_admin;
create policy system_ships on contract_templates for insert to passerelle_system with check (true);
create policy system_ships on contract_template_versions for insert to passerelle_system with check (created_by is null);
grant insert on contract_templates, contract_template_versions to passerelle_system;

-- The text of a contract with all values filled in, as it was printed; written once. Contracts of before, uploads and links have none.
create table contract_texts (
  contract_id uuid primary key references contracts on delete cascade,
  -- The PDF that was printed from it, which is what is signed.
  document_sha256 text not null,
  title text not null,
  body jsonb not null,
  -- Of its words in UTF-8, one part (title, heading, paragraph, item or row) a line.
  sha256 text not null,
  constraint contract_texts_hashes check (document_sha256 ~ '^[0-9a-f]{64}$' and sha256 ~ '^[0-9a-f]{64}$')
);

alter table contract_texts enable row level security;
create policy system_all on contract_texts to passerelle_system using (true) with check (true);
create policy admin_reads on contract_texts for select to passerelle_admin using (true);
create policy admin_writes on contract_texts for insert to passerelle_admin with check (true);
create policy rights on contract_texts as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('contracts')));
create policy own_reads on contract_texts for select to passerelle_partner
  using (exists (select 1 from contracts c where c.id = contract_id and c.user_id = app.user_id()));
grant select, insert on contract_texts to passerelle_system, passerelle_admin;
grant select on contract_texts to passerelle_partner;

-- A signer is shown the pages of the PDF, or the text that it was printed from: then `pages_shown` counts the parts of that text.
alter table document_views
  add column text_sha256 text,
  drop constraint document_views_way,
  add constraint document_views_way check (way in ('opened', 'downloaded', 'link', 'text')),
  add constraint document_views_text check ((way = 'text') = (text_sha256 is not null));
