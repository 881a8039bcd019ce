import { type Selectable, sql } from 'kysely'
import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { readStanding, type StoredTier } from '#money/tiers/server/queries.ts'
import { isOneself } from '#platform/domain/actor.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { commissionAmount } from '#platform/domain/money.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Commissions, Leads } from '#platform/server/db/schema.generated.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { payableBy } from '../domain.ts'
import { m } from '../messages/messages.ts'

type LeadRow = Selectable<Leads>
export type CommissionRow = Selectable<Commissions>

/** Values of the pending commission for a newly signed lead, at the rate of the given tier. */
export function pendingCommission(
  lead: { readonly id: string; readonly partner_id: string; readonly estimated_amount_cents: number },
  tier: Pick<StoredTier, 'name' | 'names' | 'commissionRate'>,
  now: Date,
) {
  return {
    id: newId(),
    partner_id: lead.partner_id,
    lead_id: lead.id,
    kind: 'deal' as const,
    revenue_cents: lead.estimated_amount_cents,
    commission_rate: tier.commissionRate,
    tier_name: tier.name,
    tier_names: JSON.stringify(tier.names),
    amount_cents: commissionAmount(lead.estimated_amount_cents, tier.commissionRate),
    status: 'en_attente' as const,
    created_at: now,
    validated_at: null,
    paid_at: null,
  }
}

/** Event of a commission created for a signed lead. */
export function commissionCreated(row: ReturnType<typeof pendingCommission>, tierId: string): NewEvent<'commission.created'> {
  return {
    name: 'commission.created',
    subjectId: row.id,
    audience: ofPartner(row.partner_id),
    after: {
      leadId: row.lead_id,
      description: '',
      revenueCents: row.revenue_cents,
      commissionRate: row.commission_rate,
      tierId,
      amountCents: row.amount_cents,
    },
  }
}

/** Creates the pending commission of a newly signed lead, at the rate of the partner's current tier. */
export async function createCommission(context: TransactionContext, lead: LeadRow): Promise<void> {
  const { current } = await readStanding(context.tx, lead.partner_id)
  const row = pendingCommission(lead, current, context.now)
  await context.tx.insertInto('commissions').values(row).execute()
  await context.recordEvent(commissionCreated(row, current.id))
}

/**
 * Removes the commission of a lead that leaves Signé. Deletes first and checks afterwards, so that a concurrent validation
 * wins. Refuses `lead_has_settled_commission` and `commission_disputed`.
 */
export async function removePendingCommission(
  context: TransactionContext,
  lead: LeadRow,
  reason: 'moved' | 'deleted' | 'handed_over',
): Promise<void> {
  const removed = await context.tx
    .deleteFrom('commissions')
    .where('lead_id', '=', lead.id)
    .where('status', '=', 'en_attente')
    // Once the client has paid a part, the remainder stays: the lead cannot leave Signé any more.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('client_payments').select('id').where('lead_id', '=', lead.id))),
    )
    .returning(['id', 'amount_cents', 'disputed'])
    .executeTakeFirst()
  if (!removed) throw new Refusal('lead_has_settled_commission', m.leadStays({ reason }))
  refuseUnless(!removed.disputed, 'commission_disputed', m.leadDisputed())
  await context.recordEvent({
    name: 'commission.removed',
    subjectId: removed.id,
    audience: ofPartner(lead.partner_id),
    before: { leadId: lead.id, description: '', amountCents: removed.amount_cents },
    after: { reason },
  })
}

/** Leads of pending commissions, which are accepted before their money counts. */
export async function leadsOfCommissions({ tx }: TransactionContext, ids: readonly string[]): Promise<string[]> {
  const pending = tx.selectFrom('commissions').select('lead_id').where('id', 'in', ids).where('status', '=', 'en_attente')
  return (await pending.execute()).flatMap(({ lead_id }) => lead_id ?? [])
}

/**
 * Locks the leads of commissions that are validated next, since a lead keeps whether its commission is settled: whoever moves a
 * lead locks it before its commission too.
 */
export function lockLeadsOf({ tx, post }: TransactionContext, ids: readonly string[]): void {
  const ofThese = sql<boolean>`id in (select lead_id from commissions where id = any(${sql`${[...ids]}::uuid[]`}))`
  post(tx.selectFrom('leads').select('id').where(ofThese).orderBy('id').forNoKeyUpdate())
}

/** Loads and locks the commission. Refuses `not_found`. */
export async function lockCommission({ tx }: TransactionContext, id: string): Promise<CommissionRow> {
  const row = await tx.selectFrom('commissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.commissionGone())
  return row
}

/** Clocks of servers differ slightly: a later step is never dated before an earlier one. */
export function notBefore(now: Date, earlier: Date | null): Date {
  return earlier && now < earlier ? earlier : now
}

/** Serialises validations of one partner, so that exactly one of them reports the tier change. */
export async function oneAtATime({ tx }: TransactionContext, partnerId: string): Promise<void> {
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', partnerId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Four eyes: nobody decides about money of their own. Refuses `own_commission`; the database does too. */
export function checkNotOwn({ actor }: TransactionContext, row: CommissionRow): void {
  refuseUnless(!isOneself(actor, row.partner_id), 'own_commission', m.ownCommission())
}

/** Refuses `commission_awaits_client` if payments of a client validate any of these. */
export async function checkByHand({ tx }: TransactionContext, rows: readonly CommissionRow[]): Promise<void> {
  const leadIds = rows.flatMap(({ kind, lead_id }) => (kind === 'deal' && lead_id ? lead_id : []))
  if (leadIds.length === 0) return
  const awaiting = await tx
    .selectFrom('leads as l')
    .innerJoin('programme_settings as s', (join) => join.onTrue())
    .leftJoin('lead_terms as t', 't.lead_id', 'l.id')
    .select('l.company')
    .where('l.id', 'in', leadIds)
    .where(sql<boolean>`coalesce(t.commission_basis, s.commission_basis) = 'cash'`)
    .orderBy('l.id')
    .executeTakeFirst()
  if (!awaiting) return
  const why = m.clientPaymentsDecide({ company: awaiting.company })
  throw new Refusal('commission_awaits_client', why)
}

/** Refuses `commission_in_payout`, with the payout's number: what is on its way is paid, or freed, with its payout. */
export async function checkInNoPayout({ tx }: TransactionContext, row: CommissionRow): Promise<void> {
  if (row.payout_id === null) return
  const { reference } = await tx
    .selectFrom('payouts')
    .select('reference')
    .where('id', '=', row.payout_id)
    .executeTakeFirstOrThrow()
  const why = m.commissionInPayout({ reference })
  throw new Refusal('commission_in_payout', why, { facts: { reference } })
}

/** Refuses `commission_not_pending`. */
export function checkPending(row: CommissionRow): void {
  if (row.status === 'en_attente') return
  throw new Refusal('commission_not_pending', m.alreadyValidated(), { facts: { status: row.status } })
}

/**
 * Pending -> validated; its revenue counts for the tier from now on, and the registration of its lead is accepted. Refuses
 * `commission_not_pending`, `own_commission`, `commission_awaits_client` and `registration_undecided`.
 */
export async function validateCommission(context: TransactionContext, id: string): Promise<void> {
  await acceptBeforeMoney(context, await leadsOfCommissions(context, [id]))
  lockLeadsOf(context, [id])
  const row = await lockCommission(context, id)
  checkPending(row)
  await checkByHand(context, [row])
  await oneAtATime(context, row.partner_id)
  await validateLocked(context, row)
}

/** Validates a pending commission whose row and partner are locked. */
export async function validateLocked(context: TransactionContext, row: CommissionRow): Promise<void> {
  checkNotOwn(context, row)
  const { tx, now } = context
  const before = await readStanding(tx, row.partner_id)
  const validatedAt = notBefore(now, row.created_at)
  await tx
    .updateTable('commissions')
    .set({ status: 'valide', validated_at: validatedAt, payable_by: payableBy(validatedAt) })
    .where('id', '=', row.id)
    .execute()
  const after = await readStanding(tx, row.partner_id)
  await context.recordEvent({
    name: 'commission.validated',
    subjectId: row.id,
    audience: ofPartner(row.partner_id),
    before: { status: row.status, tierId: before.current.id },
    after: { status: 'valide', tierId: after.current.id, amountCents: row.amount_cents },
  })
}
