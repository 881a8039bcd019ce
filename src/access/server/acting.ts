import type { Actor, Membership, Person } from '#access/domain/actor.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'

/** The member of staff who acts, with their rights. Refuses `not_allowed` for everybody else. */
export function staffOf({ actor }: Pick<TransactionContext, 'actor'>): Actor & { kind: 'admin' } {
  if (actor.kind !== 'admin') throw new Refusal('not_allowed')
  return actor
}

/** The person acting. Refuses `not_signed_in` for system and anonymous actors. */
export function personOf(context: Pick<TransactionContext, 'actor'>): Person {
  if (!('userId' in context.actor)) throw new Refusal('not_signed_in')
  return context.actor
}

/** The partner that the person acting belongs to. Refuses `not_allowed` for everybody who acts for none. */
export function partnerOf(context: Pick<TransactionContext, 'actor'>): Membership {
  const { partner } = personOf(context)
  if (!partner) throw new Refusal('not_allowed')
  return partner
}
