import type { InfiniteData } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { adminLeadForm, Lead, LeadDetail, leadForm } from '#contract/leads.ts'
import { leadRoutes } from '#contract/leads.ts'
import type { ColumnFigures, LeadStatus } from '#domain/leads.ts'
import { call } from '../app/api.ts'
import { ApiError } from '../app/api-error.ts'
import { queryClient } from '../app/query-client.ts'

export interface BoardFilter {
  readonly search?: string
  readonly partnerId?: string
  readonly duplicates?: 'yes'
}

type LeadPage = { items: Lead[]; nextCursor: string | null }
type Column = InfiniteData<LeadPage, string>

/** One column of a board, newest first, a page at a time. */
export const columnQuery = (status: LeadStatus, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'column', status, filter],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.listLeads, { query: { ...filter, status, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** Count and sum of every column. */
export const summaryQuery = (filter: BoardFilter) =>
  queryOptions({
    queryKey: ['leads', 'summary', filter],
    queryFn: ({ signal }) => call(leadRoutes.leadSummary, { query: { ...filter }, signal }),
  })

/** A lead that the board has already read, so that its drawer opens full. */
function readOnBoard(id: string): LeadDetail | undefined {
  const columns = queryClient.getQueriesData<Column>({ queryKey: ['leads', 'column'] })
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

/** Whether somebody follows this contact; asked only when there is something to ask about. */
export const knownLeadQuery = (email: string, company: string, exceptId: string | undefined) =>
  queryOptions({
    queryKey: ['leads', 'known', email, company, exceptId],
    queryFn: ({ signal }) => call(leadRoutes.knownLead, { query: { email, company, exceptId }, signal }),
    enabled: email !== '' || company !== '',
  })

/** What happened to a lead, newest first, a page at a time. */
export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'timeline', id],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.leadTimeline, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

/** What was said about a lead, newest first, a page at a time. */
export const commentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['leads', 'comments', id],
    queryFn: ({ pageParam, signal }) =>
      call(leadRoutes.leadComments, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['leads'] })

export async function addLead(body: z.input<typeof leadForm> | z.input<typeof adminLeadForm>): Promise<void> {
  await call(leadRoutes.addLead, { body })
  await readAgain()
}

export async function editLead(id: string, body: z.input<typeof leadForm>): Promise<void> {
  await call(leadRoutes.editLead, { params: { id }, body })
  await readAgain()
}

export async function commentOnLead(id: string, body: string): Promise<void> {
  await call(leadRoutes.commentOnLead, { params: { id }, body: { body } })
  await queryClient.invalidateQueries({ queryKey: commentsQuery(id).queryKey })
}

export async function notADuplicate(id: string): Promise<void> {
  await call(leadRoutes.notADuplicate, { params: { id } })
  await readAgain()
}

export async function deleteLead(id: string): Promise<void> {
  await call(leadRoutes.deleteLead, { params: { id } })
  await readAgain()
}

/** Takes a lead out of a column, or puts it where its date belongs. */
function patchColumn(column: Column | undefined, leadId: string, added: Lead | null): Column | undefined {
  if (!column) return column
  const pages = column.pages.map((page) => ({ ...page, items: page.items.filter((lead) => lead.id !== leadId) }))
  const [first, ...others] = pages
  if (!added || !first) return { ...column, pages }
  const items = [...first.items, added].sort((one, other) => other.createdAt.localeCompare(one.createdAt))
  return { ...column, pages: [{ ...first, items }, ...others] }
}

function patchSummary(columns: readonly ColumnFigures[], lead: Lead, to: LeadStatus): ColumnFigures[] {
  return columns.map((column) => {
    const change = column.status === to ? 1 : column.status === lead.status ? -1 : 0
    const amountCents = column.amountCents + change * lead.estimatedAmountCents
    return { ...column, count: column.count + change, amountCents }
  })
}

/**
 * Moves a card at once and saves after it. When the save is refused everything is put back, and where the lead really is
 * is read again. Throws what the server said.
 */
export async function moveLead(lead: Lead, to: LeadStatus, filter: BoardFilter): Promise<void> {
  await queryClient.cancelQueries({ queryKey: ['leads'] })
  const fromKey = columnQuery(lead.status, filter).queryKey
  const toKey = columnQuery(to, filter).queryKey
  const summaryKey = summaryQuery(filter).queryKey
  const before = [fromKey, toKey, summaryKey].map((key) => [key, queryClient.getQueryData(key)] as const)
  queryClient.setQueryData<Column>(fromKey, (column) => patchColumn(column, lead.id, null))
  queryClient.setQueryData<Column>(toKey, (column) => patchColumn(column, lead.id, { ...lead, status: to }))
  queryClient.setQueryData(summaryKey, (summary) => summary && { columns: patchSummary(summary.columns, lead, to) })
  try {
    await call(leadRoutes.moveLead, { params: { id: lead.id }, body: { from: lead.status, to } })
  } catch (error) {
    for (const [key, data] of before) queryClient.setQueryData(key as readonly unknown[], data)
    if (error instanceof ApiError && error.code === 'lead_moved_meanwhile') await readAgain()
    throw error
  }
  await readAgain()
}
