import type { Actor } from '#domain/actor.ts'

/** Database roles: one per kind of actor, and one for the auth library. */
export type DatabaseRole = `passerelle_${Actor['kind']}` | 'passerelle_auth'

export interface Rows {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
}

/** An open transaction; the caller must commit or roll back exactly once. */
export interface OpenTransaction {
  query(text: string, parameters: readonly unknown[]): Promise<Rows>
  commit(): Promise<void>
  rollback(): Promise<void>
}

export type OnNotify = (payload: string) => void

/** Database driver: embedded PostgreSQL (PGlite) or a server. Same dialect and behaviour. */
export interface DatabaseDriver {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Begins a transaction with the role and `app.user_id` set locally. Callers are queued fairly by user; `turn` is the queue key
   * without a user id. `reserve` allows writing into the reserved disk space; the auth library's role always may.
   */
  begin(role: DatabaseRole, userId: string, turn?: string, reserve?: boolean): Promise<OpenTransaction>
  /**
   * Runs SQL of the job queue outside our transactions; without parameters it may contain several statements. Their rows are
   * concatenated.
   */
  runAsJobs(text: string, parameters?: readonly unknown[]): Promise<{ rows: unknown[] }>
  /** Exclusive session with the owner's rights, for migrations and housekeeping only. */
  asOwner<T>(work: (run: (text: string, parameters?: readonly unknown[]) => Promise<Rows>) => Promise<T>): Promise<T>
  /**
   * LISTENs on a channel; notifications arrive after commit. Reconnects automatically; `onGap` is called when notifications may
   * have been missed.
   */
  listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>>
  health(): Promise<{ ok: boolean; detail?: string }>
  close(): Promise<void>
}

/** Time limits for queries and transactions. */
export interface Limits {
  readonly queryMs: number
  readonly transactionMs: number
}
export const defaultLimits: Limits = { queryMs: 30_000, transactionMs: 60_000 }
