import type { Texts } from '#platform/messages/catalogue.ts'
import type en from './en.ts'

export default {
  adds: 'Ajoute',
  archives: 'Archive',
  cancel: 'Annuler',
  changedMeanwhile: 'Quelqu’un vient de modifier le programme. Regardez ce que l’import ferait maintenant.',
  changes: 'Modifie',
  chooseFile: 'Choisir un fichier',
  contained: '{part} : {names}',
  everyOffer: 'toutes les offres',
  exampleForNewPortal:
    '{count, plural, one {Un exemple est fait pour un portail neuf, et celui-ci a # lead.} other {Un exemple est fait pour un portail neuf, et celui-ci a # leads.}} Exportez plutôt votre programme et modifiez le fichier.',
  examples: 'Exemples',
  examplesLead: 'Un portail neuf peut commencer par l’un d’eux. Vous voyez avant ce qu’il fait, et pouvez tout modifier ensuite.',
  examplesOver: 'Les exemples sont faits pour un portail sans leads. Exportez votre programme pour le modifier en fichier.',
  exportFile: 'Exporter',
  exportLead:
    'Offres, étapes, paliers, règles de commission, champs et textes de contrats en un fichier, à garder, à comparer ou à importer ailleurs.',
  fieldHasValues: 'Des leads ont des valeurs du champ « {name} » : son type reste.',
  fieldNeedsStage: 'Le champ « {name} » est obligatoire à partir d’une étape « {stage} » qui n’existe pas.',
  fileUnfit: 'Ce fichier n’est pas un programme',
  imported: 'Programme importé',
  importedText:
    '{count, plural, =0 {Rien n’était différent.} one {# modification, visible de tous aussitôt.} other {# modifications, visibles de tous aussitôt.}}',
  importFile: 'Importer',
  importLead: 'Vous voyez avant ce qu’il ajoute, modifie et archive. Rien de ce qui sert n’est supprimé.',
  importAllTheSame: 'Importer quand même',
  morePaid: 'Une règle pourrait payer plus que le chiffre d’affaires',
  ruleWarning: '{name} : {warning}',
  importThis: 'Importer ce programme',
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
  programme: 'Le programme en fichier',
  ruleComesLater: 'La règle de commission pour {name} a une version qui commence plus tard : retirez-la d’abord.',
  ruleNeedsOffer: 'Une règle de commission est pour l’offre « {offer} », qui n’existe pas.',
  sectionNamed:
    '{section, select, offers {Offres} stages {Étapes} tiers {Paliers} rules {Règles de commission} fields {Champs} other {Textes de contrats}}',
  stageHasLeads:
    '{count, plural, one {L’étape « {name} » n’est pas dans le fichier, et # lead s’y trouve : fusionnez-la d’abord.} other {L’étape « {name} » n’est pas dans le fichier, et # leads s’y trouvent : fusionnez-la d’abord.}}',
  stageKept:
    'Une étape antérieure avait la clé « {key} », et l’historique des leads la nomme : donnez une autre clé à « {name} » dans le fichier.',
  standsAgainst: 'Ce qui s’y oppose',
  templateIsAutomatic:
    'L’avenant « {name} » est envoyé automatiquement et n’est pas dans le fichier : choisissez-en d’abord un autre.',
  tiersKeepTheirNumber: 'Ce portail a {now} paliers et le fichier {file} : leur nombre reste.',
  whatItDoes: 'Ce que fait l’import',
} satisfies Texts<keyof typeof en>
