-- What a bank gives as reasons is stored as its codes and its own words, and said in the language of whoever reads it. What a person
-- typed stays in the text columns; so does what earlier releases wrote of banks' reasons in another way than those below.
alter table payouts add column bank_reasons jsonb, drop constraint payouts_rejected;
alter table bank_account_answers add column bank_reasons jsonb, drop constraint bank_account_answers_refused;
alter table payout_file_lines add column bank_reasons jsonb;
grant update (bank_reasons) on payout_file_lines to passerelle_admin, passerelle_system;

-- The reasons of a text that is exactly one known reason, with or without the bank's words in brackets; null for any other.
create function app.bank_reasons_in(told text) returns jsonb language sql stable as $$
  with meanings(code, meaning) as (values
    ('AB05', 'Délai dépassé à la banque du bénéficiaire'), ('AB06', 'Délai dépassé entre les banques'),
    ('AB08', 'Banque du bénéficiaire injoignable'), ('AB09', 'Erreur à la banque du bénéficiaire'),
    ('AB10', 'Erreur dans une banque intermédiaire'), ('AC01', 'IBAN incorrect ou inexistant'), ('AC02', 'Compte à débiter incorrect'),
    ('AC03', 'IBAN du bénéficiaire incorrect'), ('AC04', 'Compte clos'), ('AC06', 'Compte bloqué'),
    ('AC07', 'Compte du bénéficiaire clos'), ('AC13', 'Type de compte à débiter non admis'),
    ('AC14', 'Type de compte du bénéficiaire non admis'), ('AC15', 'Le compte a changé de coordonnées'),
    ('AC16', 'Compte sous séquestre'), ('AC17', 'Titulaire du compte en liquidation'), ('AG01', 'Virement interdit sur ce compte'),
    ('AG02', 'Code d’opération ou format refusé'), ('AG03', 'Type de virement non pris en charge'), ('AG09', 'Virement non reçu'),
    ('AG10', 'Banque suspendue du système de paiement'), ('AG11', 'Banque du bénéficiaire suspendue du système de paiement'),
    ('AGNT', 'Banque incorrecte'), ('AM01', 'Montant nul'), ('AM02', 'Montant supérieur au maximum admis'),
    ('AM03', 'Devise non admise'), ('AM04', 'Provision insuffisante'), ('AM05', 'Doublon'),
    ('AM06', 'Montant inférieur au minimum admis'), ('AM07', 'Montant bloqué par une autorité'), ('AM09', 'Montant incorrect'),
    ('AM10', 'Somme de contrôle incorrecte'), ('AM14', 'Montant supérieur au plafond convenu avec la banque'),
    ('AM18', 'Nombre de virements incorrect'), ('AM23', 'Montant supérieur à la limite de règlement'),
    ('ARDT', 'Virement déjà retourné'), ('BE01', 'Le titulaire ne correspond pas au compte'),
    ('BE04', 'Adresse du bénéficiaire manquante ou incorrecte'), ('BE05', 'Donneur d’ordre inconnu'),
    ('BE06', 'Bénéficiaire inconnu de sa banque'), ('BE07', 'Adresse du donneur d’ordre manquante ou incorrecte'),
    ('BE08', 'Erreur de la banque'), ('BE16', 'Identifiant du donneur d’ordre incorrect'),
    ('BE17', 'Identifiant du bénéficiaire incorrect'), ('CH03', 'Date d’exécution trop éloignée'),
    ('CH17', 'Élément non admis dans le fichier'), ('CNOR', 'Banque du bénéficiaire non raccordée à SEPA'),
    ('CURR', 'Devise incorrecte'), ('CUST', 'Demande du donneur d’ordre'), ('DNOR', 'Banque du donneur d’ordre non raccordée à SEPA'),
    ('DS02', 'Ordre annulé par un signataire'), ('DS0H', 'Signataire non habilité sur ce compte'),
    ('DT01', 'Date d’exécution incorrecte'), ('DT06', 'Date d’exécution modifiée par la banque'),
    ('DU01', 'Numéro de remise déjà utilisé'), ('DU02', 'Référence de groupe déjà utilisée'), ('DU03', 'Virement envoyé deux fois'),
    ('DU04', 'Référence de virement déjà utilisée'), ('DUPL', 'Virement en double'), ('ED05', 'Règlement entre banques échoué'),
    ('ERIN', 'Libellé étendu non pris en charge'), ('FF01', 'Format de fichier incorrect'), ('FF05', 'Instrument de paiement incorrect'),
    ('FOCR', 'Retour après demande d’annulation'), ('FR01', 'Fraude signalée'), ('FRAD', 'Fraude signalée'),
    ('MD06', 'Retour demandé par le bénéficiaire'), ('MD07', 'Titulaire décédé'),
    ('MS02', 'Refus du bénéficiaire, motif non communiqué'), ('MS03', 'Motif non communiqué par la banque'),
    ('NARR', 'Motif donné en toutes lettres'), ('NOAS', 'Pas de réponse du bénéficiaire'), ('NOOR', 'Virement d’origine jamais reçu'),
    ('RC01', 'BIC incorrect'), ('RC03', 'Banque du donneur d’ordre incorrecte'), ('RC04', 'Banque du bénéficiaire incorrecte'),
    ('RC07', 'BIC du bénéficiaire incorrect'), ('RF01', 'Référence déjà utilisée'),
    ('RR01', 'Identification du donneur d’ordre manquante (raison réglementaire)'),
    ('RR02', 'Nom ou adresse du donneur d’ordre manquant (raison réglementaire)'),
    ('RR03', 'Nom ou adresse du bénéficiaire manquant (raison réglementaire)'), ('RR04', 'Raison réglementaire'),
    ('RR07', 'Libellé structuré non conforme'), ('RR09', 'Référence structurée incorrecte'),
    ('RR12', 'Identification exigée par le pays manquante'), ('SL01', 'Service de la banque du donneur d’ordre'),
    ('SL02', 'Service de la banque du bénéficiaire'), ('TECH', 'Problème technique'), ('TM01', 'Reçu après l’heure limite'),
    ('UPAY', 'Paiement non dû')
  ), matches as (
    select code, substr(told, length(code || ' : ' || meaning) + 1) as rest from meanings
    where starts_with(told, code || ' : ' || meaning)
  )
  select case when told = 'Motif non communiqué par la banque' then '[]'::jsonb else (
    select jsonb_build_array(jsonb_build_object('code', code, 'info',
      case when rest = '' then '[]'::jsonb else jsonb_build_array(substr(rest, 3, length(rest) - 3)) end))
    from matches
    where rest = '' or (rest ~ '^ \(.+\)$' and length(rest) <= 143 and position(' ; ' in rest) = 0)
    order by length(rest) limit 1
  ) end
$$;

update payouts set bank_reasons = app.bank_reasons_in(reject_reason), reject_reason = null
  where app.bank_reasons_in(reject_reason) is not null;
update bank_account_answers set bank_reasons = app.bank_reasons_in(refused_reason), refused_reason = null
  where app.bank_reasons_in(refused_reason) is not null;
update payout_file_lines set bank_reasons = app.bank_reasons_in(reasons), reasons = ''
  where state in ('rejected', 'returned') and app.bank_reasons_in(reasons) is not null;
drop function app.bank_reasons_in(text);

alter table payouts add constraint payouts_rejected check (
  (reject_reason is null or length(reject_reason) between 2 and 500) and num_nonnulls(reject_reason, bank_reasons) <= 1
  and (status <> 'rejected' or (rejected_at is not null and num_nonnulls(reject_reason, bank_reasons) = 1)));
alter table bank_account_answers add constraint bank_account_answers_refused check (
  (refused_on is null) = (num_nonnulls(refused_reason, bank_reasons) = 0) and num_nonnulls(refused_reason, bank_reasons) <= 1
  and (refused_reason is null or length(refused_reason) between 2 and 500));
alter table payout_file_lines add constraint payout_file_lines_reasons check (bank_reasons is null or reasons = '');
