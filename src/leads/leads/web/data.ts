import type { Query } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Lead, LeadDetail, LeadInput } from '../api/leads.ts'
import { leadRoutes } from '../api/leads.ts'
import type { LeadStatus } from '../domain/leads.ts'
import type { Loss } from '../domain/lost-leads.ts'
import { call } from '#platform/web/app/api.ts'
import { ApiError } from '#platform/web/app/api-error.ts'
import { refetchPaced } from '#platform/web/app/paced-refetch.ts'
import { queryClient } from '#platform/web/app/query-client.ts'
import type { BoardFilter } from './board/board-reads.ts'
import { holdLead, interruptBoardFetches, isReadByIds, readChangedLeads } from './board/changed-leads.ts'
import type { CachedColumn } from './board/column-pages.ts'
import { showMoved } from './board/moved-card.ts'
import { changedFields } from './form/lead-changes.ts'

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

/** Shows this tab's change of a lead: boards read that lead alone, with their sums. */
async function showChange(id: string): Promise<void> {
  const isOnBoard = ({ queryKey: [, kind] }: Query) => kind === 'column' || kind === 'summary'
  const board = queryClient.getQueryCache().findAll({ queryKey: ['leads'], predicate: isOnBoard })
  const read = readChangedLeads([id])
  refetchPaced(board.filter((query) => !isReadByIds(query)))
  await Promise.all([read, queryClient.invalidateQueries({ queryKey: ['leads'], predicate: (query) => !isOnBoard(query) })])
}

/** `partnerId` is for administrators; a partner adds leads of their own. */
export async function addLead(body: LeadInput & { partnerId?: string }): Promise<void> {
  const { id } = await call(leadRoutes.addLead, { body })
  await showChange(id)
}

/** Sends only the fields that differ from `lead`, the lead as it was when the form was opened. */
export async function editLead(lead: Lead, input: LeadInput): Promise<void> {
  const body = changedFields(lead, input)
  await call(leadRoutes.editLead, { params: { id: lead.id }, body })
  await showChange(lead.id)
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

/** Says why a lead was lost, or says it better. */
export async function explainLoss(id: string, loss: Loss): Promise<void> {
  await call(leadRoutes.explainLoss, { params: { id }, body: loss })
  await showChange(id)
}

export async function notADuplicate(id: string): Promise<void> {
  await call(leadRoutes.notADuplicate, { params: { id } })
  await showChange(id)
}

export async function deleteLead(id: string): Promise<void> {
  await call(leadRoutes.deleteLead, { params: { id } })
  await showChange(id)
}

/**
 * Moves a card optimistically, to Perdu with the reason. If the server refuses, the card goes back to where the server has it.
 * Throws the server's error. The lead as it is now, with the commission that a signature makes.
 */
export async function moveLead(lead: Lead, to: LeadStatus, filter: BoardFilter, loss?: Loss): Promise<LeadDetail> {
  const release = holdLead(lead.id)
  const resume = await interruptBoardFetches()
  showMoved(lead, to, filter)
  let saved: LeadDetail
  try {
    saved = await call(leadRoutes.moveLead, {
      params: { id: lead.id },
      body: { from: lead.status, to, ...(loss ? { loss } : {}) },
    })
  } catch (error) {
    showMoved({ ...lead, status: to }, lead.status, filter)
    release()
    // Refused: somebody else moved, settled or deleted it, and its live event may have arrived during the move.
    if (error instanceof ApiError && error.code !== 'network') await showChange(lead.id)
    resume()
    throw error
  }
  release()
  resume()
  await showChange(lead.id)
  return saved
}
