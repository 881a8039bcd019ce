-- The language of a contract's words: consent is asked and evidence is kept in it. A contract takes it from its template.

alter table contract_templates add column language text not null default 'fr'
  constraint contract_templates_language check (language ~ '^[a-z]{2}$');
grant update (language) on contract_templates to passerelle_admin;

alter table contracts add column language text not null default 'fr'
  constraint contracts_language check (language ~ '^[a-z]{2}$');
