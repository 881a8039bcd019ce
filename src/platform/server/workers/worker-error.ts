export type WorkerErrorCode =
  /** The queue is full. */
  | 'queue_full'
  /** The pool is closed. */
  | 'closed'
  /** No process could be started; unrelated to the task. */
  | 'not_started'
  | 'timeout'
  | 'out_of_memory'
  /** The process ended during the task. */
  | 'crashed'
  /** The task's own code threw. */
  | 'failed'

/** A failed task; the pool continues with the next one. */
export class WorkerError extends Error {
  readonly code: WorkerErrorCode
  constructor(code: WorkerErrorCode, message: string) {
    super(message)
    this.name = 'WorkerError'
    this.code = code
  }
}
