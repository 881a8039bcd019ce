import type { Lead } from '../../api/leads.ts'
import type { LeadStatusStats, LeadStatus } from '../../domain/leads.ts'
import { queryClient } from '#platform/web/app/query-client.ts'
import { columnQuery, summaryQuery } from './board-queries.ts'
import type { BoardFilter } from './board-reads.ts'
import type { CachedColumn } from './column-pages.ts'
import { withLead, withoutLead } from './column-pages.ts'

/** A lead's share in the sums of its column. */
export type Counted = Pick<Lead, 'status' | 'estimatedAmountCents'>

/** The sums of the columns after a lead came (`before` is null), changed or went (`after` is null). */
export function sumsAfter(
  byStatus: readonly LeadStatusStats[],
  before: Counted | null,
  after: Counted | null,
): LeadStatusStats[] {
  return byStatus.map((column) => {
    const came = after?.status === column.status ? after : null
    const went = before?.status === column.status ? before : null
    return {
      ...column,
      count: column.count + (came ? 1 : 0) - (went ? 1 : 0),
      amountCents: column.amountCents + (came?.estimatedAmountCents ?? 0) - (went?.estimatedAmountCents ?? 0),
    }
  })
}

/** Moves a lead in the board's cache. */
export function showMoved(lead: Lead, to: LeadStatus, filter: BoardFilter): void {
  const moved = { ...lead, status: to }
  const change = (status: LeadStatus, patch: (column: CachedColumn) => CachedColumn) =>
    queryClient.setQueryData(columnQuery(status, filter).queryKey, (column: CachedColumn | undefined) => column && patch(column))
  change(lead.status, (column) => withoutLead(column, lead.id))
  change(to, (column) => withLead(column, moved))
  queryClient.setQueryData(
    summaryQuery(filter).queryKey,
    (summary) => summary && { byStatus: sumsAfter(summary.byStatus, lead, moved) },
  )
}
