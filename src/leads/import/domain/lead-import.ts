import {
  type LeadStatus,
  leadStatuses,
  leadStatusLabels,
  type OfferType,
  offerLabels,
  offerLabelsForAdmins,
  offerTypes,
} from '#leads/leads/domain/leads.ts'
import { normalizeTitle } from '#platform/domain/file-columns.ts'
import { type FileField, fileTitles, mapFileFields } from './lead-file.ts'

/** The outcome of a row. A `duplicate` of an existing lead is left out unless the import includes duplicates. */
export const importOutcomes = ['ready', 'imported', 'refused', 'duplicate'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** The file's column of each field, counted from 0; null for a field that the file does not have. */
export type FileColumnMapping = Readonly<Record<FileField, number | null>>

const knownTitles = mapFileFields((field) => {
  const { fr, en, aliases } = fileTitles[field]
  return new Set([field, fr, en, ...aliases.split(' ')].map(normalizeTitle))
})

/** Counts the cells that are recognized titles, which tells the title line from the lines above it. */
export function countTitles(cells: readonly string[]): number {
  return Object.values(mapFileColumns(cells)).filter((column) => column !== null).length
}

/** Finds the column of each field by its title, in French or English. If two columns match a field, the first wins. */
export function mapFileColumns(titles: readonly string[]): FileColumnMapping {
  const normalized = titles.map(normalizeTitle)
  return mapFileFields((field) => {
    const column = normalized.findIndex((title) => knownTitles[field].has(title))
    return column < 0 ? null : column
  })
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

/** Parses a status: a stored value, a label or a former name. Empty means `nouveau`; null means unknown. */
export function readStatus(text: string): LeadStatus | null {
  const word = normalizeTitle(text)
  if (text.trim() === '') return 'nouveau'
  const leadStatus = leadStatuses.find(
    (status) => word === normalizeTitle(status) || word === normalizeTitle(leadStatusLabels[status]),
  )
  return leadStatus ?? (Object.hasOwn(legacyStatuses, word) ? (legacyStatuses[word] ?? null) : null)
}

/** Parses an offer: a stored value or any label, with or without its price. Null means unknown. */
export function readOffer(text: string): OfferType | null {
  const word = normalizeTitle(text)
  const names = (offer: OfferType) => {
    const priced = offerLabels[offer]
    return [offer, priced, priced.replace(/\s*\d.*$/, ''), offerLabelsForAdmins[offer]].map(normalizeTitle)
  }
  return offerTypes.find((offer) => names(offer).includes(word)) ?? null
}

/**
 * Trims a cell and removes the apostrophe that exports put before formulas ("'+33 6 …"), since exported rows are imported again.
 */
export function readCell(text: string): string {
  const whole = text.toWellFormed().trim()
  return /^'[=+\-@\t\r]/.test(whole) ? whole.slice(1) : whole
}
