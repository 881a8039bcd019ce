import type { Query } from '@tanstack/react-query'
import type { LeadAfter, ListedLead } from '#leads/leads/api/leads.ts'
import { refetchPaced } from '#platform/web/app/queries/paced-refetch.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { type Board, leadOn, markedAsDuplicatesOf, withCount, withLead, withoutLead } from './board-data.ts'
import { type BoardFilter, boardOf, knownBoards, patchBoard } from './board-query.ts'
import { noteChanged, noteShown } from './changed-leads.ts'

/** The server's answer to a change that this tab made. */
export interface SentChange<T> {
  readonly answer: T
  readonly sentAt: number
  /** Whether no other change was under way meanwhile: the sums of two answers may each lack the other's change. */
  readonly isAlone: boolean
}

let begun = 0
let underWay = 0

export async function sendChange<T>(send: () => Promise<T>): Promise<SentChange<T>> {
  begun += 1
  const [number, sentAt, isFirst] = [begun, performance.now(), underWay === 0]
  underWay += 1
  try {
    const answer = await send()
    return { answer, sentAt, isAlone: isFirst && begun === number }
  } finally {
    underWay -= 1
  }
}

/** The API's sums are those of a board without a filter. */
const isOfAll = ({ queryKey: [, , filter] }: Query) => Object.values(filter as object).every((value) => value === undefined)

/** Such a board loses a lead that moves. */
const isOfStale = ({ queryKey: [, , filter] }: Query) => (filter as BoardFilter).stale !== undefined

/**
 * Shows the answer to this tab's change on the boards. `certain`: boards whose filter matches the lead for certain, and whose
 * sums know of the change. What an answer does not tell of the others is read by the lead's id.
 */
export async function showAnswer(
  { answer, sentAt, isAlone }: SentChange<LeadAfter>,
  certain: ReadonlySet<Query> = new Set(),
): Promise<void> {
  const { byStatus, ...lead } = answer
  noteShown(lead.id)
  const unsure = knownBoards().filter((query) => {
    const board = boardOf(query)
    if (!board || query.state.fetchStatus !== 'idle' || board.readAt > sentAt) return true
    if (isAlone && isOfAll(query)) patchBoard(query, () => withLead({ ...board, byStatus }, lead))
    else if (certain.has(query) && !isOfStale(query)) patchBoard(query, () => withLead(board, lead))
    else return true
    return marksDuplicatesOf(board, lead)
  })
  await readByIds(unsure, lead.id)
}

/**
 * Whether other cards name this lead as it was. Nothing else of theirs depends on it: an edit may mark or clear the edited lead
 * alone, whatever becomes of its e-mail.
 */
function marksDuplicatesOf(board: Board, lead: ListedLead): boolean {
  const before = leadOn(board, lead.id)
  const isSame = before?.name === lead.name && before.company === lead.company
  return !isSame && markedAsDuplicatesOf(board, [lead.id]).length > 0
}

/** Takes a lead that this tab has deleted off the boards. */
export async function showDeleted({ sentAt }: SentChange<unknown>, lead: ListedLead): Promise<void> {
  noteShown(lead.id)
  const unsure = knownBoards().filter((query) => {
    const board = boardOf(query)
    const before = board && leadOn(board, lead.id)
    if (!board || query.state.fetchStatus !== 'idle' || board.readAt > sentAt || !(before || isOfAll(query))) return true
    patchBoard(query, () => withCount(withoutLead(board, lead.id), before ?? lead, null))
    return markedAsDuplicatesOf(board, [lead.id]).length > 0
  })
  await readByIds(unsure, lead.id)
}

/** Moves a card on the boards that show it, which it returns. */
export function showMoved(lead: ListedLead, after: ListedLead): ReadonlySet<Query> {
  const queries = new Set(
    knownBoards().filter((query) => {
      const board = boardOf(query)
      return board && leadOn(board, lead.id)
    }),
  )
  for (const query of queries) showChanged(query, lead, after)
  return queries
}

/** Puts a card back on these boards. */
export function showRefused(lead: ListedLead, attempted: ListedLead, queries: ReadonlySet<Query>): void {
  for (const query of queries) showChanged(query, attempted, lead)
}

const showChanged = (query: Query, before: ListedLead, after: ListedLead) =>
  patchBoard(query, (board) => withCount(withLead(board, after), before, after))

/** Stops reads whose answers would not know of a change that is shown before it is saved. Returns the boards to be read again. */
export async function interruptReads(): Promise<readonly Query[]> {
  const reading = knownBoards().filter((query) => boardOf(query) && query.state.fetchStatus !== 'idle')
  const predicate = (query: Query) => reading.includes(query)
  if (reading.length > 0) await queryClient.cancelQueries({ predicate })
  return reading
}

/** Reads boards again: the lead alone, if nothing else of them is stale. Those out of sight are read when they are shown next. */
export async function readByIds(boards: readonly Query[], leadId: string): Promise<void> {
  if (boards.length === 0) return
  noteChanged(leadId)
  const visible = boards.filter((query) => query.isActive() && boardOf(query))
  // A first read that is under way cannot be started again.
  refetchPaced(boards.filter((query) => !visible.includes(query)))
  const predicate = (query: Query) => visible.includes(query)
  await queryClient.refetchQueries({ predicate })
}
