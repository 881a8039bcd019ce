import { type BankObstacle, type InvoiceObstacle, partnerObstacles } from '#money/payouts/domain/payout-plan.ts'
import type { PayoutState } from '#money/payouts/domain/payouts.ts'
import type { PayoutInvoiceState } from '#money/payouts/domain/uploaded-invoices.ts'
import type { Cents } from '#platform/domain/money.ts'

/** Why money that is due is not paid: in a payout run, by a payout that was issued, and, the last, of a clawback. */
export const obstacleCodes = [
  'negative',
  ...partnerObstacles,
  'below_minimum',
  'returned',
  'invoice_missing',
  'invoice_refused',
  'invoice_submitted',
  'clawback_waits',
] as const
export type ObstacleCode = (typeof obstacleCodes)[number]

export interface Obstacle {
  readonly code: ObstacleCode
  /** What the code does not say, in words; may be empty. */
  readonly reason: string
  /** When it ends by itself; null if somebody has to act. */
  readonly until: Date | null
}

/** What decides whether a partner is paid, whatever is due. */
export interface PartnerTerms {
  readonly minimumCents: Cents
  readonly invoiceRequired: boolean
  readonly bank: { readonly obstacle: BankObstacle | null; readonly until: Date | null }
  /** Why payments wait for documents, in words; empty unless the programme holds them. */
  readonly documents: readonly string[]
  readonly undocumented: InvoiceObstacle | null
}

/** A payout that is not paid. */
export interface OpenPayout {
  readonly id: string
  readonly reference: string
  readonly state: PayoutState
  readonly netCents: Cents
  /** By when its first commission was to be paid. */
  readonly payableBy: Date | null
  readonly issuedAt: Date
  readonly contestUntil: Date
  readonly rejectedAt: Date | null
  readonly rejectReason: string | null
  readonly invoice: PayoutInvoiceState | null
  readonly isContested: boolean
}

const because = (code: ObstacleCode, reason = '', until: Date | null = null): Obstacle => ({ code, reason, until })

const bankObstacle = ({ bank }: PartnerTerms) => bank.obstacle && because(bank.obstacle, '', bank.until)

/** Why a run pays nothing of what is due and in no payout, in the order of `planPayouts`; null if it does. */
export function poolObstacle(poolCents: Cents, terms: PartnerTerms): Obstacle | null {
  if (poolCents <= 0) return because('negative')
  const [document] = terms.documents
  if (document) return because('vigilance', document)
  const bank = bankObstacle(terms)
  if (bank) return bank
  if (terms.undocumented) return because(terms.undocumented.code, terms.undocumented.reason)
  return poolCents < terms.minimumCents ? because('below_minimum') : null
}

/** Not approved yet: documents and invoices are looked at when it is. */
const isUnapproved = ({ state }: OpenPayout) => state === 'issued' || state === 'accepted'

/** Whether an issued payout still waits for what its partner's bank account must be. */
export const needsBank = (payout: OpenPayout) =>
  isUnapproved(payout) || payout.state === 'approved' || payout.state === 'rejected'

export const needsDocuments = isUnapproved

/** Whether its approval waits for the partner's own invoice. */
export const needsInvoice = (payout: OpenPayout, { invoiceRequired }: PartnerTerms) =>
  invoiceRequired && isUnapproved(payout) && payout.invoice !== null && payout.invoice !== 'accepted'

/** Why an issued payout does not go on; null if it does, and for a contested one that waits for its dispute alone. */
export function payoutObstacle(payout: OpenPayout, terms: PartnerTerms): Obstacle | null {
  if (payout.state === 'rejected') return because('returned', payout.rejectReason ?? '')
  const [document] = terms.documents
  if (document && needsDocuments(payout)) return because('vigilance', document)
  if (needsInvoice(payout, terms) && payout.invoice) return because(`invoice_${payout.invoice}` as ObstacleCode)
  return needsBank(payout) ? bankObstacle(terms) : null
}
