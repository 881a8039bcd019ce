import type { ExpectedLine, LineOutcome, LineState, LiveBatch, ReconciledLine } from './live-batch.ts'

/** States from which the bank's word changes a line, and those in which it repeats what is known; others contradict it. */
const follows: Readonly<Record<LineState, { readonly from: readonly LineState[]; readonly repeats: readonly LineState[] }>> = {
  sent: { from: [], repeats: [] },
  accepted: { from: ['sent'], repeats: ['accepted', 'paid'] },
  rejected: { from: ['sent', 'accepted'], repeats: ['rejected', 'returned', 'withdrawn'] },
  paid: { from: ['sent', 'accepted'], repeats: ['paid', 'returned'] },
  // A line that was rejected after a debit of the whole file comes back as a credit.
  returned: { from: ['sent', 'accepted', 'paid'], repeats: ['returned', 'rejected'] },
  // A withdrawn line never changes: if the bank reports on it, the provider has to clear that up with the bank.
  withdrawn: { from: [], repeats: [] },
}

type Change = Extract<LineOutcome, { result: 'accepted' | 'rejected' | 'paid' | 'returned' }>

/** A line with its state as the answer is read on. */
export interface TrackedLine extends ExpectedLine {
  readonly messageId: string
  now: LineState
}

/** The lines of live batches by both of their ids, and the outcomes in the order in which they were found. */
export class LineTracker {
  readonly outcomes: ReconciledLine[] = []
  private readonly byEndToEndId = new Map<string, TrackedLine>()
  private readonly byInstructionId = new Map<string, TrackedLine>()
  private readonly batches = new Map<string, readonly TrackedLine[]>()

  constructor(batches: readonly LiveBatch[]) {
    for (const { messageId, lines } of batches) {
      const tracked = lines.map((line) => ({ ...line, messageId, now: line.state }))
      this.batches.set(messageId, tracked)
      for (const line of tracked) {
        this.byEndToEndId.set(line.endToEndId, line)
        this.byInstructionId.set(line.instructionId, line)
      }
    }
  }

  find({ endToEndId, instructionId }: { endToEndId: string | null; instructionId?: string | null }): TrackedLine | undefined {
    return this.byEndToEndId.get(endToEndId ?? '') ?? this.byInstructionId.get(instructionId ?? '')
  }

  batch(messageId: string | null): readonly TrackedLine[] | undefined {
    return messageId === null ? undefined : this.batches.get(messageId)
  }

  add(line: TrackedLine, outcome: LineOutcome): void {
    this.outcomes.push({ messageId: line.messageId, endToEndId: line.endToEndId, outcome })
  }

  /** Applies the bank's word to the line, or reports that it was applied before or cannot follow. */
  apply(line: TrackedLine, change: Change): void {
    const { from, repeats } = follows[change.result]
    const isNews = from.includes(line.now) || (change.result === 'accepted' && change.isSettled && line.now === 'accepted')
    if (isNews) {
      line.now = change.result
      this.add(line, change)
    } else if (repeats.includes(line.now)) {
      this.add(line, { result: 'already_applied', state: line.now })
    } else {
      this.add(line, { result: 'contradiction', state: line.now, says: change.result })
    }
  }
}
