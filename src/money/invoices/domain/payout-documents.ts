import type { BillingTerms } from '#money/billing/domain/billing.ts'
import { type VatCase, vatAmount } from '#money/billing/domain/vat.ts'
import type { ClawbackObstacle } from '#money/documents/domain/holds.ts'
import type { PayoutState } from '#money/payouts/domain/payouts.ts'
import { texts } from '#platform/domain/languages.ts'
import type { Cents } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'

/** What is drawn up for a payout: a self-billed invoice (389) or credit note (261), or the receipt of an individual. */
export const documentKinds = ['invoice', 'credit_note', 'receipt'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentKindLabels: Readonly<Record<DocumentKind, string>> = texts({
  invoice: m.invoice,
  credit_note: m.creditNote,
  receipt: m.receipt,
})

/** The invoice that a clawback takes back from, with its VAT: a credit note has the same. */
export interface CreditedInvoice {
  readonly id: string
  readonly vatCase: VatCase
  readonly vatRate: number
}

/** A commission of a payout, as far as its documents go. */
export interface DocumentedCommission {
  readonly id: string
  /** Negative for a clawback. */
  readonly amountCents: Cents
  /** The commission that a clawback takes back from. */
  readonly reversesId: string | null
  /** Null for anything but a clawback, and for one whose commission is on no self-billed invoice. */
  readonly credits: CreditedInvoice | null
}

export interface DocumentLine<C> {
  readonly commission: C
  /** Clawbacks of a commission that was not invoiced before: its line is what they leave of it. */
  readonly reduced: readonly C[]
  /** Positive on invoices and credit notes. */
  readonly netCents: Cents
}

export interface PlannedDocument<C> {
  readonly kind: DocumentKind
  /** Null for receipts. */
  readonly vatCase: VatCase | null
  readonly vatRate: number
  /** Id of the invoice that a credit note takes back from. */
  readonly corrects: string | null
  readonly lines: readonly DocumentLine<C>[]
  readonly netCents: Cents
  readonly vatCents: Cents
}

/** Why a clawback is not in a payout, self-billed or not; null if it can be, as where there is nothing to credit. */
export function clawbackObstacle<C extends DocumentedCommission & { readonly originalIsOpen: boolean }>(
  { amountCents, reversesId, credits, originalIsOpen }: C,
  inPayout: ReadonlySet<string>,
  isSelfBilled: boolean,
): ClawbackObstacle | null {
  if (reversesId === null || inPayout.has(reversesId)) return null
  if (originalIsOpen) return 'clawback_waits'
  return isSelfBilled && amountCents !== 0 && credits === null ? 'clawback_of_own_invoice' : null
}

const sum = (lines: readonly { readonly netCents: Cents }[]) => lines.reduce((total, { netCents }) => total + netCents, 0)

/**
 * Documents of a payout: one invoice of what is earned, and one credit note for each invoice that clawbacks take back from, each
 * with its VAT rounded once (EN 16931). A clawback of a commission of the same payout reduces its line: nothing was invoiced yet.
 * None for partners who invoice themselves.
 */
export function planDocuments<C extends DocumentedCommission>(
  commissions: readonly C[],
  { mode, regime, vatRate }: BillingTerms,
): PlannedDocument<C>[] {
  // Small revenue may bring nothing: a document has no lines of zero.
  const lineOf = (commission: C, sign: 1 | -1) => ({ commission, reduced: [], netCents: sign * commission.amountCents })
  const isWorth = ({ netCents }: DocumentLine<C>) => netCents !== 0
  if (mode === 'receipt') {
    const lines = commissions.map((commission) => lineOf(commission, 1)).filter(isWorth)
    return [{ kind: 'receipt', vatCase: null, vatRate: 0, corrects: null, lines, netCents: sum(lines), vatCents: 0 }]
  }
  if (mode !== 'self_billing' || regime === 'none') return []
  const own = { kind: 'invoice', vatCase: regime, vatRate: vatRate ?? 0, corrects: null } as const
  const clawbacks = commissions.filter(({ credits }) => credits !== null)
  const credited = Map.groupBy(clawbacks, ({ credits }) => credits?.id)
  return [
    { ...own, lines: earnedLines(commissions) },
    ...[...credited.values()].flatMap((some) => {
      const [first] = some
      if (!first?.credits) return []
      const { id, vatCase, vatRate } = first.credits
      const lines = some.map((commission) => lineOf(commission, -1)).filter(isWorth)
      return [{ kind: 'credit_note' as const, vatCase, vatRate, corrects: id, lines }]
    }),
  ]
    .filter(({ lines }) => lines.length > 0)
    .map((each) => ({ ...each, netCents: sum(each.lines), vatCents: vatAmount(sum(each.lines), each.vatRate) }))
}

function earnedLines<C extends DocumentedCommission>(commissions: readonly C[]): DocumentLine<C>[] {
  const reductions = Map.groupBy(
    commissions.filter(({ reversesId, credits }) => reversesId !== null && credits === null),
    ({ reversesId }) => reversesId,
  )
  return commissions
    .filter(({ reversesId }) => reversesId === null)
    .map((commission) => {
      const reduced = reductions.get(commission.id) ?? []
      return {
        commission,
        reduced,
        netCents: reduced.reduce((left, { amountCents }) => left + amountCents, commission.amountCents),
      }
    })
    .filter(({ netCents }) => netCents !== 0)
}

/** VAT of a payout by its documents: that of its invoice less that of its credit notes. */
export function documentedVat(documents: readonly PlannedDocument<unknown>[]): Cents {
  return documents.reduce((total, { kind, vatCents }) => total + (kind === 'credit_note' ? -vatCents : vatCents), 0)
}

const prefixes = { invoice: 'AF', credit_note: 'AF', receipt: 'RC' } as const

/** 'AF-0042-2026': invoices and credit notes of a partner and a year; receipts have a series of their own. */
export function documentSeries(kind: DocumentKind, code: number, day: string): string {
  return `${prefixes[kind]}-${String(code).padStart(4, '0')}-${day.slice(0, 4)}`
}

/** 'AF-0042-2026-00003': unique, at most 35 characters (BR-FR-01, BR-FR-02). */
export function documentNumber(series: string, number: number): string {
  return `${series}-${String(number).padStart(5, '0')}`
}

/** Documents of one ZIP: some hundred megabytes, and an index that a spreadsheet opens. */
export const maxInZip = 10_000

/** Why that many documents are not put into one ZIP; null if they are. */
export const zipObstacle = (count: number): string | null => (count > maxInZip ? m.tooManyForZip({ count, maxInZip }) : null)

/** What became of a document: it is accepted, contested and cancelled with its payout. */
export const documentStates = ['issued', 'contested', 'accepted', 'cancelled'] as const
export type DocumentState = (typeof documentStates)[number]

export const documentStateLabels: Readonly<Record<DocumentState, string>> = texts({
  issued: m.issued,
  contested: m.contested,
  accepted: m.accepted,
  cancelled: m.cancelled,
})

/** A contested payout waits, be its time to contest over or not; one that was approved before stays accepted. */
export function documentState(payout: PayoutState, isContested: boolean): DocumentState {
  if (payout === 'cancelled') return 'cancelled'
  if (isContested && (payout === 'issued' || payout === 'accepted')) return 'contested'
  return payout === 'issued' ? 'issued' : 'accepted'
}
