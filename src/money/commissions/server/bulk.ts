import { acceptBeforeMoney, acceptWithMoney } from '#leads/registrations/server/answer-commands.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { CommissionStatus } from '../domain.ts'
import { m } from '../messages/messages.ts'
import {
  type CommissionRow,
  checkByHand,
  checkNotOwn,
  checkPending,
  leadsOfCommissions,
  lockLeadsOf,
  oneAtATime,
  validateLocked,
} from './commands.ts'
import { checkWithOriginals, type PaymentForm, payLocked, toPayment } from './payment-commands.ts'
import { checkTogether, type Together, togetherOf, type ValidLines } from './together.ts'

interface Bulk {
  readonly ids: readonly string[]
  /** The sum that the caller saw. */
  readonly amountCents: number
}

/**
 * Validates several pending commissions, all or none, with the other lines of their leads. Refuses `commissions_changed` if
 * another sum becomes valid than was seen.
 */
export async function validateCommissions(context: TransactionContext, bulk: Bulk): Promise<Together> {
  await acceptBeforeMoney(context, await leadsOfCommissions(context, bulk.ids))
  lockLeadsOf(context, bulk.ids)
  const rows = await lockAll(context, bulk.ids, 'en_attente')
  await checkByHand(context, rows)
  const done = togetherOf(await validateRows(context, rows))
  checkTogether(done, bulk.amountCents, rows.length)
  return done
}

/** Validates commissions except those that cannot be validated now: what it did, and why it left the others. For a dry run. */
export async function validationEffect(context: TransactionContext, ids: readonly string[]) {
  const { accepted, undecided } = await acceptWithMoney(context, await leadsOfCommissions(context, ids))
  lockLeadsOf(context, ids)
  const left: { id: string; why: string }[] = []
  const fit: CommissionRow[] = []
  for (const row of await lockRows(context, ids)) {
    const why = undecided.find(({ leadId }) => leadId === row.lead_id)?.why ?? (await refusalOf(context, row))
    if (why === undefined) fit.push(row)
    else left.push({ id: row.id, why })
  }
  const partnerIds = [...new Set(fit.map(({ partner_id }) => partner_id))]
  const before = await Promise.all(partnerIds.map((id) => standingOf(context, id)))
  const valid = await validateRows(context, fit)
  const after = await Promise.all(partnerIds.map((id) => standingOf(context, id)))
  const standings = partnerIds.flatMap((partnerId, at) => {
    const [was, is] = [before[at], after[at]]
    return was && is ? [{ partnerId, before: was, after: is }] : []
  })
  return { validates: togetherOf(valid), accepts: [...accepted], standings, left }
}

async function standingOf({ tx }: TransactionContext, partnerId: string) {
  const { totalRevenueCents, current } = await readStanding(tx, partnerId)
  return { totalRevenueCents, tierName: current && nameIn(current), commissionRate: current?.commissionRate ?? null }
}

async function refusalOf(context: TransactionContext, row: CommissionRow): Promise<string | undefined> {
  try {
    checkPending(row)
    checkNotOwn(context, row)
    await checkByHand(context, [row])
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

async function validateRows(context: TransactionContext, rows: readonly CommissionRow[]): Promise<ValidLines> {
  for (const partnerId of new Set(rows.map((row) => row.partner_id))) await oneAtATime(context, partnerId)
  const valid: ValidLines[] = []
  for (const row of rows) valid.push(await validateLocked(context, row))
  return valid.flat()
}

/**
 * Marks several validated commissions as paid by one transfer, all or none. Refuses `commissions_changed` and
 * `commission_held`.
 */
export async function payCommissions(context: TransactionContext, bulk: Bulk & { payment?: PaymentForm }): Promise<Together> {
  const payment = toPayment(bulk.payment, context.now, await providerZone(context.tx))
  const rows = await lockAll(context, bulk.ids, 'valide', bulk.amountCents)
  await checkWithOriginals(context, rows)
  for (const row of rows) await payLocked(context, row, payment)
  return togetherOf(rows)
}

/**
 * Locks all commissions first, then their partners in a fixed order, so that concurrent bulk calls and single validations
 * cannot deadlock. Rows are grouped by partner, oldest first. Refuses `commissions_changed` if one of them is in no such
 * state, or their sum is another than was seen.
 */
async function lockAll(
  context: TransactionContext,
  ids: readonly string[],
  status: CommissionStatus,
  seenCents?: number,
): Promise<CommissionRow[]> {
  const chosen = new Set(ids).size
  const rows = await lockRows(context, ids)
  const fit = rows.filter(
    (row) =>
      row.status === status && (status === 'en_attente' || (row.held_reason === null && !row.disputed && row.payout_id === null)),
  )
  const together = togetherOf(fit)
  if (fit.length !== chosen || together.amountCents !== (seenCents ?? together.amountCents)) {
    const now = { fit: fit.length, chosen, sum: formatEurosExact(together.amountCents) }
    throw new Refusal('commissions_changed', m.commissionsChanged({ ...now, status }), { facts: { ...together } })
  }
  return rows
}

async function lockRows({ tx }: TransactionContext, ids: readonly string[]): Promise<CommissionRow[]> {
  const rows = await tx
    .selectFrom('commissions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  const place = (row: CommissionRow) => `${row.partner_id} ${row.created_at.toISOString()} ${row.id}`
  return rows.sort((one, other) => (place(one) < place(other) ? -1 : 1))
}
