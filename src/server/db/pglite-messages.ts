import type { Rows } from './driver.ts'

export interface WorkerOptions {
  readonly folder: string
  /** False only in tests of the failure mode without durable files. */
  readonly patched: boolean
}

export interface WorkerData extends WorkerOptions {
  readonly module: WebAssembly.Module
}

export type Answer = Rows

export type Request =
  /** `prologue` begins the transaction, in the same message as the first query. */
  | { verb: 'query'; text: string; parameters: readonly unknown[]; prologue?: string }
  | { verb: 'end'; how: 'commit' | 'rollback' }
  /** SQL of the job queue, which manages its own transactions. */
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
  /** `broken`: PostgreSQL crashed; the thread cannot be used any more. */
  | { id: number; error: WorkerError; broken: boolean }
  | { channel: string; payload: string }
