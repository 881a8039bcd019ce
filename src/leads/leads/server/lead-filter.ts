import { refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { LeadFilter } from './queries.ts'

/** The filter as requests name it. */
export type NamedLeadFilter = Omit<LeadFilter, 'staleAt'> & { readonly stale?: 'yes' | undefined }

/** The filter of a request as queries take it. A partner who could filter by duplicates would learn which leads are marked. */
export function filterOf<F extends NamedLeadFilter>(
  { actor, now }: Pick<TransactionContext, 'actor' | 'now'>,
  { stale, ...filter }: F,
) {
  const ofAll = actor.kind === 'admin'
  refuseUnless(ofAll || !filter.duplicates, 'not_allowed')
  return { ...filter, ofAll, ...(stale ? { staleAt: now } : {}) }
}
