import { type Selectable, sql } from 'kysely'
import { isOwnPartner } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { acceptBeforeMoney } from '#leads/registrations/server/answer-commands.ts'
import { readShares } from '#leads/shares/server/queries.ts'
import { payableBy } from '#money/rules/domain/calendar.ts'
import { type LeadToSign, signFor, withdrawSignature } from '#money/rules/server/sign-commands.ts'
import { validateLines } from '#money/rules/server/staff-commands.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Commissions, Leads } from '#platform/server/db/schema.generated.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { checkTogether, type Together, togetherOf, type ValidLines } from './together.ts'

type LeadRow = Selectable<Leads>
export type CommissionRow = Selectable<Commissions>

/** Signs a lead: what it brings each of its partners is the rules' to say. Refuses what `signFor` does. */
export const signLead = (context: TransactionContext, lead: LeadToSign): Promise<void> =>
  signFor(context, lead, readShares(context.tx, lead.id))

type LeadRemoval = 'moved' | 'deleted' | 'handed_over'

/**
 * Removes the commission of a lead that leaves Signé. Deletes first and checks afterwards, so that a concurrent validation
 * wins. Refuses `lead_has_settled_commission` and `commission_disputed`.
 */
export async function removePendingCommission(context: TransactionContext, lead: LeadRow, reason: LeadRemoval): Promise<void> {
  const removed = await context.tx
    .deleteFrom('commissions')
    .where('lead_id', '=', lead.id)
    .where('status', '=', 'en_attente')
    // Once the client has paid a part, the remainder stays: the lead cannot leave Signé any more.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('client_payments').select('id').where('lead_id', '=', lead.id))),
    )
    .returning(['id', 'amount_cents', 'disputed', 'partner_id'])
    .execute()
  await checkNothingCounts(context, lead, reason, removed.length === 0)
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
  await withdrawSignature(context, lead.id, reason)
}

/** A signature may bring several lines, or none before the client pays. Refuses `lead_has_settled_commission`. */
async function checkNothingCounts(
  { tx, actor }: TransactionContext,
  lead: LeadRow,
  reason: LeadRemoval,
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
    .select(shownClient.as('company'))
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
  return validateLines(context, row, (each) => writeValidation(context, each))
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
