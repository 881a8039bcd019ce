import type { InfiniteData } from '@tanstack/react-query'
import type { Lead } from '../../api/leads.ts'

type LeadPosition = Pick<Lead, 'createdAt' | 'id'>

/** A page as the API returns it. */
export interface LeadPage {
  readonly items: Lead[]
  readonly nextCursor: string | null
}

/**
 * A page of a board column between two fixed positions: leads that come and go within it do not shift the pages after it, so each
 * page can be refetched by itself.
 */
export interface ColumnPage extends LeadPage {
  /** Older leads belong to the next page; null on the last page. */
  readonly end: LeadPosition | null
  /** To be refetched when it becomes visible. */
  readonly stale: boolean
}

export type CachedColumn = InfiniteData<ColumnPage>

/** Columns are sorted newest first, by time, then by id. */
function isOlder(one: LeadPosition, other: LeadPosition): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt
}

/** A page fetched for the first time. Its end stays fixed from now on. */
export function newPage({ items, nextCursor }: LeadPage): ColumnPage {
  const last = items.at(-1)
  return { items, nextCursor, end: nextCursor && last ? { createdAt: last.createdAt, id: last.id } : null, stale: false }
}

/** Whether an answer has all leads of a page, which may have grown. */
export function reachesEnd({ end }: ColumnPage, { items, nextCursor }: LeadPage): boolean {
  const last = items.at(-1)
  return !end || !last || nextCursor === null || !isOlder(end, last)
}

/** Merges a refetched page. If the answer is shorter than the page, older items are kept. */
export function refetchedPage(old: ColumnPage, answer: LeadPage): ColumnPage {
  const { end, nextCursor } = old
  const last = answer.items.at(-1)
  if (!end || !last || answer.nextCursor === null) return newPage(answer)
  const within = answer.items.filter((lead) => !isOlder(lead, end))
  const beyond = old.items.filter((lead) => isOlder(lead, last))
  return { items: [...within, ...beyond], nextCursor, end, stale: false }
}

function replacePage(column: CachedColumn, index: number, items: Lead[]): CachedColumn {
  return { ...column, pages: column.pages.map((page, at) => (at === index ? { ...page, items } : page)) }
}

/** Removes a lead; pages that do not contain it keep their identity. */
export function withoutLead(column: CachedColumn, leadId: string): CachedColumn {
  const index = column.pages.findIndex(({ items }) => items.some(({ id }) => id === leadId))
  const page = column.pages[index]
  if (!page) return column
  return replacePage(
    column,
    index,
    page.items.filter(({ id }) => id !== leadId),
  )
}

/** Inserts a lead by date, unless that part of the column is not loaded yet. */
export function withLead(column: CachedColumn, lead: Lead): CachedColumn {
  const index = column.pages.findIndex(({ end }) => !end || !isOlder(lead, end))
  const page = column.pages[index]
  if (!page) return column
  const others = page.items.filter(({ id }) => id !== lead.id)
  const place = others.findIndex((other) => isOlder(other, lead))
  return replacePage(column, index, others.toSpliced(place === -1 ? others.length : place, 0, lead))
}

/** Indexes of the pages with the leads `first` to `last`. Includes empty pages, since leads may come into them. */
export function visiblePageIndexes(pages: readonly LeadPage[], first: number, last: number): readonly number[] {
  const around: number[] = []
  let start = 0
  for (const [index, { items }] of pages.entries()) {
    if (start <= last && start + Math.max(1, items.length) > first) around.push(index)
    start += items.length
  }
  return around
}
