import { edition } from '#money/rules/domain/stored-lines.ts'
import type { ClientPaymentForm } from '../api/client-payments.ts'
import { afterPayment } from '../domain/client-payments.ts'
import type { LeadMoney } from './lead-money.ts'
import { remainderFact } from './remainder.ts'

type Received = Pick<ClientPaymentForm, 'netCents' | 'receivedOn'>

/** The commission that a payment of a lead's client brings. */
export function commissionOfPayment(money: LeadMoney, received: Received): number {
  const accounts = money.accounts.map((account) => account.fork())
  return tryPayment({ ...money, accounts }, received)
}

/** Tells the accounts of a lead of a payment that is not recorded: what it would bring. */
export function tryPayment(money: LeadMoney, { netCents: revenueCents, receivedOn: day }: Received): number {
  const { id: leadId, accounts, expectedCents, receivedCents } = money
  // Whatever is published until it is recorded begins later.
  const recordedAt = new Date(8_640_000_000_000_000)
  const receipts = afterPayment({ expectedCents: expectedCents ?? 0, receivedCents }, revenueCents)
  const lines = accounts.flatMap((account) => {
    const paymentId = `expected ${account.lead(leadId)?.sources.length ?? 0}`
    const body = { paymentId, revenueCents, ...remainderFact(money, receipts), edition } as const
    return account.take({ seq: 0, ruleId: account.ruleId, leadId, kind: 'paid', day, recordedAt, body })
  })
  // What is expected of the client is no part of what they pay.
  return lines.reduce((sum, { line }) => sum + (line.ofSignature ? 0 : line.amountCents), 0)
}

/** The rate of a lead's payments; null where its rules say what they bring. */
export const rateOf = ({ id, hasOwnBasis, accounts }: LeadMoney): number | null =>
  hasOwnBasis ? null : (accounts[0]?.own(id)?.terms.ratePercent ?? null)

/** What a recorded payment has brought. */
export function broughtBy({ parts }: LeadMoney, paymentId: string | undefined): number {
  const own = parts.filter(({ client_payment_id }) => paymentId !== undefined && client_payment_id === paymentId)
  return own.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
