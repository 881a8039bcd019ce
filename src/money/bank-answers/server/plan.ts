import { createHash } from 'node:crypto'
import type { BankAnswer } from '#money/bank-files/domain/bank-answer.ts'
import { bankReasonsText, maxReasonLength } from '#money/bank-files/domain/bank-reasons.ts'
import type { OtherMovement } from '#money/bank-files/domain/live-batch.ts'
import { ownPart, type ReportedAccount } from '#money/bank-files/domain/own-accounts.ts'
import { type CreditPlan, planCredits } from '#money/client-payments/server/credit-commands.ts'
import { lockPayouts, type PayoutRow } from '#money/payouts/server/step-commands.ts'
import { maskIban } from '#platform/domain/iban.ts'
import type { Config } from '#platform/server/config.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { ownAccounts, programmeSettings } from '#provider/programme/server/queries.ts'
import type { AnswerPlan } from '../api.ts'
import { expectedLines } from './expected-lines.ts'
import { type LineChange, type LinePlan, planLines } from './plan-lines.ts'
import { answersOf, presentAnswer } from './queries.ts'
import type { ReceivedAnswer } from './receive.ts'

export interface PlannedAnswer extends LinePlan {
  readonly accounts: readonly ReportedAccount[]
  readonly credits: CreditPlan
  /** The payouts of the lines by id, if they are locked. */
  readonly payouts: ReadonlyMap<string, PayoutRow>
  /** The provider's, in which the answer's days are. */
  readonly timeZone: string
  readonly counts: AnswerCounts
  readonly fingerprint: string
}

export type AnswerCounts = ReturnType<typeof countsOf>

/**
 * What an answer changes as things are now. Locked, its payouts and leads cannot change before the transaction ends: payouts in
 * the order of their ids, as everywhere, then leads.
 */
export async function planAnswer(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  { answer: whole, sha256 }: ReceivedAnswer,
  { locked = false } = {},
): Promise<PlannedAnswer> {
  const { tx, now } = context
  const settings = await programmeSettings(tx)
  const { answer, accounts } = ownPart(whole, ownAccounts(config, settings))
  const lineRows = await expectedLines(tx, answer)
  const ids = [...new Set(lineRows.map(({ payout_id }) => payout_id))]
  const payouts = locked && ids.length > 0 ? await lockPayouts(context, ids) : []
  const rows = payouts.length > 0 ? await expectedLines(tx, answer) : lineRows
  const rules = { settledIsPaid: settings.settled_is_paid, answeredOn: answer.createdOn, today: isoDay(now, settings.time_zone) }
  const plan = planLines(answer, rows, rules)
  const credits = await planCredits(context, plan.clientCredits, { locked })
  const { lines, notes, unknown } = plan
  const content = JSON.stringify([sha256, lines, notes, unknown, credits.credits, credits.ambiguous])
  return {
    ...plan,
    accounts,
    credits,
    payouts: new Map(payouts.map((row) => [row.id, row])),
    timeZone: settings.time_zone,
    counts: countsOf(plan.changes),
    fingerprint: createHash('sha256').update(content).digest('hex').slice(0, 32),
  }
}

function countsOf(changes: readonly LineChange[]) {
  const of = (...kinds: readonly LineChange['effect']['does'][]) => changes.filter(({ effect }) => kinds.includes(effect.does))
  const sum = (some: readonly LineChange[]) => some.reduce((total, { row }) => total + row.total_cents, 0)
  const [paid, rejected] = [of('paid'), of('rejected', 'returned')]
  return {
    acceptedCount: of('accepted').length,
    paidCount: paid.length,
    paidCents: sum(paid),
    rejectedCount: rejected.length,
    rejectedCents: sum(rejected),
    verifiedCount: of('verified').length,
  }
}

/** First and last day that an answer is about: as it says, else as its bookings do, else the day on which it was made. */
export function periodOf(answer: BankAnswer): { periodFrom: string; periodTo: string } {
  if (answer.period) return { periodFrom: answer.period.from, periodTo: answer.period.to }
  const booked = answer.kind === 'account_report' ? answer.entries.map(({ bookedOn }) => bookedOn) : []
  const [from = answer.createdOn, ...others] = booked.toSorted()
  return { periodFrom: from, periodTo: others.at(-1) ?? from }
}

/** Letters of a transfer's text that are shown; banks carry 140 and repeat some of them. */
const maxCreditText = 160

const creditText = (texts: readonly string[]) => [...new Set(texts)].join(' · ').slice(0, maxCreditText)

/** Credits that name no invoice. */
function otherCredits({ others }: CreditPlan): AnswerPlan['otherCredits'] {
  return others.map(({ receivedOn, payer, cents, texts }) => ({
    receivedOn,
    payer,
    receivedCents: cents,
    text: creditText(texts),
  }))
}

function presentMovement({ kind, on, payment }: OtherMovement): AnswerPlan['movements'][number] {
  const { direction, party, amount, endToEndId, returnReason, texts, references } = payment
  const reason = returnReason ? bankReasonsText([returnReason], maxReasonLength) : null
  const text = creditText([...(endToEndId === null ? [] : [endToEndId]), ...references, ...texts])
  return { kind, direction, on, party, cents: amount?.cents ?? null, currency: amount?.currency ?? null, text, reason }
}

/** The dry run of an answer. */
export async function presentPlan(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  received: ReceivedAnswer,
): Promise<AnswerPlan> {
  const { answer, sha256 } = received
  const { messageId } = answer
  const [planned, earlier] = await Promise.all([
    planAnswer(context, config, received),
    answersOf(context.tx, { sha256, messageId }),
  ])
  const applied = earlier.find((row) => row.sha256 === sha256)
  const other = earlier.find((row) => row.sha256 !== sha256)
  const { accounts, lines, notes, unknown, others, credits, counts, fingerprint } = planned
  return {
    version: answer.version,
    messageId,
    sender: answer.sender,
    accounts: accounts.map(({ account, isOwn, entries }) => ({ maskedIban: account && maskIban(account), isOwn, entries })),
    ...periodOf(answer),
    kind: answer.kind,
    isKnownVersion: answer.isKnownVersion,
    createdOn: answer.createdOn,
    fingerprint,
    applied: applied ? presentAnswer(applied) : null,
    sameMessageId: other ? presentAnswer(other) : null,
    lines: [...lines],
    notes: [...notes],
    unknown: [...unknown],
    credits: [...credits.credits],
    ambiguous: [...credits.ambiguous],
    otherCredits: otherCredits(credits),
    movements: others.map(presentMovement),
    ...counts,
    clientPaymentCount: 0,
  }
}
