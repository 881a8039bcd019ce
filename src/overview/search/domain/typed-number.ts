import { readReference } from '#platform/domain/references.ts'

/** What somebody may have meant by a number that they typed: the numbers of each kind that it could be, likeliest first. */
export interface TypedNumber {
  /** 'REF-2026-000123' */
  readonly registrations: readonly string[]
  /** 'REL-2026-11-0001' */
  readonly payouts: readonly string[]
  /** 'PAY-2026-11-0001' */
  readonly files: readonly string[]
  /** Invoices and receipts of payouts: 'AF-0042-2026-00003' is complete, the others leave out the partner or the year. */
  readonly documents: readonly TypedDocument[]
  /** Reference of a signature or of a receipt of a registration: sixteen letters and digits. */
  readonly reference: string | null
  /** The text as it was typed, for numbers that others give: invoices, bank transfers, systems. Null without a digit. */
  readonly written: string | null
  /** A record's id. */
  readonly id: string | null
}

export interface TypedDocument {
  readonly prefix: 'AF' | 'RC'
  readonly code: string | null
  readonly year: string | null
  readonly number: number
}

const years = 10
const months = 36
const identifier = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Prefix = 'REF' | 'REL' | 'PAY' | 'AF' | 'RC'
const prefixes: readonly Prefix[] = ['REF', 'REL', 'PAY', 'AF', 'RC']

/** Whether two short words differ by one letter, replaced or beside its place. */
function isNear(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const differing = [...one].flatMap((letter, at) => (letter === other[at] ? [] : [at]))
  const [first = 0, second = 0] = differing
  if (differing.length <= 1) return true
  return differing.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first]
}

/** The series that letters name: all of them without any, those a letter away from a word that names none. */
function seriesOf(letters: string): readonly Prefix[] {
  if (letters === '') return prefixes
  const exact = prefixes.filter((prefix) => prefix === letters)
  return exact.length > 0 ? exact : prefixes.filter((prefix) => prefix.length > 2 && isNear(prefix, letters))
}

const isYear = (digits: string) => /^20\d\d$/.test(digits)
const isMonth = (digits: string) => Number(digits) >= 1 && Number(digits) <= 12 && digits.length <= 2
const padded = (number: string | number, length: number) => String(Number(number)).padStart(length, '0')

/** Digits that were typed without a dash, cut as numbers of this series are. */
function cut(groups: readonly string[], prefix: Prefix): readonly string[] {
  const [whole = ''] = groups
  if (groups.length > 1 || whole.length < 9) return groups
  const shapes = { REF: /^(\d{4})(\d{6,})$/, REL: /^(\d{4})(\d{2})(\d{4,})$/, PAY: /^(\d{4})(\d{2})(\d{4,})$/ }
  const pattern = prefix === 'AF' || prefix === 'RC' ? /^(\d{4})(\d{4})(\d{5,})$/ : shapes[prefix]
  return pattern.exec(whole)?.slice(1) ?? groups
}

function ofYears(groups: readonly string[], year: number): readonly string[] {
  const [first = '', second] = groups
  if (groups.length > 2 || Number(groups.at(-1)) > 999_999_999) return []
  if (second !== undefined) return isYear(first) ? [`REF-${first}-${padded(second, 6)}`] : []
  return Array.from({ length: years }, (_, back) => `REF-${year - back}-${padded(first, 6)}`)
}

/** The months before and including this one, as '2026-11', newest first. */
function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0)).toISOString().slice(0, 7),
  )
}

function ofMonths(prefix: 'REL' | 'PAY', groups: readonly string[], now: Date): readonly string[] {
  const [first = '', second = '', third] = groups
  const numbered = (month: string, number: string) => `${prefix}-${month}-${padded(number, 4)}`
  if (groups.some((group) => group.length > 9)) return []
  // A fourth group counts the attempts to pay one payout.
  if (third !== undefined)
    return groups.length <= 4 && isYear(first) && isMonth(second) ? [numbered(`${first}-${padded(second, 2)}`, third)] : []
  if (groups.length === 1) return lastMonths(now, months).map((month) => numbered(month, first))
  if (isYear(first)) return Array.from({ length: 12 }, (_, at) => numbered(`${first}-${padded(12 - at, 2)}`, second))
  return isMonth(first) ? [0, 1, 2].map((back) => numbered(`${now.getUTCFullYear() - back}-${padded(first, 2)}`, second)) : []
}

function documentsOf(prefix: 'AF' | 'RC', groups: readonly string[]): readonly TypedDocument[] {
  const [first = '', second = '', third] = groups
  const number = Number(groups.at(-1))
  if (groups.length > 3 || number < 1 || number > 999_999_999) return []
  if (third !== undefined) return isYear(second) ? [{ prefix, code: padded(first, 4), year: second, number }] : []
  if (groups.length === 1) return [{ prefix, code: null, year: null, number }]
  return [isYear(first) ? { prefix, code: null, year: first, number } : { prefix, code: padded(first, 4), year: null, number }]
}

/**
 * Reads a number as people quote it: 'rel 12', 'REL-2026-11-0012', 'ref2026000123', '0012', with a wrong letter before it. Series
 * that count by year or month are tried for the last ones.
 */
export function readNumber(typed: string, now: Date): TypedNumber {
  const text = typed.trim()
  const plain = text.toUpperCase().replace(/^(N[°ºO.]+|#)\s*/, '')
  const parts = /^([A-Z]*)((?:-\d+)+)$/.exec(plain.replace(/[\s\-–—_/.]+/g, '-').replace(/^([A-Z]*)-?(?=\d)/, '$1-'))
  const groups = parts?.[2]?.split('-').filter(Boolean) ?? []
  const series = groups.length > 0 ? seriesOf(parts?.[1] ?? '') : []
  const has = (prefix: Prefix) => series.includes(prefix)
  const of = (prefix: 'REL' | 'PAY') => (has(prefix) ? ofMonths(prefix, cut(groups, prefix), now) : [])
  return {
    registrations: has('REF') ? ofYears(cut(groups, 'REF'), now.getUTCFullYear()) : [],
    payouts: of('REL'),
    files: of('PAY'),
    documents: (['AF', 'RC'] as const).flatMap((prefix) => (has(prefix) ? documentsOf(prefix, cut(groups, prefix)) : [])),
    reference: readReference(text),
    written: /\d/.test(text) && text.length >= 2 ? text : null,
    id: identifier.exec(text.toLowerCase())?.[0] ?? null,
  }
}
