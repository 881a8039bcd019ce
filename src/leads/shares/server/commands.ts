import type * as z from 'zod/mini'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { checkSharedTerms } from '#money/rules/server/shared-terms-guards.ts'
import { basisPoints, percentText } from '#platform/domain/money.ts'
import { fieldRefusal, Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { shareForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { readShares } from './queries.ts'
import { recordEnd } from './share-guards.ts'

/** Locks a lead whose shares change next. Refuses `not_found`, `lead_is_signed` and, for what is one's own, `own_commission`. */
async function lockOpenLead(context: TransactionContext, id: string, partnerId: string) {
  const lead = await lockLead(context, id)
  const isOwn = [lead.partner_id, partnerId].some((each) => isOwnPartner(context.actor, each))
  refuseUnless(context.actor.kind !== 'admin' || !isOwn, 'own_commission', m.ownShare())
  refuseUnless(lead.status !== wonStage, 'lead_is_signed', m.signedAlready())
  return lead
}

/**
 * Shares a lead with another partner, or changes their part. Refuses `lead_is_signed`, `registration_step_impossible` for a
 * merged lead, `partner_not_active`, `lead_share_awaits_client`, `own_commission`, and `invalid_input` for the lead's own partner
 * and for parts that leave that one nothing.
 */
export async function shareLead(
  context: TransactionContext,
  leadId: string,
  { partnerId, percent }: z.output<typeof shareForm>,
): Promise<void> {
  const { tx, now } = context
  const lead = await lockOpenLead(context, leadId, partnerId)
  const registration = await tx
    .selectFrom('lead_registrations')
    .select('state')
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow()
  refuseUnless(registration.state !== 'merged', 'registration_step_impossible', m.mergedLead())
  refuseFieldUnless(partnerId !== lead.partner_id, 'partnerId', m.ownLead())
  await requirePartner(context, partnerId)
  await checkSharedTerms(context, { leadId, offer: lead.offer_type, partnerIds: [lead.partner_id, partnerId] }, m.awaitsClient())
  const shares = await readShares(tx, leadId)
  const before = shares.find(({ partner_id }) => partner_id === partnerId)
  const share = basisPoints(percent)
  if (before?.share === share) return
  const whole = shares.reduce((sum, each) => sum + (each === before ? 0 : each.share), share)
  if (whole >= 10_000) throw fieldRefusal('percent', m.partsTooLarge({ percent: percentText(whole / 100) }))
  await tx
    .insertInto('lead_shares')
    .values({ lead_id: leadId, partner_id: partnerId, share, shared_at: now, shared_by: personOf(context).userId })
    .onConflict((conflict) => conflict.columns(['lead_id', 'partner_id']).doUpdateSet({ share }))
    .execute()
  await context.recordEvents(
    [partnerId, lead.partner_id].map((reader) => ({
      name: 'lead.shared' as const,
      subjectId: leadId,
      audience: ofPartner(reader),
      before: before ? { percent: before.share / 100 } : null,
      after: { partnerId, percent },
    })),
  )
}

/** Ends a partner's share. Refuses `not_found`, `lead_is_signed` and `own_commission`. */
export async function endShare(context: TransactionContext, leadId: string, partnerId: string): Promise<void> {
  const lead = await lockOpenLead(context, leadId, partnerId)
  const ended = await context.tx
    .deleteFrom('lead_shares')
    .where('lead_id', '=', leadId)
    .where('partner_id', '=', partnerId)
    .returning('share')
    .executeTakeFirst()
  if (!ended) throw new Refusal('not_found', m.noSuchShare())
  await recordEnd(context, lead, { partnerId, percent: ended.share / 100 })
}
