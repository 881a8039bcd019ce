import type { Rows } from '../driver.ts'

export interface WorkerOptions {
  readonly folder: string
  /** False only in tests of the failure mode without durable files. */
  readonly patched: boolean
}

export interface WorkerData extends WorkerOptions {
  readonly module: WebAssembly.Module
  /** One shared number: the id of the request that the thread began last. */
  readonly begun: Int32Array
}

export interface Answer extends Rows {
  /** The server's messages of an exchange. */
  readonly bytes?: Uint8Array
}

export type Request =
  /** Messages of the PostgreSQL protocol, answered in kind. After its last exchange a transaction is over in any case. */
  | { verb: 'exchange'; bytes: Uint8Array; isLast: boolean }
  | { verb: 'query'; text: string; parameters: readonly unknown[] }
  /** A statement of a transaction, its parameters as text. */
  | { verb: 'statement'; text: string; parameters: readonly unknown[]; isLast: boolean }
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
