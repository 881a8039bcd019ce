import type { InfiniteData } from '@tanstack/react-query'
import type { Lead } from '#api/leads.ts'

type Place = Pick<Lead, 'createdAt' | 'id'>

/** What the portal answers when it is asked for a part of a list. */
export interface LeadPage {
  readonly items: Lead[]
  readonly nextCursor: string | null
}

/**
 * Part of a column, between two places that stay where they are however many leads come and go between them: so one page
 * can be read again without those after it.
 */
export interface ColumnPage extends LeadPage {
  /** Older leads belong to the next page; null when there is none. */
  readonly end: Place | null
  /** Something may have changed since it was read. */
  readonly stale: boolean
}

export type Column = InfiniteData<ColumnPage>

/** Columns are ordered newest first, by time and then by id. */
function isOlder(one: Place, other: Place): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt
}

/** A page as it was read the first time: where it ends now is where it ends from now on. */
export function newPage({ items, nextCursor }: LeadPage): ColumnPage {
  const last = items.at(-1)
  return { items, nextCursor, end: nextCursor && last ? { createdAt: last.createdAt, id: last.id } : null, stale: false }
}

/** A page after it was read again from its beginning. What the answer was too short for stays as it was known. */
export function rereadPage(old: ColumnPage, answer: LeadPage): ColumnPage {
  const { end, nextCursor } = old
  const last = answer.items.at(-1)
  if (!end || !last || answer.nextCursor === null) return newPage(answer)
  const within = answer.items.filter((lead) => !isOlder(lead, end))
  const beyond = old.items.filter((lead) => isOlder(lead, last))
  return { items: [...within, ...beyond], nextCursor, end, stale: false }
}

function replacePage(column: Column, index: number, items: Lead[]): Column {
  return { ...column, pages: column.pages.map((page, at) => (at === index ? { ...page, items } : page)) }
}

/** Takes a lead out of the page that shows it; the others stay the objects they are. */
export function withoutLead(column: Column, leadId: string): Column {
  const index = column.pages.findIndex(({ items }) => items.some(({ id }) => id === leadId))
  const page = column.pages[index]
  if (!page) return column
  return replacePage(
    column,
    index,
    page.items.filter(({ id }) => id !== leadId),
  )
}

/** Puts a lead where its date belongs, unless that part of the column has not been read yet. */
export function withLead(column: Column, lead: Lead): Column {
  const index = column.pages.findIndex(({ end }) => !end || !isOlder(lead, end))
  const page = column.pages[index]
  if (!page) return column
  const others = page.items.filter(({ id }) => id !== lead.id)
  const place = others.findIndex((other) => isOlder(other, lead))
  return replacePage(column, index, others.toSpliced(place === -1 ? others.length : place, 0, lead))
}

/** The pages that hold the leads from the first to the last index. An empty page there counts: leads may come into it. */
export function pagesAround(pages: readonly LeadPage[], first: number, last: number): readonly number[] {
  const around: number[] = []
  let start = 0
  for (const [index, { items }] of pages.entries()) {
    if (start <= last && start + Math.max(1, items.length) > first) around.push(index)
    start += items.length
  }
  return around
}
