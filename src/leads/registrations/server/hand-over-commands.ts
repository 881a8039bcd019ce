import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { readShares } from '#leads/shares/server/queries.ts'
import { removePendingCommission, signLead } from '#money/commissions/server/commands.ts'
import { isTakenOver, takeOver } from '#money/rules/server/ending-commands.ts'
import { refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { lockCompanies, lockForAnswer } from './answer-commands.ts'
import { checkNamesNobody } from './names-nobody.ts'

/**
 * Hands a lead over to another partner. Its dates, history, thread and registration stay. What is pending is made anew: the
 * same revenue at the rate of the new partner's tier (decision M1: the rate of whoever earns it). What counts stays with the
 * former one. Where a rule pays what the client pays, the new one earns on what is paid after today. Shares of others stay.
 * Refuses `registration_step_impossible` for a merged lead, `lead_has_client_payments` under the specification's rule, whose
 * commissions of one lead have one rate, `commission_disputed`, `partner_not_active` and what `takeOver` does.
 */
export async function handOverLead(
  context: TransactionContext,
  leadId: string,
  { partnerId, message }: { partnerId: string; message: string },
): Promise<void> {
  const { tx, now } = context
  await lockCompanies(tx, [leadId])
  const lead = await lockLead(context, leadId)
  const registration = await lockForAnswer(context, leadId)
  const former = lead.partner_id
  refuseFieldUnless(partnerId !== former, 'partnerId', m.hasLeadAlready())
  const shares = await readShares(tx, leadId)
  refuseFieldUnless(!shares.some((share) => share.partner_id === partnerId), 'partnerId', m.sharesLeadAlready())
  await requirePartner(context, partnerId)
  refuseUnless(registration.state !== 'merged', 'registration_step_impossible', m.mergedLeadStays())
  const takesOver = await isTakenOver(context, { leadId, partnerId: former })
  await checkNothingOpen(context, leadId, takesOver)
  await checkNamesNobody(tx, message, [former, partnerId])
  if (takesOver) {
    const { offer_type: offer, estimated_amount_cents: revenueCents } = lead
    await takeOver(context, { id: leadId, partnerId, offer, revenueCents }, former)
  } else await signAnew(context, lead, { partnerId, isShared: shares.length > 0 })
  await tx.updateTable('leads').set({ partner_id: partnerId, updated_at: now }).where('id', '=', leadId).execute()
  await context.recordEvents(handOverEvents(lead, { from: former, to: partnerId, message }))
}

/**
 * Makes what is pending of a lead anew for another partner; nothing where something of it counts, which those who share it keep
 * for themselves: refuses `lead_has_settled_commission`.
 */
async function signAnew(
  context: TransactionContext,
  lead: Parameters<typeof removePendingCommission>[1],
  { partnerId, isShared }: { readonly partnerId: string; readonly isShared: boolean },
): Promise<void> {
  const { tx } = context
  const { id } = lead
  const [pending, signing, counted] = await Promise.all([
    tx
      .selectFrom('commissions')
      .selectAll()
      .where('lead_id', '=', id)
      .where('status', '=', 'en_attente')
      .forUpdate()
      .executeTakeFirst(),
    tx.selectFrom('lead_signings').select('in_one_line').where('lead_id', '=', id).executeTakeFirst(),
    tx.selectFrom('commissions').select('id').where('lead_id', '=', id).where('status', '<>', 'en_attente').executeTakeFirst(),
  ])
  if (!pending && (!signing || (counted && !isShared))) return
  await removePendingCommission(context, lead, 'handed_over')
  // As it was corrected, where one line stands for all.
  const revenueCents = (signing?.in_one_line ? pending?.revenue_cents : undefined) ?? lead.estimated_amount_cents
  const heldReason = pending?.held_reason ?? null
  await signLead(context, { id, partnerId, offer: lead.offer_type, revenueCents, heldReason })
}

interface HandOver {
  readonly from: string
  readonly to: string
  readonly message: string
  /** Whether the lead goes along with people: who is concerned is told of them, not of each lead. */
  readonly together?: true
}

/** What both partners are told of a lead. */
const handOverEvents = (
  { id, name, company }: { readonly id: string; readonly name: string; readonly company: string },
  { from, to, message, ...how }: HandOver,
) => [
  {
    name: 'lead.handed_over' as const,
    subjectId: id,
    audience: ofPartner(to),
    before: { partnerId: from },
    after: { partnerId: to, message, ...how },
  },
  { name: 'lead.handed_away' as const, subjectId: id, audience: ofPartner(from), after: { message, name, company, ...how } },
]

/**
 * Hands leads over together with people, each of whom keeps those that they have typed. To be called with leads that are locked
 * and that nothing holds: no money, no dispute, no share of the other partner.
 */
export async function handOverTogether(
  { tx, now, recordEvents }: TransactionContext,
  leads: readonly { readonly id: string; readonly typed_by: string }[],
  { from, to, people }: { readonly from: string; readonly to: string; readonly people: ReadonlySet<string> },
): Promise<void> {
  if (leads.length === 0) return
  const ids = leads.map(({ id }) => id)
  const rows = await tx
    .updateTable('leads')
    .set({ partner_id: to, updated_at: now })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returning(['id', 'name', 'company'])
    .execute()
  const kept = leads.filter(({ typed_by }) => people.has(typed_by))
  // After the change of partner, which names its main person.
  await sql`update leads l set typed_by = kept.typed_by
    from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map(({ typed_by }) => typed_by)}::uuid[]) as kept(id, typed_by)
    where l.id = kept.id and l.typed_by <> kept.typed_by`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => byId.get(id) ?? [])
  await recordEvents(inOrder.flatMap((lead) => handOverEvents(lead, { from, to, message: '', together: true })))
}

async function checkNothingOpen({ tx }: TransactionContext, leadId: string, takesOver: boolean): Promise<void> {
  const [payment, dispute] = await Promise.all([
    tx.selectFrom('client_payments').select('id').where('lead_id', '=', leadId).executeTakeFirst(),
    tx
      .selectFrom('disputes')
      .select('id')
      .where('lead_id', '=', leadId)
      .where('state', 'in', ['open', 'answered'])
      .executeTakeFirst(),
  ])
  refuseUnless(takesOver || !payment, 'lead_has_client_payments', m.clientHasPaid())
  refuseUnless(!dispute, 'commission_disputed', m.isDisputed())
}
