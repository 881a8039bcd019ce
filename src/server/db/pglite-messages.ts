import type { Rows } from './home.ts'

export interface WorkerOptions {
  readonly folder: string
  /** False only in the test that shows what happens without the durable files. */
  readonly patched: boolean
}

export type Answer = Rows

export type Request =
  /** `prologue` opens the transaction in the same message as its first query. */
  | { verb: 'query'; text: string; parameters: readonly unknown[]; prologue?: string }
  | { verb: 'run'; text: string }
  | { verb: 'listen'; channel: string }
  | { verb: 'close' }

export type FromWorker =
  | { ready: number }
  | { id: number; answer: Answer }
  | { id: number; error: { message: string; code?: string; constraint?: string; table?: string; detail?: string } }
  | { channel: string; payload: string }
