import { requirePartner } from '#accounts/people/server/guards.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { commissionCreated, pendingCommission, removePendingCommission } from '#money/commissions/server/commands.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { lockCompanies, lockForAnswer } from './answer-commands.ts'
import { checkNamesNobody } from './names-nobody.ts'

/**
 * Hands a lead over to another partner. Its dates, history, thread and registration stay. What is pending is made anew: the
 * same revenue at the rate of the new partner's tier (decision M1: the rate of whoever earns it). What counts stays with the
 * former one. Refuses `registration_step_impossible` for a merged lead, `lead_has_client_payments`, since commissions of one
 * lead's payments have one rate, `commission_disputed` and `partner_not_active`.
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
  await requirePartner(context, partnerId)
  refuseUnless(registration.state !== 'merged', 'registration_step_impossible', m.mergedLeadStays())
  await checkNothingOpen(context, leadId)
  await checkNamesNobody(tx, message, [former, partnerId])
  const pending = await tx
    .selectFrom('commissions')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('status', '=', 'en_attente')
    .forUpdate()
    .executeTakeFirst()
  if (pending) {
    await removePendingCommission(context, lead, 'handed_over')
    const { current } = await readStanding(tx, partnerId)
    const row = pendingCommission(
      { id: leadId, partner_id: partnerId, estimated_amount_cents: pending.revenue_cents },
      current,
      now,
    )
    await tx
      .insertInto('commissions')
      .values({ ...row, held_reason: pending.held_reason })
      .execute()
    await context.recordEvent(commissionCreated(row, current.id))
  }
  await tx.updateTable('leads').set({ partner_id: partnerId, updated_at: now }).where('id', '=', leadId).execute()
  await context.recordEvents([
    {
      name: 'lead.handed_over',
      subjectId: leadId,
      audience: ofPartner(partnerId),
      before: { partnerId: former },
      after: { partnerId, message },
    },
    {
      name: 'lead.handed_away',
      subjectId: leadId,
      audience: ofPartner(former),
      after: { message, name: lead.name, company: lead.company },
    },
  ])
}

async function checkNothingOpen({ tx }: TransactionContext, leadId: string): Promise<void> {
  const [payment, dispute] = await Promise.all([
    tx.selectFrom('client_payments').select('id').where('lead_id', '=', leadId).executeTakeFirst(),
    tx
      .selectFrom('disputes')
      .select('id')
      .where('lead_id', '=', leadId)
      .where('state', 'in', ['open', 'answered'])
      .executeTakeFirst(),
  ])
  refuseUnless(!payment, 'lead_has_client_payments', m.clientHasPaid())
  refuseUnless(!dispute, 'commission_disputed', m.isDisputed())
}
