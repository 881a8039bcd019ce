import type { Texts } from '#platform/messages/texts.ts'
import type en from './en.ts'

export default {
  adds: 'Ajoute',
  archives: 'Archive',
  changedFromTo: '{label} : {before} → {after}',
  changedMeanwhile: 'Quelqu’un vient de modifier le programme. Regardez ce que l’import ferait maintenant.',
  changedText: '{label} : un autre texte',
  changes: 'Modifie',
  contained: '{part} : {names}',
  everyOffer: 'toutes les offres',
  exampleForNewPortal:
    '{count, plural, one {Un exemple est fait pour un portail neuf, et celui-ci a # lead.} other {Un exemple est fait pour un portail neuf, et celui-ci a # leads.}} Exportez plutôt votre programme et modifiez le fichier.',
  examples: 'Exemples',
  examplesLead: 'Un portail neuf peut commencer par l’un d’eux. Vous voyez avant ce qu’il fait, et pouvez tout modifier ensuite.',
  examplesOver: 'Les exemples sont faits pour un portail sans leads. Exportez votre programme pour le modifier en fichier.',
  exportLead:
    'Offres, étapes, paliers, règles de commission, champs et textes de contrats en un fichier, à garder, à comparer ou à importer ailleurs.',
  fieldHasValues: 'Des leads ont des valeurs du champ « {name} » : son type reste.',
  fieldNeedsStage: 'Le champ « {name} » est obligatoire à partir d’une étape « {stage} » qui n’existe pas.',
  fileUnfit: 'Ce fichier n’est pas un programme',
  fromAmount: 'dès {amount}',
  importedText:
    '{count, plural, =0 {Rien n’était différent.} one {# modification, visible de tous aussitôt.} other {# modifications, visibles de tous aussitôt.}}',
  importLead: 'Vous voyez avant ce qu’il ajoute, modifie et archive. Rien de ce qui sert n’est supprimé.',
  importAllTheSame: 'Importer quand même',
  morePaid: 'Une règle pourrait payer plus que le chiffre d’affaires',
  propertyNamed:
    '{property, select, partnersName {Nom pour les partenaires} staffName {Nom pour l’équipe} offerText {Texte} suggested {Montant proposé} least {Affaires de} most {Affaires jusqu’à} clientsChoose {Les clients peuvent la choisir} name {Nom} colour {Couleur} countsAsCall {Compte comme appel passé} asks {Demande} partnerEnters {Les partenaires y font entrer des leads} partnerLeaves {Les partenaires en font sortir des leads} staffEnters {L’équipe y fait entrer des leads} staffLeaves {L’équipe en fait sortir des leads} staleAfter {Jours sans mouvement} fromRevenue {Dès un chiffre d’affaires de} rate {Taux} label {Libellé} kind {Type} help {Aide} choices {Choix} required {Obligatoire} requiredFrom {Obligatoire à partir de l’étape} partners {Partenaires} staffFillIn {L’équipe le remplit} clientsFillIn {Les clients le remplissent} searchable {Trouvé par la recherche} onCard {Sur les cartes} inList {Dans les listes} aboutPerson {À propos d’une personne} hidden {Archivé ou masqué} title {Titre} language {Langue} contractText {Texte du contrat} other {Noms dans d’autres langues}}',
  ruleWarning: '{name} : {warning}',
  importThis: 'Importer ce programme',
  keyIsReserved: 'La clé « {key} » est réservée : choisissez-en une autre.',
  keyTwice: '« {key} » y est deux fois.',
  kindUnfit: 'Le champ « {key} » ne peut pas être de ce type.',
  lookAt: 'Regarder',
  lookAtNamed: 'Regarder {name}',
  noBoard: 'Un tableau a deux à huit étapes ouvertes, puis l’étape gagnée (signe), puis les étapes perdues (refuse, perdu).',
  noProgramme: 'Le fichier ne dit pas qu’il est un programme ("format": "passerelle-programme").',
  nothingToDo: 'C’est le programme que vous avez : rien ne changerait.',
  notImported: 'Programme non importé',
  order: 'l’ordre',
  otherVersion: 'Le fichier est d’une autre version que celle que lit ce portail.',
  paysAlso: 'paie aussi {parts}',
  paysInstead: 'paie désormais {come}, et non plus {gone}',
  paysNoLonger: 'ne paie plus {parts}',
  ruleComesLater: 'La règle de commission pour {name} a une version qui commence plus tard : retirez-la d’abord.',
  ruleNeedsOffer: 'Une règle de commission est pour l’offre « {offer} », qui n’existe pas.',
  rulesNeedTiers: 'Sans paliers, ces règles n’ont pas de taux : {names}. Donnez d’abord à chacune un pourcentage à elle.',
  sectionNamed:
    '{section, select, offers {Offres} stages {Étapes} tiers {Paliers} rules {Règles de commission} fields {Champs} other {Textes de contrats}}',
  stageHasLeads:
    '{count, plural, one {L’étape « {name} » n’est pas dans le fichier, et # lead s’y trouve : fusionnez-la d’abord.} other {L’étape « {name} » n’est pas dans le fichier, et # leads s’y trouvent : fusionnez-la d’abord.}}',
  stageKept:
    'Une étape antérieure avait la clé « {key} », et l’historique des leads la nomme : donnez une autre clé à « {name} » dans le fichier.',
  standsAgainst: 'Ce qui s’y oppose',
  templateIsAutomatic:
    'L’avenant « {name} » est envoyé automatiquement et n’est pas dans le fichier : choisissez-en d’abord un autre.',
  valueNamed:
    '{value, select, true {oui} false {non} open {étape ouverte} won {étape gagnée} lost {étape perdue} amount {montant} reason {un motif} file {un fichier} blue {bleue} amber {ambre} violet {violette} green {verte} red {rouge} teal {sarcelle} pink {rose} slate {ardoise} olive {olive} none {n’en savent rien} reads {le voient seulement} edits {le voient et le remplissent} text {texte} long_text {texte long} number {nombre} date {date} choice {choix} choices {plusieurs choix} yes_no {oui ou non} email {e-mail} phone {téléphone} link {lien} siren {SIREN} siret {SIRET} offer {offre} other {aucun}}',
  whatItDoes: 'Ce que fait l’import',
} satisfies Texts<keyof typeof en>
