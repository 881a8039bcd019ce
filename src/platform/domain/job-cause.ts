import type { Refusal } from './refusal.ts'

/** What work after a change makes. */
export type MadeByJob = 'amendment' | 'backup' | 'document' | 'statement'

/** What work of the portal's own may fail with, beside a refusal. */
export type JobError = 'backup_failed' | 'command_failed' | 'command_too_long'

/**
 * Why work was given up that no retry mends, but a correction by staff does: what was to be made, its number and the refusal.
 * Staff read it in the words of the list of failures.
 */
export interface JobCause extends Pick<Refusal, 'facts'> {
  readonly work: MadeByJob
  /** Null where what was to be made has no number yet. */
  readonly reference: string | null
  readonly refusal: Refusal['code'] | JobError
}

/** A failure whose words are chosen when staff read it; its message is for the log. */
export class JobFailure extends Error {
  /** The queue keeps it with the error. */
  readonly jobCause: JobCause

  constructor(message: string, jobCause: JobCause) {
    super(message)
    this.jobCause = jobCause
  }
}

export function jobCause(work: MadeByJob, reference: string | null, { code, facts }: Refusal): JobCause {
  return { work, reference, refusal: code, facts }
}
