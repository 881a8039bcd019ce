import type { Statement } from '../statement.ts'

/** What carries the statements of a transaction: a connection, or the embedded database's thread. */
export interface Line {
  /**
   * Sends statements in one go; each learns its own outcome, and one that fails takes those behind it with it. `isLast`: they end
   * the transaction.
   */
  send(statements: readonly Statement[], isLast: boolean): void
  /** Whether what is sent in one go is a transaction also without `begin`: a read then needs neither that nor a commit. */
  readonly isTransactional: boolean
  /** Whether the last statements end the transaction also where they fail: what was not committed is rolled back. */
  readonly endsItself: boolean
  /** False while the transaction's first statements may be waiting behind another transaction. */
  hasBegun(): boolean
  /** Gives the line back. `broken`: its transaction may still be open. */
  release(broken: boolean): void
}
