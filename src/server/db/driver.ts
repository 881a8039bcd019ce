import type { Actor } from '#domain/actor.ts'

/** Database roles of the application: one for each kind of actor, the sign-in library's and the job queue's. */
export type DatabaseRole = `passerelle_${Actor['kind']}` | 'passerelle_auth'

export interface Rows {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
}

/** A transaction that has begun. Whoever began it ends it, once. */
export interface OpenTransaction {
  query(text: string, parameters: readonly unknown[]): Promise<Rows>
  commit(): Promise<void>
  rollback(): Promise<void>
}

export type OnNotify = (payload: string) => void

/** Where the data lives: PostgreSQL inside this process, or a server. Both speak the same dialect and behave alike. */
export interface DatabaseDriver {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Begins a transaction as the role, with `app.user_id` set for its length. People take turns; `turn` says whose turn one
   * is that belongs to nobody yet. `reserve`: it may write into what is kept back of a nearly full disk, as the sign-in
   * library's role always may.
   */
  begin(role: DatabaseRole, userId: string, turn?: string, reserve?: boolean): Promise<OpenTransaction>
  /**
   * Runs the job queue's own SQL, several statements at once when it has no parameters, outside any transaction of ours.
   * The rows of several statements come one after the other.
   */
  runAsJobs(text: string, parameters?: readonly unknown[]): Promise<{ rows: unknown[] }>
  /** One session with the full rights of the login, alone while `work` runs: migrations and housekeeping only. */
  asOwner<T>(work: (run: (text: string, parameters?: readonly unknown[]) => Promise<Rows>) => Promise<T>): Promise<T>
  /**
   * Hears what is announced on the channel, after the commit of who announced it. Comes back by itself when the connection
   * is lost; `onGap` then says that announcements may have been missed.
   */
  listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>>
  health(): Promise<{ ok: boolean; detail?: string }>
  close(): Promise<void>
}

/** Limits that end what runs away. */
export interface Limits {
  readonly queryMs: number
  readonly transactionMs: number
}
export const defaultLimits: Limits = { queryMs: 30_000, transactionMs: 60_000 }
