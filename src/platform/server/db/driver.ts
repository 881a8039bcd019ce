import type { Actor, Membership } from '#access/domain/actor.ts'
import type { SessionProof } from '#access/server/session-row.ts'

/**
 * Database roles: one per kind of actor, one for those with whom others share records, since a plan depends on the policies of
 * the role, and one for the auth library.
 */
export type DatabaseRole = `passerelle_${Actor['kind'] | 'sharer' | 'auth'}`

export interface Rows {
  readonly rows: Record<string, unknown>[]
  readonly affected: number
  /** The first word of the command tag. */
  readonly command?: string
}

/**
 * An open transaction; the caller must end it exactly once. Statements asked for in the same turn of the event loop are sent
 * together, in order, the first ones with the opening of the transaction.
 */
export interface OpenTransaction {
  query(text: string, parameters: readonly unknown[]): Promise<Rows>
  /**
   * Sends a statement whose result nobody waits for. If it fails, so does all that follows, the commit at the latest. `onDone`
   * gets its rows, or null if it failed.
   */
  post(text: string, parameters: readonly unknown[], onDone?: (rows: Rows | null) => void): void
  /** Commits, together with statements of the same turn: if one of these fails, nothing is committed. */
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Who a transaction belongs to. */
export interface Caller {
  readonly role: DatabaseRole
  /** Empty for those without an account. */
  readonly userId: string
  /** The company that the person belongs to, if they do. */
  readonly company?: Membership | undefined
  /** Fairness key; the user id or the role by default. */
  readonly turn?: string | undefined
  /** Allows writing into the reserved disk space; the auth library's role always may. */
  readonly reserve?: boolean | undefined
  /** Role and user are then taken from the session by the database itself. */
  readonly session?: SessionProof | null | undefined
  /** The transaction may not write. Each exchange is then a transaction of its own, which needs no commit. */
  readonly isRead?: boolean | undefined
}

/** What was sent to the database: round trips, and the statements in them. */
export interface Traffic {
  exchanges: number
  statements: number
}

export type OnNotify = (payload: string) => void

/** SQL in the session of `asOwner`; without parameters it may contain several statements. */
export type OwnerRun = (text: string, parameters?: readonly unknown[]) => Promise<Rows>

/** Database driver: embedded PostgreSQL (PGlite) or a server. Same dialect and behaviour. */
export interface DatabaseDriver {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Begins a transaction with the role and `app.user_id` set locally. Callers are queued fairly. With a session, every result is
   * a `SessionChanged` if the session is not the one that was known.
   */
  begin(caller: Caller): Promise<OpenTransaction>
  /**
   * Runs SQL of the job queue outside our transactions; without parameters it may contain several statements. Their rows are
   * concatenated.
   */
  runAsJobs(text: string, parameters?: readonly unknown[]): Promise<{ rows: unknown[] }>
  /** Exclusive session with the owner's rights, for migrations, housekeeping and backups only. */
  asOwner<T>(work: (run: OwnerRun) => Promise<T>): Promise<T>
  /**
   * LISTENs on a channel; notifications arrive after commit. Reconnects automatically; `onGap` is called when notifications may
   * have been missed.
   */
  listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>>
  /**
   * Copies the files of the embedded database to a new directory, between two transactions: the others wait. Absent with a
   * server.
   */
  readonly copyTo?: (target: string) => Promise<void>
  health(): Promise<{ ok: boolean; detail?: string }>
  /** Counts since the start, of all transactions. */
  readonly traffic: Traffic
  close(): Promise<void>
}

/** Time limits for queries and transactions. */
export interface Limits {
  readonly queryMs: number
  readonly transactionMs: number
}
export const defaultLimits: Limits = { queryMs: 30_000, transactionMs: 60_000 }
