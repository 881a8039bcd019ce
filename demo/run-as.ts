import type { Actor } from '#access/domain/actor.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'

/** Runs a transaction as `actor` at a past time, without sending mail. */
export type RunAs = <T>(actor: Actor, at: Date, run: (context: TransactionContext) => Promise<T>) => Promise<T>
