import { type Selectable, sql } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { readShares } from '#leads/shares/server/queries.ts'
import { payableBy } from '#money/rules/domain/calendar.ts'
import type { LeadShare } from '#money/rules/domain/facts.ts'
import { rulesFor } from '#money/rules/server/account-queries.ts'
import { isSignedByFacts, type RuleOfSignature, ruleOn, signByRules, withdrawByRules } from '#money/rules/server/sign-commands.ts'
import { validateByRule } from '#money/rules/server/staff-commands.ts'
import { readStanding, type StoredTier } from '#money/tiers/server/queries.ts'
import { requireTier } from '#money/tiers/server/tier-guards.ts'
import { percentOf } from '#platform/domain/money.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Commissions, Leads } from '#platform/server/db/schema.generated.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { checkTogether, type Together, togetherOf, type ValidLines } from './together.ts'

type LeadRow = Selectable<Leads>
export type CommissionRow = Selectable<Commissions>

/** Values of the pending commission for a newly signed lead, at the rate of the given tier. */
export function pendingCommission(
  lead: { readonly id: string; readonly partner_id: string; readonly estimated_amount_cents: number },
  tier: Pick<StoredTier, 'name' | 'names' | 'commissionRate'>,
  now: Date,
  { ruleId, version }: Pick<RuleOfSignature, 'ruleId' | 'version'>,
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
    amount_cents: percentOf(lead.estimated_amount_cents, tier.commissionRate),
    status: 'en_attente' as const,
    created_at: now,
    validated_at: null,
    paid_at: null,
    rule_id: ruleId,
    rule_version: version,
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

/** A lead whose signature brings commissions. */
interface LeadToSign {
  readonly id: string
  readonly partnerId: string
  readonly offer: string
  readonly revenueCents: number
  /** Why what it brings is held from the beginning. */
  readonly heldReason?: string | null
}

/**
 * Creates what a newly signed lead brings by the rule of the day: under the specification's, its pending commission at the rate
 * of the partner's current tier; of a shared lead, the lines of each of its partners.
 */
export async function createCommission(context: TransactionContext, lead: LeadRow): Promise<void> {
  const { id, partner_id: partnerId, offer_type: offer, estimated_amount_cents: revenueCents } = lead
  await signLead(context, { id, partnerId, offer, revenueCents })
}

export async function signLead(context: TransactionContext, { heldReason = null, ...lead }: LeadToSign): Promise<void> {
  const { tx, now } = context
  const { id, partnerId, revenueCents } = lead
  const [{ current }, rules, others] = await Promise.all([
    readStanding(tx, partnerId),
    rulesFor(tx, [partnerId]),
    readShares(tx, id),
  ])
  const rule = ruleOn(rules, lead, now)
  // Several partners have a line each, which the specification's commission has no place for.
  if (others.length > 0 || (await isSignedByFacts(tx, id, rule))) {
    await signByRules(context, lead, sharesOf(partnerId, others))
    const held = tx.updateTable('commissions').set({ held_reason: heldReason }).where('lead_id', '=', id)
    if (heldReason !== null) await held.where('status', '=', 'en_attente').execute()
    return
  }
  requireTier(current)
  const row = pendingCommission({ id, partner_id: partnerId, estimated_amount_cents: revenueCents }, current, now, rule)
  await tx
    .insertInto('commissions')
    .values({ ...row, held_reason: heldReason })
    .execute()
  await context.recordEvent(commissionCreated(row, current.id))
}

/** Every partner's part of a lead, in hundredths of a percent: its own partner has what the others leave. */
function sharesOf(partnerId: string, others: readonly { readonly partner_id: string; readonly share: number }[]): LeadShare[] {
  const shares = others.map(({ partner_id, share }) => ({ partnerId: partner_id, basisPoints: share }))
  return [{ partnerId, basisPoints: shares.reduce((rest, { basisPoints }) => rest - basisPoints, 10_000) }, ...shares]
}

type RemovalReason = 'moved' | 'deleted' | 'handed_over'

/**
 * Removes the commission of a lead that leaves Signé. Deletes first and checks afterwards, so that a concurrent validation
 * wins. Refuses `lead_has_settled_commission` and `commission_disputed`.
 */
export async function removePendingCommission(context: TransactionContext, lead: LeadRow, reason: RemovalReason): Promise<void> {
  const removed = await context.tx
    .deleteFrom('commissions')
    .where('lead_id', '=', lead.id)
    .where('status', '=', 'en_attente')
    // Once the client has paid a part, the remainder stays: the lead cannot leave Signé any more.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('client_payments').select('id').where('lead_id', '=', lead.id))),
    )
    .returning(['id', 'amount_cents', 'disputed', 'reason', 'partner_id'])
    .execute()
  const byRules = removed.length === 0 || removed.some((row) => row.reason !== null)
  if (byRules) await checkNothingCounts(context, lead, reason, removed.length === 0)
  refuseUnless(!removed.some(({ disputed }) => disputed), 'commission_disputed', m.leadDisputed())
  await context.recordEvents(
    removed.map((row) => ({
      name: 'commission.removed' as const,
      subjectId: row.id,
      audience: ofPartner(row.partner_id),
      before: { leadId: lead.id, description: '', amountCents: row.amount_cents },
      after: { reason },
    })),
  )
  if (byRules) await withdrawByRules(context, lead.id, reason)
}

/**
 * Under another rule than the specification's a signature brings several lines, or none before the client pays. Refuses
 * `lead_has_settled_commission`.
 */
async function checkNothingCounts(
  { tx, actor }: TransactionContext,
  lead: LeadRow,
  reason: RemovalReason,
  isEmpty: boolean,
): Promise<void> {
  const [signing, counted, payment] = await Promise.all([
    tx.selectFrom('lead_signings').select('client_since').where('lead_id', '=', lead.id).executeTakeFirst(),
    tx.selectFrom('commissions').select('id').where('lead_id', '=', lead.id).executeTakeFirst(),
    tx.selectFrom('client_payments').select('id').where('lead_id', '=', lead.id).executeTakeFirst(),
  ])
  // Another partner's signature goes with one that was taken over, which is for staff to decide.
  const isTakenOver = actor.kind === 'partner' && signing?.client_since != null
  if (isTakenOver) throw new Refusal('lead_has_settled_commission', m.teamTakesBack())
  const isFree = !counted && !payment && (signing || !isEmpty)
  if (!isFree) throw new Refusal('lead_has_settled_commission', m.leadStays({ reason }))
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
  await sql`select app.lock_partners(array[${partnerId}::uuid])`.execute(tx)
}

/** Four eyes: nobody decides about money of their own. Refuses `own_commission`; the database does too. */
export function checkNotOwn({ actor }: TransactionContext, row: CommissionRow): void {
  refuseUnless(!isOwnPartner(actor, row.partner_id), 'own_commission', m.ownCommission())
}

/** Refuses `commission_awaits_client` if payments of a client validate any of these. */
export async function checkByHand({ tx }: TransactionContext, rows: readonly CommissionRow[]): Promise<void> {
  const leadIds = rows.flatMap(({ kind, lead_id, reason }) => (kind === 'deal' && !reason && lead_id ? lead_id : []))
  if (leadIds.length === 0) return
  const awaiting = await tx
    .selectFrom('leads as l')
    .innerJoin('programme_settings as s', (join) => join.onTrue())
    .leftJoin('lead_terms as t', 't.lead_id', 'l.id')
    .select('l.client_name as company')
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
 * Pending -> validated, with the other lines of its lead; their revenue counts for the tier from now on, and the registration of
 * the lead is accepted. All that became valid. Refuses `commission_not_pending`, `own_commission`, `commission_awaits_client`,
 * `registration_undecided`, and `commissions_changed` if that is another sum than the caller confirmed.
 */
export async function validateCommission(
  context: TransactionContext,
  id: string,
  seen: Pick<Together, 'amountCents'> | null = null,
): Promise<Together> {
  await acceptBeforeMoney(context, await leadsOfCommissions(context, [id]))
  lockLeadsOf(context, [id])
  const row = await lockCommission(context, id)
  checkPending(row)
  await checkByHand(context, [row])
  await oneAtATime(context, row.partner_id)
  const done = togetherOf(await validateLocked(context, row))
  if (seen) checkTogether(done, seen.amountCents, 1)
  return done
}

/** Validates a pending commission whose row and partner are locked: all lines that became valid by it. */
export async function validateLocked(context: TransactionContext, row: CommissionRow): Promise<ValidLines> {
  checkNotOwn(context, row)
  // One of a lead's lines brings the others with it.
  if (row.reason && (await lockCommission(context, row.id)).status !== 'en_attente') return []
  await writeValidation(context, row)
  return row.reason ? [row, ...(await validateByRule(context, row, (other) => writeValidation(context, other)))] : [row]
}

async function writeValidation(context: TransactionContext, row: CommissionRow): Promise<void> {
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
    before: { status: row.status, tierId: before.current?.id ?? null },
    after: { status: 'valide', tierId: after.current?.id ?? null, amountCents: row.amount_cents },
  })
}
