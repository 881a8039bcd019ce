import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { lockLead } from '#leads/leads/server/commands.ts'
import { isOpenStage } from '#leads/stages/domain/stages.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { Disputes } from '#platform/server/db/schema.generated.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { disputeDecisionForm, disputeForm } from '../api.ts'
import { type DisputeState, disputeAbilities, isUndecided } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { findDispute } from './queries.ts'

type DisputeRow = Selectable<Disputes>

/** Refuses `not_found` for what the caller may not see, and `own_commission`: staff cannot change a dispute of their own. */
async function lockDispute({ tx }: TransactionContext, id: string): Promise<DisputeRow> {
  const row = await tx.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row) return row
  const own = await tx.selectFrom('disputes').select('id').where('id', '=', id).executeTakeFirst()
  refuseUnless(!own, 'own_commission', m.ownDispute())
  throw new Refusal('not_found', m.noSuchDispute())
}

/** Adds a message, which is never changed or deleted. If the dispute is about a lead, it is a comment of that lead. */
async function say(context: TransactionContext, dispute: Pick<DisputeRow, 'id' | 'lead_id'>, body: string): Promise<string> {
  const id = newId()
  const author_id = personOf(context).userId
  await context.tx
    .insertInto('lead_comments')
    .values({ id, lead_id: dispute.lead_id, dispute_id: dispute.id, author_id, body, created_at: context.now })
    .execute()
  return id
}

/**
 * Opens a dispute of the calling partner with its first message. Refuses `not_found`, `invalid_input` for a lead that is still
 * open, and `dispute_exists`.
 */
export async function openDispute(context: TransactionContext, form: z.output<typeof disputeForm>): Promise<{ id: string }> {
  const { tx, now } = context
  const partnerId = partnerOf(context).id
  const commission = form.commissionId ? await ownCommission(context, form.commissionId) : null
  const lead = form.leadId ? await lockLead(context, form.leadId) : null
  const isOver = !lead || !isOpenStage(lead.status)
  refuseFieldUnless(isOver, 'leadId', m.nothingToContestYet())
  const kind = commission ? ('amount' as const) : ('missing' as const)
  const leadId = commission?.lead_id ?? lead?.id ?? null
  const expectedCents = form.expectedCents ?? null
  const already = tx.selectFrom('disputes').select('id').where('state', 'in', ['open', 'answered'])
  const other = commission
    ? await already.where('commission_id', '=', commission.id).executeTakeFirst()
    : lead && (await already.where('kind', '=', 'missing').where('lead_id', '=', lead.id).executeTakeFirst())
  refuseUnless(!other, 'dispute_exists', m.contestedAlready())
  const id = newId()
  await tx
    .insertInto('disputes')
    .values({
      id,
      partner_id: partnerId,
      kind,
      commission_id: commission?.id ?? null,
      lead_id: leadId,
      expected_cents: expectedCents,
      state: 'open',
      opened_at: now,
    })
    .execute()
  await say(context, { id, lead_id: leadId }, form.message)
  await context.recordEvent({
    name: 'dispute.opened',
    subjectId: id,
    audience: ofPartner(partnerId),
    after: { kind, commissionId: commission?.id ?? null, leadId, amountCents: commission?.amount_cents ?? null, expectedCents },
  })
  return { id }
}

/** A partner's role may not lock the row. The dispute's trigger updates it, and so waits for a payment under way. */
async function ownCommission({ tx }: TransactionContext, id: string) {
  const row = await tx.selectFrom('commissions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.commissionGone())
  return row
}

/** An answer of staff, or a reply of the partner, which opens it again. Refuses `dispute_closed` and `own_commission`. */
export async function replyToDispute(context: TransactionContext, id: string, message: string): Promise<void> {
  const row = await lockDispute(context, id)
  const isPartner = context.actor.kind === 'partner'
  checkUndecided(row)
  const by = personOf(context).userId
  await context.tx
    .updateTable('disputes')
    .set(isPartner ? { state: 'open' } : { state: 'answered', answered_at: context.now, answered_by: by })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: isPartner ? 'dispute.replied' : 'dispute.answered',
    subjectId: id,
    audience: ofPartner(row.partner_id),
    after: { commentId: await say(context, row, message) },
  })
}

/** Refuses `dispute_closed`. */
export async function withdrawDispute(context: TransactionContext, id: string): Promise<void> {
  const row = await lockDispute(context, id)
  checkUndecided(row)
  await close(context, row, 'withdrawn')
  await context.recordEvent({
    name: 'dispute.withdrawn',
    subjectId: id,
    audience: ofPartner(row.partner_id),
  })
}

/**
 * Staff close a dispute, with what they say about it. Refuses `dispute_closed`, `own_commission` and, for `corrected`,
 * `dispute_not_corrected` when no commission of the partner was corrected, taken back or added since it was opened.
 */
export async function decideDispute(
  context: TransactionContext,
  id: string,
  { outcome, message }: z.output<typeof disputeDecisionForm>,
): Promise<void> {
  const row = await lockDispute(context, id)
  checkUndecided(row)
  if (outcome === 'corrected') {
    const isCorrected = (await findDispute(context.tx, id))?.is_corrected ?? false
    const { closeCorrected } = disputeAbilities({ state: row.state, isCorrected }, { isStaff: true, isOwn: false })
    refuseUnless(closeCorrected, 'dispute_not_corrected', m.nothingCorrected())
  }
  await close(context, row, outcome)
  await context.recordEvent({
    name: `dispute.${outcome}`,
    subjectId: id,
    audience: ofPartner(row.partner_id),
    after: { commentId: await say(context, row, message) },
  })
}

async function close(context: TransactionContext, { id }: DisputeRow, state: DisputeState): Promise<void> {
  await context.tx
    .updateTable('disputes')
    .set({ state, closed_at: context.now, closed_by: personOf(context).userId })
    .where('id', '=', id)
    .execute()
}

function checkUndecided({ state }: DisputeRow): void {
  refuseUnless(isUndecided(state), 'dispute_closed', m.disputeClosed())
}
