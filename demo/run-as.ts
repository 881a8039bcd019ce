import type { Actor } from '#domain/actor.ts'
import type { TransactionContext } from '#server/transaction.ts'

/** Does a piece of work as somebody at a moment of the story; nobody in it gets mail. */
export type RunAs = <T>(actor: Actor, at: Date, run: (context: TransactionContext) => Promise<T>) => Promise<T>
