import { needsBank, needsDocuments, needsInvoice, type OpenPayout, type PartnerTerms } from '#money/coming/domain/obstacles.ts'
import { frenchDocument, type VigilanceKind } from '#money/vigilance/domain.ts'
import type { Cents } from '#platform/domain/money.ts'
import type { TaskKind, WaitingAct } from './tasks.ts'

/** The id of all that is due and in no payout. */
export const poolId = 'pool'

export interface MoneyFacts {
  readonly terms: PartnerTerms
  /** What is due and in no payout; nothing hangs on a task where clawbacks exceed it. */
  readonly poolCents: Cents
  readonly payouts: readonly OpenPayout[]
}

export interface BankFacts {
  /** When the stored IBAN was entered; null without one. */
  readonly ibanChangedAt: Date | null
  readonly isOtherName: boolean
  readonly hasBilling: boolean
  /** Whether any money is coming. */
  readonly expectsMoney: boolean
}

const act = (kind: TaskKind, more: Partial<WaitingAct> = {}): WaitingAct => ({
  kind,
  id: null,
  subject: '',
  reason: '',
  since: null,
  due: null,
  money: [],
  ...more,
})
const idsOf = (payouts: readonly OpenPayout[]) => payouts.map(({ id }) => id)

/** Bank details that nothing can be paid to, or that the bank has returned a transfer to or knows under another name. */
export function bankActs({ terms, payouts }: MoneyFacts, { ibanChangedAt, isOtherName }: BankFacts): WaitingAct[] {
  const { obstacle } = terms.bank
  const money = [poolId, ...idsOf(payouts.filter(needsBank))]
  if (obstacle !== null && obstacle !== 'bank_recent') return [act(obstacle, { money })]
  const returned = payouts.filter(
    ({ state, rejectedAt }) =>
      state === 'rejected' && rejectedAt !== null && ibanChangedAt !== null && ibanChangedAt <= rejectedAt,
  )
  const acts = returned.length === 0 ? [] : [returnedAct(returned)]
  return isOtherName ? [...acts, act('bank_name')] : acts
}

function returnedAct(returned: readonly OpenPayout[]): WaitingAct {
  const [first] = returned
  const subject = returned.map(({ reference }) => reference).join(', ')
  return act('bank_returned', {
    subject,
    reason: first?.rejectReason ?? '',
    since: first?.rejectedAt ?? null,
    money: idsOf(returned),
  })
}

/** What is missing to invoice. A mandate is signed like a contract, and so among those. */
export function billingActs({ terms }: MoneyFacts, { hasBilling, expectsMoney }: BankFacts): WaitingAct[] {
  if (!hasBilling) return expectsMoney ? [act('billing_missing')] : []
  const { undocumented } = terms
  return undocumented?.code === 'invoice_impossible' ? [act('billing', { reason: undocumented.reason, money: [poolId] })] : []
}

/** Statements to accept and invoices to send. */
export function payoutActs({ terms, payouts }: MoneyFacts): WaitingAct[] {
  return payouts.flatMap((payout) => {
    const { id, reference: subject, state, invoice, issuedAt: since, contestUntil } = payout
    const acts: WaitingAct[] = []
    if (invoice === 'missing' || invoice === 'refused') {
      acts.push(act(`invoice_${invoice}`, { id, subject, since, money: needsInvoice(payout, terms) ? [id] : [] }))
    }
    if (state === 'issued') acts.push(act('statement', { id, subject, since, due: contestUntil, money: [id] }))
    return acts
  })
}

export interface DocumentFacts {
  readonly kind: VigilanceKind
  readonly label: string
  readonly state: 'requested' | 'refused' | 'expired' | 'ending'
  /** Whether another one counts today. */
  readonly counts: boolean
  readonly since: Date | null
  /** When the one that is there stops to count, or stopped. */
  readonly endsAt: Date | null
  readonly reason: string
}

/** Documents to send; money hangs on them where the programme holds payments for documents. */
export function documentActs({ terms, payouts }: MoneyFacts, documents: readonly DocumentFacts[]): WaitingAct[] {
  const isHeld = terms.documents.length > 0
  const money = isHeld ? [poolId, ...idsOf(payouts.filter(needsDocuments))] : []
  return documents.map(({ kind, label, state, counts, since, endsAt, reason }) =>
    act(`document_${state}`, {
      subject: frenchDocument(kind, label),
      reason,
      since,
      due: state === 'ending' || state === 'expired' ? endsAt : null,
      money: counts ? [] : money,
    }),
  )
}
