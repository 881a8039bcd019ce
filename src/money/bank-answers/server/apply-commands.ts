import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { AnswerCredit } from '#money/client-payments/api/credits.ts'
import { recordCredits } from '#money/client-payments/server/credit-commands.ts'
import { type Rejection, rejectPayouts, type Settlement, settlePayouts } from '#money/payouts/server/settle-commands.ts'
import { checkNotOwnPayout, type PayoutRow } from '#money/payouts/server/step-commands.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, noonOf } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { keepAccountAnswers } from './account-answers.ts'
import { type PlannedAnswer, periodOf, planAnswer } from './plan.ts'
import type { LineChange } from './plan-lines.ts'
import { answersOf, presentAnswer } from './queries.ts'
import type { ReceivedAnswer } from './receive.ts'

interface Application {
  /** Fingerprint of the dry run. */
  readonly seen: string
  /** '0,2': positions of the credits to record. */
  readonly credits: string
}

/**
 * Applies a bank's answer, all or nothing. A file that was applied before changes nothing. Refuses `bank_answer_changed` if it is
 * not what was seen, `bank_answer_empty` if it changes nothing, and `own_commission`.
 */
export async function applyAnswer(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  received: ReceivedAnswer,
  { seen, credits }: Application,
) {
  const { answer, sha256 } = received
  const planned = await planAnswer(context, config, received, { locked: true })
  const earlier = await appliedBefore(context, received)
  if (earlier) return { outcome: 'repeated' as const, answer: earlier }
  if (planned.fingerprint !== seen) {
    const message = m.answerChanged()
    throw new Refusal('bank_answer_changed', message)
  }
  const creditsToRecord = chosenCredits(planned, credits)
  if (planned.changes.length + creditsToRecord.length === 0) {
    throw new Refusal('bank_answer_empty', emptyMessage(planned))
  }
  for (const row of rowsOf(planned, planned.changes)) checkNotOwnPayout(context, row)
  const id = newId()
  const added = await context.tx
    .insertInto('bank_answers')
    .values({
      id,
      sha256,
      version: answer.version,
      message_id: answer.messageId.slice(0, 140),
      sender: answer.sender?.slice(0, 140) ?? null,
      ...columnsOf(periodOf(answer)),
      ...countColumns(planned, creditsToRecord.length),
      applied_by: personOf(context).userId,
      applied_at: context.now,
    })
    // Somebody else has applied the same file while this transaction waited for them.
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) return repeated(context, received)
  await applyLines(context, planned)
  await recordCredits(context, planned.credits, creditsToRecord)
  await context.recordEvent({
    name: 'bank_answer.applied',
    subjectId: null,
    audience: staff,
    after: {
      messageId: answer.messageId,
      version: answer.version,
      ...planned.counts,
      clientPaymentCount: creditsToRecord.length,
    },
  })
  return { ...(await repeated(context, received)), outcome: 'applied' as const }
}

function emptyMessage({ accounts }: PlannedAnswer): string {
  if (accounts.every(({ isOwn }) => isOwn)) return m.answerChangesNothing()
  return m.notYourAccountAtAll()
}

async function appliedBefore({ tx }: TransactionContext, { answer, sha256 }: ReceivedAnswer) {
  const row = (await answersOf(tx, { sha256, messageId: answer.messageId })).find((each) => each.sha256 === sha256)
  return row ? presentAnswer(row) : null
}

async function repeated(context: TransactionContext, received: ReceivedAnswer) {
  const answer = await appliedBefore(context, received)
  if (!answer) throw new Error('an answer that was applied is not there')
  return { outcome: 'repeated' as const, answer }
}

const columnsOf = ({ periodFrom, periodTo }: ReturnType<typeof periodOf>) => ({ period_from: periodFrom, period_to: periodTo })

function countColumns({ counts }: PlannedAnswer, clientPayments: number) {
  return {
    accepted_count: counts.acceptedCount,
    paid_count: counts.paidCount,
    paid_cents: counts.paidCents,
    rejected_count: counts.rejectedCount,
    rejected_cents: counts.rejectedCents,
    verified_count: counts.verifiedCount,
    client_payment_count: clientPayments,
  }
}

/** The credits at these positions. Refuses those that the dry run did not offer. */
function chosenCredits({ credits: { credits } }: PlannedAnswer, positions: string): AnswerCredit[] {
  const choice = positions === '' ? [] : [...new Set(positions.split(','))].map((at) => credits[Number(at)])
  return choice.map((credit) => {
    if (credit?.outcome !== 'ready') throw new Refusal('invalid_input', m.creditNotRecordable())
    return credit
  })
}

function rowsOf({ payouts }: PlannedAnswer, changes: readonly LineChange[]): PayoutRow[] {
  return changes.map(({ row }) => {
    const payout = payouts.get(row.payout_id)
    if (!payout) throw new Error(`the payout ${row.reference} of an answer was not locked`)
    return payout
  })
}

/** Lines, their payouts with the commissions, and what the bank says of accounts. What one file pays and returns is both. */
async function applyLines(context: TransactionContext, planned: PlannedAnswer): Promise<void> {
  const { changes, timeZone } = planned
  const settled: Settlement[] = []
  const rejected: Rejection[] = []
  rowsOf(planned, changes).forEach((payout, at) => {
    const { row, effect } = changes[at] as LineChange
    if (effect.does === 'paid') {
      const paidAt = effect.on === isoDay(context.now, timeZone) ? context.now : noonOf(effect.on, timeZone)
      settled.push({ row: payout, paidAt, paidOn: effect.on, reference: row.end_to_end_id })
    } else if (effect.does === 'rejected' || effect.does === 'returned') {
      const isPaidHere = settled.some((each) => each.row.id === payout.id)
      rejected.push({ row: isPaidHere ? { ...payout, status: 'paid' } : payout, reason: null, bankReasons: effect.reasons })
    }
  })
  await settlePayouts(context, settled)
  await rejectPayouts(context, rejected)
  await updateLines(context, changes)
  await keepAccountAnswers(context, changes)
}

/** Writes the last state of each line; a line is paid before it is returned, as the database asks. */
async function updateLines({ tx, now, post }: TransactionContext, changes: readonly LineChange[]): Promise<void> {
  for (const { row, effect } of changes) {
    post(
      tx
        .updateTable('payout_file_lines')
        .set({ ...lineColumns(effect), changed_at: now })
        .where('id', '=', row.id),
    )
  }
}

function lineColumns(effect: LineChange['effect']) {
  switch (effect.does) {
    case 'verified':
      return { payee_match: effect.match, payee_name: effect.bankName?.slice(0, 140) ?? null }
    case 'accepted':
      return { state: effect.does, bank_status: effect.status.slice(0, 35) }
    case 'paid':
      return { state: effect.does, ...(effect.status === null ? {} : { bank_status: effect.status.slice(0, 35) }) }
    default:
      return { state: effect.does, reasons: '', bank_reasons: JSON.stringify(effect.reasons) }
  }
}
