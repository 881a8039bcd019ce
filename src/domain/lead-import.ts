import type { LeadStatus, OfferType } from './leads.ts'
import { leadStatuses, leadStatusLabels, offerLabels, offerLabelsForAdmins, offerTypes } from './leads.ts'

/** What a column of a file of leads may hold. */
export const importFields = [
  'partner',
  'name',
  'company',
  'email',
  'phone',
  'website',
  'amount',
  'offer',
  'status',
  'notes',
] as const
export type ImportField = (typeof importFields)[number]

/** A row without these is refused, so a file has to have a column for each. */
export const neededFields: readonly ImportField[] = ['name', 'company', 'email', 'amount', 'offer']

/** What becomes of a row: `known` is a lead that somebody already follows, left out unless its sender insists. */
export const importOutcomes = ['ready', 'imported', 'refused', 'known'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Where a column of the file goes; null for a field that the file does not have. */
export type ColumnMatch = Readonly<Record<ImportField, number | null>>

/** 'Société', ' societe ' and 'SOCIÉTÉ*' are one word; so are 'call_effectue' and 'Call effectué'. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

const headers: Readonly<Record<ImportField, string>> = {
  partner: 'partner partenaire partneremail emailpartenaire emaildupartenaire apporteur referrer',
  name: 'nom name contact nomcontact nomducontact nomcomplet contactname fullname nometprenom prenometnom',
  company: 'societe company entreprise companyname raisonsociale organisation organization nomdelasociete',
  email: 'email mail courriel emailaddress adresseemail adressemail adresseelectronique',
  phone: 'telephone phone tel mobile portable phonenumber numerodetelephone',
  website: 'siteweb site website web url siteinternet',
  amount:
    'montant amount montantestime estimatedamount montantestimeeur estimatedamounteur montanteur amounteur montantht montanthteur montanthorstaxe montanthorstaxes ca caht caestime caprevisionnel chiffredaffaires chiffreaffaires chiffredaffairesht chiffredaffairesestime budget budgetht budgetestime budgeteur prix prixht valeur value revenue dealvalue',
  offer: 'offre offer offertype typedoffre typeoffre',
  status: 'statut status etape stage etat',
  notes: 'notes note commentaire commentaires comment comments remarque remarques',
}

/** How many columns of a line are known by their titles: what tells the line of titles from one above it. */
export function countTitles(cells: readonly string[]): number {
  return Object.values(matchColumns(cells)).filter((at) => at !== null).length
}

/** Finds the columns by their headers, in French or English. Of two columns for one field the first counts. */
export function matchColumns(titles: readonly string[]): ColumnMatch {
  const words = titles.map(plain)
  const columnOf = (field: ImportField) => {
    const names = headers[field].split(' ')
    const at = words.findIndex((word) => names.includes(word))
    return at < 0 ? null : at
  }
  return Object.fromEntries(importFields.map((field) => [field, columnOf(field)])) as Record<ImportField, number | null>
}

const legacyStatuses: Readonly<Record<string, LeadStatus>> = {
  encours: 'premier_contact',
  inprogress: 'premier_contact',
  appel: 'call_effectue',
  call: 'call_effectue',
  perdu: 'refuse',
  lost: 'refuse',
  signed: 'signe',
  new: 'nouveau',
}

/** A status by its stored value, its column's label or its name of former times; a lead without one is new. Null: no status. */
export function readStatus(text: string): LeadStatus | null {
  const word = plain(text)
  if (text.trim() === '') return 'nouveau'
  const stored = leadStatuses.find((status) => word === plain(status) || word === plain(leadStatusLabels[status]))
  return stored ?? (Object.hasOwn(legacyStatuses, word) ? (legacyStatuses[word] ?? null) : null)
}

/** An offer by its stored value or any of its labels, with or without the price. Null: no offer. */
export function readOffer(text: string): OfferType | null {
  const word = plain(text)
  const names = (offer: OfferType) => {
    const priced = offerLabels[offer]
    return [offer, priced, priced.replace(/\s*\d.*$/, ''), offerLabelsForAdmins[offer]].map(plain)
  }
  return offerTypes.find((offer) => names(offer).includes(word)) ?? null
}

/** A cell as it was before a spreadsheet was told not to take it for a formula ("'+33 6 …"): refused rows come back so. */
export function readCell(text: string): string {
  const whole = text.toWellFormed().trim()
  return /^'[=+\-@\t\r]/.test(whole) ? whole.slice(1) : whole
}
