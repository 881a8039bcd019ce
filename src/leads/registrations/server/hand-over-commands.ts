import { requirePartner } from '#accounts/people/server/guards.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { readShares } from '#leads/shares/server/queries.ts'
import { removePendingCommission, signLead } from '#money/commissions/server/commands.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { lockCompanies, lockForAnswer } from './answer-commands.ts'
import { checkNamesNobody } from './names-nobody.ts'

/**
 * Hands a lead over to another partner. Its dates, history, thread and registration stay. What is pending is made anew: the
 * same revenue at the rate of the new partner's tier (decision M1: the rate of whoever earns it). What counts stays with the
 * former one. Shares of others stay. Refuses `registration_step_impossible` for a merged lead, `lead_has_client_payments`, since
 * commissions of one lead's payments have one rate, `commission_disputed` and `partner_not_active`. What goes together with
 * people has no mail of its own.
 */
export async function handOverLead(
  context: TransactionContext,
  leadId: string,
  { partnerId, message, together }: { partnerId: string; message: string; together?: true },
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
  await checkNothingOpen(context, leadId)
  await checkNamesNobody(tx, message, [former, partnerId])
  const [pending, signing, counted] = await Promise.all([
    tx
      .selectFrom('commissions')
      .selectAll()
      .where('lead_id', '=', leadId)
      .where('status', '=', 'en_attente')
      .forUpdate()
      .executeTakeFirst(),
    tx.selectFrom('lead_signings').select('revenue_cents').where('lead_id', '=', leadId).executeTakeFirst(),
    tx
      .selectFrom('commissions')
      .select('id')
      .where('lead_id', '=', leadId)
      .where('status', '<>', 'en_attente')
      .executeTakeFirst(),
  ])
  if (pending || (signing && !counted)) {
    await removePendingCommission(context, lead, 'handed_over')
    const revenueCents = signing ? lead.estimated_amount_cents : (pending?.revenue_cents ?? 0)
    const heldReason = pending?.held_reason ?? null
    await signLead(context, { id: leadId, partnerId, offer: lead.offer_type, revenueCents, heldReason })
  }
  await tx.updateTable('leads').set({ partner_id: partnerId, updated_at: now }).where('id', '=', leadId).execute()
  await context.recordEvents([
    {
      name: 'lead.handed_over',
      subjectId: leadId,
      audience: ofPartner(partnerId),
      before: { partnerId: former },
      after: { partnerId, message, ...(together ? { together } : {}) },
    },
    {
      name: 'lead.handed_away',
      subjectId: leadId,
      audience: ofPartner(former),
      after: { message, name: lead.name, company: lead.company, ...(together ? { together } : {}) },
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
