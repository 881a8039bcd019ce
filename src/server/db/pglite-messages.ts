import type { Rows } from './driver.ts'

export interface WorkerOptions {
  readonly folder: string
  /** False only in the test that shows what happens without the durable files. */
  readonly patched: boolean
}

export type Answer = Rows

export type Request =
  /** `prologue` opens the transaction in the same message as its first query. */
  | { verb: 'query'; text: string; parameters: readonly unknown[]; prologue?: string }
  | { verb: 'end'; how: 'commit' | 'rollback' }
  /** The job queue's own SQL: it begins and ends its transactions itself. */
  | { verb: 'jobs'; text: string; parameters: readonly unknown[]; readOnly: boolean }
  | { verb: 'run'; text: string }
  | { verb: 'listen'; channel: string }
  | { verb: 'close' }

export interface WorkerError {
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  readonly table?: string
  readonly detail?: string
}

export type FromWorker =
  | { ready: number }
  | { id: number; answer: Answer }
  /** `broken`: PostgreSQL itself has crashed, and nothing more can be asked of this thread. */
  | { id: number; error: WorkerError; broken: boolean }
  | { channel: string; payload: string }
