import type { CommissionRow } from '#money/commissions/server/commands.ts'
import { edition } from '#money/rules/domain/stored-lines.ts'
import { percentOf } from '#platform/domain/money.ts'
import type { ClientPaymentForm } from '../api/client-payments.ts'
import type { LeadMoney } from './lead-money.ts'

type Received = Pick<ClientPaymentForm, 'netCents' | 'receivedOn'>

/** The commission that a payment of a lead's client brings: at the rate of the signature, or by the lead's rules. */
export function commissionOfPayment(money: LeadMoney, { netCents, receivedOn }: Received): number {
  if (money.accounts.length === 0) return percentOf(netCents, Number(termsOf(money).commission_rate))
  const accounts = money.accounts.map((account) => account.fork())
  return tryPayment({ ...money, accounts }, { netCents, receivedOn })
}

/** Tells the accounts of a lead of a payment that is not recorded: what it would bring. */
export function tryPayment({ id: leadId, accounts }: LeadMoney, { netCents: revenueCents, receivedOn: day }: Received): number {
  // Whatever is published until it is recorded begins later.
  const recordedAt = new Date(8_640_000_000_000_000)
  const lines = accounts.flatMap((account) => {
    const paymentId = `expected ${account.lead(leadId)?.sources.length ?? 0}`
    const body = { paymentId, revenueCents, edition } as const
    return account.take({ seq: 0, ruleId: account.ruleId, leadId, kind: 'paid', day, recordedAt, body })
  })
  return lines.reduce((sum, { line }) => sum + line.amountCents, 0)
}

/** The rate of a lead's commissions; null where its rules say what they bring. */
export const rateOf = (money: LeadMoney): number | null =>
  money.accounts.length > 0 ? null : Number(termsOf(money).commission_rate)

/** What a recorded payment has brought. */
export function broughtBy({ parts }: LeadMoney, paymentId: string | undefined): number {
  const own = parts.filter(({ client_payment_id }) => paymentId !== undefined && client_payment_id === paymentId)
  return own.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}

/** The commission whose rate the lead's payments have. */
export function termsOf(money: LeadMoney): CommissionRow {
  const terms = money.deal ?? money.parts[0]
  if (!terms) throw new Error(`the signed lead ${money.id} has no commission`)
  return terms
}
