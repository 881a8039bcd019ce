import type { BankEntry } from '#money/bank-files/domain/bank-answer.ts'
import { type ClientPaymentMatches, proposeClientPayments } from '#money/bank-files/domain/client-payments-found.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ClientPaymentForm } from '../api/client-payments.ts'
import type { AmbiguousCredit, AnswerCredit } from '../api/credits.ts'
import { netOfReceived, openPart, paymentReference } from '../domain/client-invoices.ts'
import { m } from '../messages/messages.ts'
import { expectPart } from './expect-part.ts'
import { paymentsOf, receivedOn as receivedParts } from './invoice-payments.ts'
import { invoiceNumbers, invoicesWithLeads } from './invoice-queries.ts'
import { amountOn, forked, type LeadMoney, lockLeadMoney, readLeadMoney, sameReference } from './lead-money.ts'
import { amountAboveExpected, notesOnDay } from './questions.ts'
import { checkPayment, recordPart } from './record-commands.ts'
import { broughtBy } from './what-it-brings.ts'

type Invoice = Awaited<ReturnType<typeof invoicesWithLeads>>[number]
type Proposal = ClientPaymentMatches['proposals'][number]

/** Credits of a bank's statement that name invoices, and what recording them would do. */
export interface CreditPlan {
  readonly credits: readonly AnswerCredit[]
  readonly ambiguous: readonly AmbiguousCredit[]
  /** Credits that name no recorded invoice, with all texts of the transfer. */
  readonly others: ClientPaymentMatches['others']
  /** The leads of the credits as they are now. */
  readonly money: ReadonlyMap<string, LeadMoney>
}

/** Finds the invoices that credits name: booked ones in euros. Locked, the leads cannot change before the transaction ends. */
export async function planCredits(
  context: TransactionContext,
  entries: readonly BankEntry[],
  { locked = false } = {},
): Promise<CreditPlan> {
  const { tx } = context
  const { proposals, ambiguous, others } = proposeClientPayments(entries, entries.length > 0 ? await invoiceNumbers(tx) : [])
  const ids = [
    ...new Set([...proposals.map(({ invoice }) => invoice), ...ambiguous.flatMap((each) => each.invoices)].map(({ id }) => id)),
  ]
  const invoices = new Map((ids.length > 0 ? await invoicesWithLeads(tx, ids) : []).map((row) => [row.id, row]))
  const leadIds = [...new Set(proposals.flatMap(({ invoice }) => invoices.get(invoice.id)?.lead_id ?? []))]
  const money = await (locked ? lockLeadMoney : readLeadMoney)(tx, leadIds)
  const now = forked(money)
  const matched = new Set<string>()
  /** Their invoice was removed since its number was read. */
  const gone: Proposal[] = []
  const credits = proposals.flatMap((proposal): AnswerCredit[] => {
    const invoice = invoices.get(proposal.invoice.id)
    const lead = invoice && now.get(invoice.lead_id)
    if (!invoice || !lead) {
      gone.push(proposal)
      return []
    }
    const { credit, after } = planCredit(context, proposal, invoice, lead, matched)
    now.set(invoice.lead_id, after)
    return [credit]
  })
  return {
    credits,
    ambiguous: ambiguous.map(({ receivedOn, payer, cents, invoices: named }) => ({
      receivedOn,
      payer,
      receivedCents: cents,
      numbers: named.map(({ reference }) => reference),
      leads: named.flatMap(({ id }) => {
        const row = invoices.get(id)
        return row ? [{ id: row.lead_id, company: row.company || row.lead_name }] : []
      }),
    })),
    others: [...others, ...gone],
    money,
  }
}

/** One credit on its lead as the credits before it have left it. `matched`: payments that a credit of this file was before. */
function planCredit(
  context: TransactionContext,
  { cents, receivedOn, payer }: Proposal,
  invoice: Invoice,
  lead: LeadMoney,
  matched: Set<string>,
): { credit: AnswerCredit; after: LeadMoney } {
  const amounts = { netCents: invoice.net_cents, totalCents: invoice.total_cents }
  const open = openPart(amounts, receivedParts(lead, invoice))
  const isWholeInvoice = cents === invoice.total_cents
  const shared = {
    receivedOn,
    payer,
    receivedCents: cents,
    invoice: { id: invoice.id, number: invoice.number, totalCents: invoice.total_cents, openCents: open.totalCents },
    lead: { id: invoice.lead_id, name: invoice.lead_name, company: invoice.company },
    partner: { id: invoice.partner_id, name: invoice.partner_name, deleted: invoice.partner_deleted_at !== null },
    isWhole: cents === open.totalCents,
  }
  const nothing = { netCents: 0, commissionCents: 0, aboveCents: 0 }
  const earlier = paymentsOf(lead, invoice).find(
    (each) =>
      !matched.has(each.id) &&
      each.received_on === receivedOn &&
      (each.total_cents === cents || (each.total_cents === null && isWholeInvoice && each.net_cents === invoice.net_cents)),
  )
  if (earlier) {
    matched.add(earlier.id)
    const { reference, net_cents: netCents } = earlier
    const sums = { netCents, commissionCents: broughtBy(lead, earlier.id), aboveCents: 0 }
    return { credit: { ...shared, ...sums, reference, outcome: 'repeated', message: null }, after: lead }
  }
  const reference = freeReference(lead, invoice.number, { isWhole: isWholeInvoice, day: receivedOn })
  const refused = (message: string) => ({
    credit: { ...shared, ...nothing, reference, outcome: 'refused' as const, message },
    after: lead,
  })
  const netCents = netOfReceived(cents, amounts, open)
  if (netCents === null) {
    const paid = { amount: formatEurosExact(cents), number: invoice.number }
    if (open.totalCents === 0) return refused(m.creditOnPaid(paid))
    return refused(m.creditAboveOpen({ ...paid, open: formatEurosExact(open.totalCents) }))
  }
  if (netCents === 0) return refused(m.lessThanACent({ cents: formatEurosExact(cents) }))
  try {
    const form = { leadId: invoice.lead_id, reference, receivedOn, netCents }
    const differing = checkPayment(context, lead, form)
    if (differing) return refused(m.recordedWith({ reference, amountOn: amountOn(differing.net_cents, differing.received_on) }))
    const { commissionCents, money } = expectPart(form, lead, { invoiceId: invoice.id, totalCents: cents })
    // A payment recorded from this file must not make later credits of the file look like repetitions.
    const added = money.payments.at(-1)
    if (added) matched.add(added.id)
    const sums = { netCents, commissionCents, aboveCents: amountAboveExpected(lead, netCents) }
    const message = notesOnDay(lead, form).join(' ') || null
    return { credit: { ...shared, ...sums, reference, outcome: 'ready', message }, after: money }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(error.message)
  }
}

/** The invoice's number for the whole of it, else the first free one with the day. */
function freeReference({ payments }: LeadMoney, number: string, { isWhole, day }: { isWhole: boolean; day: string }): string {
  if (isWhole) return paymentReference(number, { isWhole, day, nth: 1 })
  for (let nth = 1; ; nth += 1) {
    const reference = paymentReference(number, { isWhole, day, nth })
    if (!payments.some((each) => each.kind === 'payment' && sameReference(each.reference, reference))) return reference
  }
}

/** Records credits of a locked plan as client payments, with what the plan says of them. */
export async function recordCredits(
  context: TransactionContext,
  { money }: Pick<CreditPlan, 'money'>,
  credits: readonly AnswerCredit[],
): Promise<void> {
  const now = new Map(money)
  for (const { lead, reference, receivedOn, netCents, receivedCents, invoice } of credits) {
    const before = now.get(lead.id)
    if (!before) throw new Error(`the lead ${lead.id} of a credit was not locked`)
    const form: ClientPaymentForm = { leadId: lead.id, reference, receivedOn, netCents }
    const after = await recordPart(context, before, form, { invoiceId: invoice.id, totalCents: receivedCents })
    now.set(lead.id, after.money)
  }
}
