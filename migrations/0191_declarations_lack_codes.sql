-- What a declaration lacks is kept as codes, which each reader has words for. What was kept in French becomes codes where it is certain.
create function app.codes_of(words text[], names text[], codes text[]) returns text[] language sql as $$
  select array_agg(coalesce(codes[array_position(names, word)], word) order by place)
  from unnest(words) with ordinality as w(word, place)
$$;

update declaration_requests set missing = app.codes_of(missing,
  array['Raison sociale', 'Nom', 'Prénom', 'SIRET', 'SIRET valide', 'Ville', 'Code postal', 'Code INSEE du pays',
    'Écriture en caractères latins'],
  array['company_name', 'last_name', 'first_name', 'siret', 'valid_siret', 'town', 'postcode', 'country_code', 'latin_script']);

-- Why an export has no fixed-width file; `file_missing` keeps the sentences of earlier releases that say it in other words.
alter table das2_exports add column file_obstacle jsonb, drop constraint das2_exports_file;

with sentences as (
  select id, (regexp_match(file_missing, '^Données manquantes pour (\d+) bénéficiaires?$'))[1] as count,
    file_missing = 'Aucune somme à déclarer' as is_nothing,
    app.codes_of(string_to_array((regexp_match(file_missing, '^Données du déclarant à compléter : (.+)$'))[1], ', '),
      array['Raison sociale', 'SIREN', 'SIRET de l’établissement', 'Code APE', 'Adresse', 'Code postal en France', 'Ville',
        'Nom du contact', 'Téléphone du contact', 'Adresse électronique du contact', 'Écriture en caractères latins'],
      array['name', 'siren', 'siret', 'ape', 'address', 'postcode', 'town', 'contact', 'phone', 'email', 'script']) as missing
  from das2_exports where file_missing is not null
), obstacles as (
  select id, case
    when count is not null then jsonb_build_object('code', 'beneficiaries_incomplete', 'count', count::integer)
    when is_nothing then jsonb_build_object('code', 'nothing_to_declare')
    when missing <@ array['name', 'siren', 'siret', 'ape', 'address', 'postcode', 'town', 'contact', 'phone', 'email', 'script']
      then jsonb_build_object('code', 'declarant_incomplete', 'missing', missing) end as obstacle
  from sentences
)
update das2_exports e set file_obstacle = o.obstacle, file_missing = null
  from obstacles o where o.id = e.id and o.obstacle is not null;

alter table das2_exports add constraint das2_exports_file check (
  (file_text is null) = (file_sha256 is null) and num_nonnulls(file_text, file_missing, file_obstacle) = 1);

drop function app.codes_of(text[], text[], text[]);
