export type WorkerErrorCode =
  /** Too many tasks are waiting. */
  | 'queue_full'
  /** The pool is closed. */
  | 'closed'
  /** No process could be started: says nothing about the task. */
  | 'not_started'
  | 'timeout'
  | 'out_of_memory'
  /** The process ended during the task. */
  | 'crashed'
  /** The task's own code threw. */
  | 'failed'

/** A task that gave no result. The pool goes on with the next one. */
export class WorkerError extends Error {
  readonly code: WorkerErrorCode
  constructor(code: WorkerErrorCode, message: string) {
    super(message)
    this.name = 'WorkerError'
    this.code = code
  }
}
