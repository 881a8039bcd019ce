import type { Refusal } from './refusal.ts'

/** What work after a change makes. */
export type MadeByJob = 'amendment' | 'document' | 'statement'

/**
 * Why work was given up that no retry mends, but a correction by staff does: what was to be made, its number and the refusal.
 * Staff read it in the words of the list of failures.
 */
export interface JobCause extends Pick<Refusal, 'facts'> {
  readonly work: MadeByJob
  /** Null where what was to be made has no number yet. */
  readonly reference: string | null
  readonly refusal: Refusal['code']
}

export function jobCause(work: MadeByJob, reference: string | null, { code, facts }: Refusal): JobCause {
  return { work, reference, refusal: code, facts }
}
