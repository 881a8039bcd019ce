import { hashKey, infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Lead, LeadDetail, LeadInput } from '#api/leads.ts'
import { firstLeads, leadRoutes } from '#api/leads.ts'
import type { LeadStatusStats, LeadStatus } from '#domain/leads.ts'
import { leadStatuses } from '#domain/leads.ts'
import { call } from '../app/api.ts'
import { ApiError } from '../app/api-error.ts'
import { queryClient } from '../app/query-client.ts'
import type { BoardFilter } from './board/board-reads.ts'
import { readBoardPart } from './board/board-reads.ts'
import type { CachedColumn, ColumnPage, LeadPage } from './board/column-pages.ts'
import { newPage, refetchedPage, withLead, withoutLead } from './board/column-pages.ts'
import { changedFields } from './form/lead-changes.ts'

/** What is fetched ahead of somebody who scrolls. */
const laterPage = 100
/** Leads that came into a page since it was read find room when it is read again. */
const growth = 20
const maxAtOnce = 200

/** The pages that a column on screen shows, by the hash of its key. */
const inView = new Map<string, readonly number[]>()

/** Says which pages are looked at: they alone are read again when something has changed. Null: the column has gone. */
export function setVisiblePages(status: LeadStatus, filter: BoardFilter, pages: readonly number[] | null): void {
  const hash = hashKey(columnQuery(status, filter).queryKey)
  if (pages) inView.set(hash, pages)
  else inView.delete(hash)
}

/**
 * One column of a board, newest first, a page at a time. When it is read again, only the pages in view are asked for: those
 * out of sight are marked as stale and read again when they come into view.
 */
export const columnQuery = (status: LeadStatus, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'column', status, filter],
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<ColumnPage> => {
      const known = client.getQueryData<CachedColumn>(queryKey)
      const index = known ? known.pageParams.indexOf(pageParam) : -1
      const old = known?.pages[index]
      if (old && !(inView.get(hashKey(queryKey)) ?? [0]).includes(index)) return { ...old, stale: true }
      const limit = old ? Math.min(old.items.length + growth, maxAtOnce) : pageParam ? laterPage : firstLeads
      const answer = pageParam
        ? await call(leadRoutes.listLeads, { query: { ...filter, status, limit, cursor: pageParam }, signal })
        : await firstPage(status, filter, limit, signal)
      return old ? refetchedPage(old, answer) : newPage(answer)
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })

async function firstPage(status: LeadStatus, filter: BoardFilter, limit: number, signal: AbortSignal): Promise<LeadPage> {
  const { pages } = await readBoardPart(filter, { status, limit }, signal)
  const page = pages.find((each) => each.status === status)
  if (!page) throw new Error(`the board was answered without ${status}`)
  return page
}

/** Count and sum of each board column. */
export const summaryQuery = (filter: BoardFilter) =>
  queryOptions({
    queryKey: ['leads', 'summary', filter],
    queryFn: async ({ signal }) => ({ byStatus: (await readBoardPart(filter, null, signal)).byStatus }),
    placeholderData: keepPreviousData,
  })

/** Reads what a board shows at once. */
export const readBoard = (filter: BoardFilter): Promise<void>[] => [
  queryClient.prefetchQuery(summaryQuery(filter)),
  ...leadStatuses.map((status) => queryClient.prefetchInfiniteQuery(columnQuery(status, filter))),
]

/** Reads again what could not be read of leads. */
export const retryBoard = (): void =>
  void queryClient.refetchQueries({ queryKey: ['leads'], type: 'active', predicate: ({ state }) => state.status === 'error' })

/** A lead from the board's cache, so that its drawer opens with content. */
function readOnBoard(id: string): LeadDetail | undefined {
  const columns = queryClient.getQueriesData<CachedColumn>({ queryKey: ['leads', 'column'] })
  const leads = columns.flatMap(([, column]) => column?.pages.flatMap((page) => page.items) ?? [])
  const found = leads.find((lead) => lead.id === id)
  return found && { ...found, commission: null }
}

export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', 'one', id],
    queryFn: ({ signal }) => call(leadRoutes.getLead, { params: { id }, signal }),
    placeholderData: () => readOnBoard(id),
  })

/** Checks for an existing lead; disabled until an e-mail or company is entered. */
export const duplicateQuery = (email: string, company: string, exceptId: string | undefined) =>
  queryOptions({
    queryKey: ['leads', 'duplicate', email, company, exceptId],
    queryFn: ({ signal }) => call(leadRoutes.findDuplicate, { query: { email, company, exceptId }, signal }),
    enabled: email !== '' || company !== '',
  })

/** The history of a lead, newest first, in pages. */
export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'timeline', id],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.leadTimeline, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** The comments on a lead, newest first, in pages. */
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'comments', id],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.leadComments, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['leads'] })

/** `partnerId` is for administrators; a partner adds leads of their own. */
export async function addLead(body: LeadInput & { partnerId?: string }): Promise<void> {
  await call(leadRoutes.addLead, { body })
  await readAgain()
}

/** Sends only the fields that differ from `lead`, the lead as it was when the form was opened. */
export async function editLead(lead: Lead, input: LeadInput): Promise<void> {
  const body = changedFields(lead, input)
  await call(leadRoutes.editLead, { params: { id: lead.id }, body })
  await readAgain()
}

/** Sends a comment and adds it to the cached thread; the live event then refetches it. */
export async function commentOnLead(id: string, body: string): Promise<void> {
  const comment = await call(leadRoutes.commentOnLead, { params: { id }, body: { body } })
  queryClient.setQueryData(commentsQuery(id).queryKey, (thread) => {
    const [newest, ...older] = thread?.pages ?? []
    if (!thread || !newest) return thread
    const items = [comment, ...newest.items.filter((each) => each.id !== comment.id)]
    return { ...thread, pages: [{ ...newest, items }, ...older] }
  })
}

export async function notADuplicate(id: string): Promise<void> {
  await call(leadRoutes.notADuplicate, { params: { id } })
  await readAgain()
}

export async function deleteLead(id: string): Promise<void> {
  await call(leadRoutes.deleteLead, { params: { id } })
  await readAgain()
}

function patchSummary(byStatus: readonly LeadStatusStats[], lead: Lead, to: LeadStatus): LeadStatusStats[] {
  return byStatus.map((column) => {
    const change = column.status === to ? 1 : column.status === lead.status ? -1 : 0
    const amountCents = column.amountCents + change * lead.estimatedAmountCents
    return { ...column, count: column.count + change, amountCents }
  })
}

/** Moves a lead in the board's cache. */
function showMoved(lead: Lead, to: LeadStatus, filter: BoardFilter): void {
  const change = (status: LeadStatus, patch: (column: CachedColumn) => CachedColumn) =>
    queryClient.setQueryData(columnQuery(status, filter).queryKey, (column: CachedColumn | undefined) => column && patch(column))
  change(lead.status, (column) => withoutLead(column, lead.id))
  change(to, (column) => withLead(column, { ...lead, status: to }))
  queryClient.setQueryData(
    summaryQuery(filter).queryKey,
    (summary) => summary && { byStatus: patchSummary(summary.byStatus, lead, to) },
  )
}

/**
 * Moves a card optimistically. If the server refuses, the card goes back and the board is refetched. Throws the server's error.
 */
export async function moveLead(lead: Lead, to: LeadStatus, filter: BoardFilter): Promise<void> {
  const isTouched = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey[1] !== 'column' || queryKey[2] === lead.status || queryKey[2] === to
  await queryClient.cancelQueries({
    queryKey: ['leads'],
    predicate: (query) => query.state.data !== undefined && isTouched(query),
  })
  showMoved(lead, to, filter)
  try {
    await call(leadRoutes.moveLead, { params: { id: lead.id }, body: { from: lead.status, to } })
  } catch (error) {
    showMoved({ ...lead, status: to }, lead.status, filter)
    // Refused: somebody else moved, settled or deleted it, and its live event may have arrived during the move.
    if (error instanceof ApiError && error.code !== 'network') await readAgain()
    throw error
  }
  await queryClient.invalidateQueries({ queryKey: ['leads'], predicate: isTouched })
}
