import { foldText } from './fold-text.ts'

/** Ignores case, accents and punctuation: 'Société' equals ' societe ', 'call_effectue' equals 'Call effectué'. */
export function normalizeTitle(text: string): string {
  return foldText(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Trims a cell and removes the apostrophe that exports put before formulas ("'+33 6 …"), since exported rows are imported again.
 */
export function readCell(text: string): string {
  const whole = text.toWellFormed().trim()
  return /^'[=+\-@\t\r]/.test(whole) ? whole.slice(1) : whole
}
