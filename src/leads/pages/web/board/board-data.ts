import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatusStats } from '#leads/leads/domain/leads.ts'

type LeadPosition = Pick<ListedLead, 'createdAt' | 'id'>

/** A page as the API returns it. */
export interface LeadPage {
  readonly items: ListedLead[]
  readonly nextCursor: string | null
}

/** The leads of a column that are loaded, newest first. */
export interface Column extends LeadPage {
  /** The position of `nextCursor`: older leads come with the next page, even if the lead there is gone. Null on the last page. */
  readonly end: LeadPosition | null
}

export interface Board {
  readonly byStatus: LeadStatusStats[]
  /** By the key of its stage, in the board's order. */
  readonly columns: Readonly<Record<string, Column>>
  /** Start of the read (`performance.now()`): leads that were noted as changed since then are still to be read. */
  readonly readAt: number
}

export const emptyColumn: Column = { items: [], nextCursor: null, end: null }

/** By time, then by id. */
function isOlder(one: LeadPosition, other: LeadPosition): boolean {
  return one.createdAt === other.createdAt ? one.id < other.id : one.createdAt < other.createdAt
}

/** Adds the page that follows. */
export function withPage({ items }: Column, page: LeadPage): Column {
  const last = page.nextCursor === null ? undefined : page.items.at(-1)
  const end = last ? { createdAt: last.createdAt, id: last.id } : null
  return { items: [...items, ...page.items], nextCursor: page.nextCursor, end }
}

/** Inserts a lead by date, unless that part of the column is not loaded. */
function insert(column: Column, lead: ListedLead): Column {
  if (column.end && isOlder(lead, column.end)) return column
  const place = column.items.findIndex((other) => isOlder(other, lead))
  return { ...column, items: column.items.toSpliced(place === -1 ? column.items.length : place, 0, lead) }
}

const without = (column: Column, id: string): Column =>
  column.items.some((lead) => lead.id === id) ? { ...column, items: column.items.filter((lead) => lead.id !== id) } : column

/** Takes a lead off a board; columns without it stay the same objects. */
export function withoutLead(board: Board, id: string): Board {
  const columns = Object.entries(board.columns).map(([status, column]) => [status, without(column, id)] as const)
  return { ...board, columns: Object.fromEntries(columns) }
}

/** Puts a lead into the column it is in now, and out of all others. */
export function withLead(board: Board, lead: ListedLead): Board {
  const { columns } = withoutLead(board, lead.id)
  const column = columns[lead.status]
  // A stage that has come since the board was read: the board is read anew.
  return column ? { ...board, columns: { ...columns, [lead.status]: insert(column, lead) } } : { ...board, columns }
}

const loadedLeads = (board: Board) => Object.values(board.columns).flatMap(({ items }) => items)

/** A lead among the loaded ones. */
export const leadOn = (board: Board, id: string): ListedLead | undefined => loadedLeads(board).find((lead) => lead.id === id)

/** Loaded leads that show one of these as the lead they may duplicate. */
export function markedAsDuplicatesOf(board: Board, ids: readonly string[]): readonly string[] {
  return loadedLeads(board).flatMap(({ id, possibleDuplicate: other }) => (other && ids.includes(other.id) ? id : []))
}

/** A lead's share in the sums of its column. */
type CountedLead = Pick<ListedLead, 'status' | 'estimatedAmountCents'>

/** The sums after a lead came (`before` is null), changed or went (`after` is null). */
export function withCount(board: Board, before: CountedLead | null, after: CountedLead | null): Board {
  const byStatus = board.byStatus.map((sums) => {
    const came = after?.status === sums.status ? after : null
    const went = before?.status === sums.status ? before : null
    return {
      ...sums,
      count: sums.count + (came ? 1 : 0) - (went ? 1 : 0),
      amountCents: sums.amountCents + (came?.estimatedAmountCents ?? 0) - (went?.estimatedAmountCents ?? 0),
    }
  })
  return { ...board, byStatus }
}
