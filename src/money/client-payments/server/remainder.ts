import type { TransactionContext } from '#platform/server/transaction.ts'
import { type Receipts, remainderOf } from '../domain/client-payments.ts'
import type { LeadMoney } from './lead-money.ts'

/** Stores what a lead's client is expected to pay in all; from then on its payments make its commission due. */
export function keepExpected({ tx, post }: TransactionContext, { id }: Pick<LeadMoney, 'id'>, expectedCents: number): void {
  const terms = { commission_basis: 'cash', expected_cents: expectedCents } as const
  const insertion = tx.insertInto('lead_terms').values({ lead_id: id, ...terms })
  post(insertion.onConflict((conflict) => conflict.column('lead_id').doUpdateSet(terms)))
}

/** What is still expected, as a fact says it where the payments of a client split one commission. */
export const remainderFact = ({ hasOwnBasis }: LeadMoney, receipts: Receipts) =>
  hasOwnBasis ? {} : { remainderCents: remainderOf(receipts) }
