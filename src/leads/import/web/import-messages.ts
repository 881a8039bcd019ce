import { currentLocale } from '#platform/domain/languages.ts'
import type { FileProblem } from '#platform/web/app/forms/import-file.ts'
import { fileTitles, mapFileFields } from '../domain/lead-file.ts'
import type { ImportOutcome } from '../domain/lead-import.ts'

export const formatCount = (n: number) => n.toLocaleString(currentLocale())

const ofRows = (n: number) => `${formatCount(n)} ligne${n > 1 ? 's' : ''}`
const countRows = (n: number) => `${formatCount(n)} row${n === 1 ? '' : 's'}`

/** Texts for partners, in French. */
const french = {
  title: 'Importer des leads',
  close: 'Fermer',
  back: 'Retour',
  file: 'Fichier CSV',
  fileHint: 'Jusqu’à 5 Mo et 10 000 lignes. Séparateur point-virgule, virgule ou tabulation ; tel qu’Excel l’enregistre.',
  drop: { drop: 'Déposez un fichier ici ou', choose: 'Choisir un fichier', remove: 'Retirer' },
  model: 'Télécharger un modèle vide',
  modelName: 'modele-leads.csv',
  faults: {
    too_large: 'Ce fichier dépasse 5 Mo.',
    too_many_rows: 'Ce fichier compte plus de 10 000 lignes : partagez-le en plusieurs.',
    workbook: 'Ceci est un classeur : dans Excel, enregistrez-le au format CSV.',
    empty: 'Ce fichier ne contient aucun lead : il faut une ligne de titres et au moins une ligne.',
  } satisfies Record<FileProblem, string>,
  fields: mapFileFields((field) => fileTitles[field].fr as string),
  mappingIntro: (rows: number, name: string) => `« ${name} » contient ${ofRows(rows)}. Vérifiez d’où vient chaque information.`,
  noColumn: '— aucune colonne —',
  column: (number: number) => `Colonne ${number}`,
  example: (text: string) => `Ex. : ${text}`,
  missing: (fields: string) => `Choisissez une colonne pour : ${fields}.`,
  ignored: (columns: string) => `Colonnes ignorées : ${columns}.`,
  check: 'Vérifier',
  checking: 'Vérification des lignes',
  standardPartner: 'Partenaire des lignes qui n’en nomment pas',
  noStandardPartner: '— aucun —',
  outcomes: {
    ready: 'Prête',
    duplicate: 'Déjà suivi',
    refused: 'À corriger',
    imported: 'Importée',
  } satisfies Record<ImportOutcome, string>,
  show: 'Afficher',
  all: 'Toutes',
  chips: { ready: 'Prêtes', duplicate: 'Déjà suivis', refused: 'À corriger' },
  head: { line: 'Ligne', outcome: 'État', lead: 'Contact', amount: 'Montant', status: 'Statut', messages: 'Remarques' },
  includeDuplicates: (n: number) =>
    `Importer aussi ${n > 1 ? `les ${ofRows(n)} déjà suivies` : 'la ligne déjà suivie'} (doublons possibles)`,
  signed: (n: number, sum: string) =>
    `${ofRows(n)} ${n > 1 ? 'arrivent' : 'arrive'} dans « Signé » : ${
      n > 1 ? `${formatCount(n)} commissions en attente seront créées` : 'une commission en attente sera créée'
    }, pour ${sum} de chiffre d’affaires.`,
  nothing: 'Aucune ligne ne peut être importée : corrigez le fichier et recommencez.',
  repeats: (line: number) => `Répète la ligne ${line}`,
  broken: 'Guillemets mal fermés',
  run: (n: number) => `Importer ${ofRows(n)}`,
  running: (done: number, total: number) => `${formatCount(done)} sur ${ofRows(total)}`,
  progress: "Avancement de l'import",
  stop: 'Arrêter',
  stopping: 'Arrêt après le lot en cours…',
  done: (n: number) => (n > 1 ? `${formatCount(n)} leads importés` : n === 1 ? '1 lead importé' : 'Aucun lead importé'),
  left: (n: number) => `${ofRows(n)} ${n > 1 ? "n'ont pas été importées" : "n'a pas été importée"}.`,
  stoppedAt: 'Import arrêté : les lignes déjà importées le restent.',
  failedAt: (why: string) => `Import interrompu : ${why} Les lignes déjà importées le restent.`,
  resume: 'Reprendre',
  download: 'Télécharger les lignes refusées',
  refusedName: 'leads-refuses.csv',
  refusedHead: { line: 'Ligne', reason: 'Motif' },
  notSent: "Non envoyée : l'import a été arrêté avant cette ligne",
  skippedNote: 'laissée de côté',
}

export type ImportTexts = typeof french

/** Texts for administrators, in English. */
const english: ImportTexts = {
  title: 'Import leads',
  close: 'Close',
  back: 'Back',
  file: 'CSV file',
  fileHint: 'Up to 5 MB and 10,000 rows. Separated by semicolons, commas or tabs; as Excel saves it.',
  drop: { drop: 'Drop a file here or', choose: 'Choose a file', remove: 'Remove' },
  model: 'Download an empty model',
  modelName: 'leads-model.csv',
  faults: {
    too_large: 'This file is larger than 5 MB.',
    too_many_rows: 'This file has more than 10,000 rows: split it into several.',
    workbook: 'This is a workbook: save it as CSV in Excel.',
    empty: 'This file holds no leads: it needs a line of titles and at least one row.',
  },
  fields: mapFileFields((field) => fileTitles[field].en),
  mappingIntro: (rows, name) => `“${name}” holds ${countRows(rows)}. Check where each field comes from.`,
  noColumn: '— no column —',
  column: (number) => `Column ${number}`,
  example: (text) => `e.g. ${text}`,
  missing: (fields) => `Choose a column for: ${fields}.`,
  ignored: (columns) => `Columns left aside: ${columns}.`,
  check: 'Check',
  checking: 'Checking rows',
  standardPartner: 'Partner of rows that name none',
  noStandardPartner: '— none —',
  outcomes: { ready: 'Ready', duplicate: 'Already followed', refused: 'To correct', imported: 'Imported' },
  show: 'Show',
  all: 'All',
  chips: { ready: 'Ready', duplicate: 'Already followed', refused: 'To correct' },
  head: { line: 'Row', outcome: 'State', lead: 'Contact', amount: 'Amount', status: 'Status', messages: 'Remarks' },
  includeDuplicates: (n) => `Import the ${countRows(n)} already followed too (possible duplicates)`,
  signed: (n, sum) =>
    `${countRows(n)} ${n === 1 ? 'comes' : 'come'} in Signé and will create ${
      n === 1 ? 'one pending commission' : `${formatCount(n)} pending commissions`
    } on ${sum} of revenue.`,
  nothing: 'No row can be imported: correct the file and start again.',
  repeats: (line) => `Repeats row ${line}`,
  broken: 'Quotation marks that do not close',
  run: (n) => `Import ${countRows(n)}`,
  running: (done, total) => `${formatCount(done)} of ${countRows(total)}`,
  progress: 'Import progress',
  stop: 'Stop',
  stopping: 'Stopping after this batch…',
  done: (n) => (n === 1 ? '1 lead imported' : n > 1 ? `${formatCount(n)} leads imported` : 'No lead imported'),
  left: (n) => `${countRows(n)} ${n === 1 ? 'was' : 'were'} not imported.`,
  stoppedAt: 'Import stopped: rows that were imported stay.',
  failedAt: (why) => `Import interrupted: ${why} Rows that were imported stay.`,
  resume: 'Resume',
  download: 'Download the refused rows',
  refusedName: 'refused-leads.csv',
  refusedHead: { line: 'Row', reason: 'Reason' },
  notSent: 'Not sent: the import was stopped before this row',
  skippedNote: 'left out',
}

export const importTexts = { partner: french, admin: english }
