import { partnerMay } from '#access/domain/abilities.ts'
import { readConditions } from '#leads/fields/server/filter-queries.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { NamedLeadFilter } from './filter-queries.ts'

/**
 * The filter of a request as queries take it, without custom fields. A partner who could filter by duplicates would learn
 * which leads are marked.
 */
export function filterOf<F extends NamedLeadFilter>(
  { actor, now }: Pick<TransactionContext, 'actor' | 'now'>,
  { stale, fieldValues: _, ...filter }: F,
) {
  const ofAll = actor.kind === 'admin'
  refuseUnless(ofAll || !filter.duplicates, 'not_allowed')
  const ofOwn = !partnerMay(actor, 'all_leads')
  return { ...filter, ofAll, ofOwn, ...(stale ? { staleAt: now } : {}) }
}

/** The whole filter of a request: custom fields are looked up where it names some. */
export async function readFilter<F extends NamedLeadFilter>(
  context: Pick<TransactionContext, 'tx' | 'actor' | 'now'>,
  filter: F,
) {
  const fieldValues = filter.fieldValues ? await readConditions(context, filter.fieldValues) : undefined
  return { ...filterOf(context, filter), fieldValues }
}
