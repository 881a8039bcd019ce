import type { BankAnswer } from './bank-answer.ts'
import { LineTracker } from './line-states.ts'
import type { LiveBatch, Reconciliation } from './live-batch.ts'
import { reconcileEntries } from './reconcile-entries.ts'
import { reconcileStatus } from './reconcile-status.ts'

/**
 * What a bank's answer means for the batches that are under way. References are compared, never guessed: what belongs to no batch
 * is listed, and so is every booking of an account, once. Applied to the states that it results in, an answer changes nothing;
 * callers also keep the bank's message id and a hash of the file, to say so before.
 */
export function reconcile(answer: BankAnswer, batches: readonly LiveBatch[]): Reconciliation {
  const tracker = new LineTracker(batches)
  if (answer.kind === 'account_report') return { lines: tracker.outcomes, ...reconcileEntries(answer, tracker) }
  return { lines: tracker.outcomes, others: [], credits: [], ...reconcileStatus(answer, tracker) }
}
