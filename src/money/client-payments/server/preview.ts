import { partnerContacts } from '#accounts/people/server/queries.ts'
import { listLeads } from '#leads/leads/server/page-queries.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ClientPaymentForm, ClientPaymentPreview, PayableLead } from '../api/client-payments.ts'
import { remainderOf } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'
import { type LeadMoney, readLeadMoney } from './lead-money.ts'
import { amountAboveExpected, notesOn, questionsAbout } from './questions.ts'
import { checkPayment, obstacleOf, payableSince } from './record-commands.ts'
import { broughtBy, commissionOfPayment, rateOf } from './what-it-brings.ts'

type ReadContext = Pick<TransactionContext, 'tx' | 'actor' | 'now'>

/** Leads offered at once; typing narrows them down. */
const maxPayableLeads = 20

/** Signed leads that match a search, newest first, with why no payment can be recorded for them. */
export async function listPayableLeads({ tx, actor }: ReadContext, search: string | undefined): Promise<PayableLead[]> {
  const page = { ofAll: true, after: null, limit: maxPayableLeads }
  const leads = (await listLeads(tx, { ...page, status: wonStage, search })).slice(0, maxPayableLeads)
  const ids = leads.map(({ id }) => id)
  const [money, partners] = await Promise.all([readLeadMoney(tx, ids), partnersOf(tx, ids)])
  return leads.flatMap(({ id, name, company }): PayableLead[] => {
    const [lead, partner] = [money.get(id), partners.get(id)]
    if (!lead || !partner) return []
    const { expectedCents, receivedCents } = lead
    return [{ id, name, company, partner, obstacle: obstacleOf(actor, lead), expectedCents, receivedCents }]
  })
}

/** The partners of leads, by the lead's id. */
async function partnersOf(tx: ReadContext['tx'], leadIds: readonly string[]) {
  if (leadIds.length === 0) return new Map<string, PayableLead['partner']>()
  const rows = await tx
    .selectFrom('leads as l')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'l.partner_id')
    .select(['l.id', 'o.partner_id', 'o.full_name', 'o.partner_deleted_at'])
    .where('l.id', 'in', leadIds)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { id: row.partner_id, name: row.full_name, deleted: row.partner_deleted_at !== null }] as const),
  )
}

/** What recording a payment would do, by the checks and the rule that record it; nothing is written. Refuses `not_found`. */
export async function previewClientPayment(context: ReadContext, form: ClientPaymentForm): Promise<ClientPaymentPreview> {
  const { leadId, netCents, receivedOn } = form
  const [moneyByLead, partners] = await Promise.all([readLeadMoney(context.tx, [leadId]), partnersOf(context.tx, [leadId])])
  const [money, partner] = [moneyByLead.get(leadId), partners.get(leadId)]
  if (!money || !partner) throw new Refusal('not_found', m.noSuchLead())
  const nothing = { partner, commissionCents: 0, ratePercent: null, payableBy: null, aboveCents: 0, note: null }
  try {
    const earlier = checkPayment(context, money, form)
    const terms = { partner, ratePercent: rateOf(money), remainderCents: stillExpected(money, 0) }
    if (earlier) {
      const part = money.parts.find(({ client_payment_id }) => client_payment_id === earlier.id)
      const payableBy = part?.payable_by?.toISOString() ?? null
      return {
        ...terms,
        outcome: 'repeated',
        message: null,
        commissionCents: broughtBy(money, earlier.id),
        payableBy,
        aboveCents: 0,
        note: null,
      }
    }
    return {
      ...terms,
      outcome: 'ready',
      message: questionsAbout(money, form).join(' ') || null,
      note: notesOn(money, form).join(' ') || null,
      commissionCents: commissionOfPayment(money, { netCents, receivedOn }),
      payableBy: payableSince(money, receivedOn).toISOString(),
      aboveCents: amountAboveExpected(money, netCents),
      remainderCents: stillExpected(money, netCents),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...nothing, outcome: 'refused', message: error.message, remainderCents: stillExpected(money, 0) }
  }
}

/** What is still expected of a lead's client after one more payment. */
function stillExpected({ expectedCents, receivedCents }: LeadMoney, netCents: number): number {
  return expectedCents === null ? 0 : remainderOf({ expectedCents, receivedCents: receivedCents + netCents })
}
