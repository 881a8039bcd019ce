/** Why a lead on the device waits for its partner, in a sentence for them. */
export interface QueueProblem {
  /**
   * `duplicate`: the contact is followed already, which nobody could say without a network. `refused`: the portal did not take
   * it. `doubtful`: it was sent so long ago that the portal no longer knows its key.
   */
  readonly kind: 'duplicate' | 'refused' | 'doubtful'
  readonly text: string
}

/** A lead that was filled in completely while the portal did not answer, as the device keeps it. */
export interface QueuedLead<Input> {
  /** The key of its change, made once: sent twice it adds one lead. */
  readonly key: string
  readonly input: Input
  /** Milliseconds of the clock. */
  readonly filledAt: number
  /** When it was first sent without an answer: it may have arrived. Null where it certainly did not. */
  readonly sentAt: number | null
  /** Null while it waits for the network alone. */
  readonly problem: QueueProblem | null
  /** Its partner has read that the contact is followed, and sends it all the same. */
  readonly insists: boolean
}

/** The server keeps keys for a week; a day less is safe, whatever the clocks say. */
export const maxKeyAgeMs = 6 * 86_400_000

export function newQueuedLead<Input>(key: string, input: Input, now: number, sentAt: number | null): QueuedLead<Input> {
  return { key, input, filledAt: now, sentAt, problem: null, insists: false }
}

/** In the order in which they were filled in. */
export function inQueueOrder<Input>(queue: readonly QueuedLead<Input>[]): readonly QueuedLead<Input>[] {
  return queue.toSorted((one, other) => one.filledAt - other.filledAt || (one.key < other.key ? -1 : 1))
}

/** The lead that is sent next: the first one that waits for the network alone. */
export function nextQueued<Input>(queue: readonly QueuedLead<Input>[]): QueuedLead<Input> | null {
  return inQueueOrder(queue).find(({ problem }) => problem === null) ?? null
}

/** Whether the portal would no longer recognize a repetition: it might add the lead a second time. */
export function isTooOld({ sentAt }: Pick<QueuedLead<unknown>, 'sentAt'>, now: number): boolean {
  return sentAt !== null && now - sentAt > maxKeyAgeMs
}

/**
 * Whether it is asked first if the contact is followed. A lead that may have arrived is not asked about: it would be found to be
 * its own duplicate.
 */
export function checksDuplicate({ sentAt, insists }: QueuedLead<unknown>): boolean {
  return sentAt === null && !insists
}

/**
 * What its partner may do with a lead on the device. What may have arrived is not changed, since the portal would have both; it
 * can be given up, which then says that it may be there.
 */
export function queuedAbilities({ sentAt, problem }: Pick<QueuedLead<unknown>, 'sentAt' | 'problem'>) {
  return { change: sentAt === null, retry: problem !== null }
}

/** It goes out, and may arrive from now on. */
export const sending = <Input>(lead: QueuedLead<Input>, now: number): QueuedLead<Input> => ({
  ...lead,
  sentAt: lead.sentAt ?? now,
})

/** The command itself refused it: it did not arrive. */
export const refusedLead = <Input>(lead: QueuedLead<Input>, text: string): QueuedLead<Input> => ({
  ...lead,
  sentAt: null,
  problem: { kind: 'refused', text },
})

export const withProblem = <Input>(lead: QueuedLead<Input>, problem: QueueProblem): QueuedLead<Input> => ({ ...lead, problem })

/** It waits for the network again, whatever was said against it. */
export const retried = <Input>(lead: QueuedLead<Input>): QueuedLead<Input> => ({
  ...lead,
  insists: lead.insists || lead.problem?.kind === 'duplicate',
  // The key is as good as new where its partner has looked and not found the lead.
  sentAt: lead.problem?.kind === 'doubtful' ? null : lead.sentAt,
  problem: null,
})
