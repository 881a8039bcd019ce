import { type Person, system } from '#access/domain/actor.ts'
import { personOf } from '#access/server/acting.ts'
import { type TransactionContext, withTransaction } from '../transaction.ts'
import type { OwnCall } from './bind.ts'

/** A transaction of the system for a person, whose own role may not write what the command writes. */
export interface CallerContext extends TransactionContext {
  readonly caller: Person
}

/** Does for the caller what no role of a person may write, and keeps the answer for a repetition. */
export function asSystem<T>(
  { portal, actor, request, keepAnswer }: OwnCall,
  run: (context: CallerContext) => Promise<T>,
): Promise<T> {
  const caller = personOf({ actor })
  return withTransaction(portal, system, async (context) => keepAnswer(context, await run({ ...context, caller })), {
    behalfOf: caller.userId,
    requestId: request.id,
  })
}
