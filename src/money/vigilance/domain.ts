import type { CallerRights } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/**
 * Documents that a client has to have of those who work for it, when a contract begins and every six months (Code du travail,
 * art. L8222-1, R8222-1 and D8222-5); the others are what programmes ask for besides.
 */
export const vigilanceKinds = ['urssaf', 'registration', 'identity', 'insurance', 'vat', 'other'] as const
export type VigilanceKind = (typeof vigilanceKinds)[number]

export const vigilanceLabels: Readonly<Record<VigilanceKind, string>> = texts({
  urssaf: m.urssaf,
  registration: m.registration,
  identity: m.identity,
  insurance: m.insurance,
  vat: m.vatCertificate,
  other: m.otherDocument,
})

/** Asked of French businesses whose commissions reach the threshold. */
export const requiredVigilanceKinds = ['urssaf', 'registration'] as const satisfies readonly VigilanceKind[]

/** Months that a document counts from its date on: what the form proposes. Null: no usual end. */
export const vigilanceMonths: Readonly<Record<VigilanceKind, number | null>> = {
  urssaf: 6,
  registration: 3,
  identity: null,
  insurance: null,
  vat: null,
  other: null,
}

/** As stored: requested -> received -> verified | refused. A refused one is final, and the partner uploads another one. */
export const vigilanceStatuses = ['requested', 'received', 'verified', 'refused', 'withdrawn'] as const
export type VigilanceStatus = (typeof vigilanceStatuses)[number]

/** What is shown: a verified document has expired after its last day. */
export const vigilanceStates = ['requested', 'received', 'verified', 'expired', 'refused', 'withdrawn'] as const
export type VigilanceState = (typeof vigilanceStates)[number]

export const vigilanceStateLabels: Readonly<Record<VigilanceState, string>> = texts({
  requested: m.requested,
  received: m.toCheck,
  verified: m.verified,
  expired: m.expired,
  refused: m.refused,
  withdrawn: m.withdrawnMasculine,
})

/** Filters of the list of partners. */
export const vigilanceFilters = ['to_check', 'missing', 'expiring', 'expired'] as const
export type VigilanceFilter = (typeof vigilanceFilters)[number]

export const vigilanceFilterLabels: Readonly<Record<VigilanceFilter, string>> = texts({
  to_check: m.documentsToCheck,
  missing: m.documentsMissing,
  expiring: m.expireSoon,
  expired: m.documentsExpired,
})

/** Days before the end of a document at which its partner is reminded. */
export const reminderDays = [30, 7, 0] as const

/** Both days as 'YYYY-MM-DD'; the last day still counts. */
export function vigilanceState(status: VigilanceStatus, expiresOn: string | null, today: string): VigilanceState {
  return status === 'verified' && expiresOn !== null && expiresOn < today ? 'expired' : status
}

/** The last day of a document of this date; null if its kind has no usual end. The 31st becomes a shorter month's last day. */
export function proposedEnd(kind: VigilanceKind, issuedOn: string): string | null {
  const months = vigilanceMonths[kind]
  const [year = 0, month = 0, day = 0] = issuedOn.split('-').map(Number)
  if (months === null || !(year > 0)) return null
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** The reminder that is due today for a document that ends on `expiresOn`: the last one whose day has come; null before. */
export function dueReminder(expiresOn: string, today: string): (typeof reminderDays)[number] | null {
  const left = Math.round((Date.parse(expiresOn) - Date.parse(today)) / 86_400_000)
  if (left < 0) return null
  return reminderDays.findLast((days) => left <= days) ?? null
}

const frenchNames: Readonly<Record<VigilanceKind, string>> = texts({
  urssaf: m.urssafName,
  registration: m.registrationName,
  identity: m.identityName,
  insurance: m.insuranceName,
  vat: m.vatName,
  other: m.otherName,
})

/** Such as 'attestation URSSAF', for mail and for reasons. */
export const frenchDocument = (kind: VigilanceKind, label: string) => (kind === 'other' ? label : frenchNames[kind])

const mailDay = (day: string) => day.split('-').toReversed().join('/')

/** A document that is asked for and does not count today. */
export interface Lacking {
  readonly kind: VigilanceKind
  readonly label: string
  /** Last day of the newest that was verified; null if none was. */
  readonly endedOn: string | null
  readonly requestedOn: string | null
  /** Uploaded, and to be checked by staff. */
  readonly isReceived: boolean
}

/** Why payouts wait for a document, in French, as partners and staff read it. */
export function vigilanceBlock({ kind, label, endedOn, requestedOn, isReceived }: Lacking): string {
  const name = frenchDocument(kind, label)
  if (isReceived) return m.blockedInCheck({ name })
  const gender = kind === 'registration' || kind === 'other' ? 'masculine' : 'feminine'
  if (endedOn) return m.blockedEnded({ name, gender, day: mailDay(endedOn) })
  return requestedOn ? m.blockedMissingSince({ name, day: mailDay(requestedOn) }) : m.blockedMissing({ name })
}

/** Steps that the caller may take. Staff decide, nobody about a document of their own. */
export function vigilanceAbilities(status: VigilanceStatus, { isStaff, isOwn, lacksRight = false }: CallerRights) {
  const decides = isStaff && !isOwn && !lacksRight
  return {
    verify: decides && status === 'received',
    refuse: decides && status === 'received',
    withdraw: decides && status === 'requested',
  }
}
