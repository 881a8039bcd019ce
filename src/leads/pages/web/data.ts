import { type Query, queryOptions } from '@tanstack/react-query'
import type { SentChanges } from '#leads/fields/web/custom-values.ts'
import { type LeadAfter, type LeadDetail, type ListedLead, leadRoutes } from '#leads/leads/api/leads.ts'
import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { Loss } from '#leads/leads/domain/lost-leads.ts'
import { commentsQuery, leadQuery } from '#leads/leads/web/data.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { leadOn } from './board/board-data.ts'
import { boardOf, knownBoards } from './board/board-query.ts'
import {
  interruptReads,
  readByIds,
  type SentChange,
  sendChange,
  showAnswer,
  showDeleted,
  showMoved,
  showRefused,
} from './board/own-changes.ts'
import type { FilledLead } from './form/filled-lead.ts'
import { changedFields } from './form/lead-changes.ts'

/** A lead as a board in the cache shows it, so that its drawer opens with content. */
export function readOnBoard(id: string): ListedLead | undefined {
  for (const query of knownBoards()) {
    const board = boardOf(query)
    const leadOnBoard = board && leadOn(board, id)
    if (leadOnBoard) return leadOnBoard
  }
}

/** The lead as it is now: read before it moves, for what its new stage asks for. */
export const readLead = (id: string): Promise<LeadDetail> => queryClient.fetchQuery({ ...leadQuery(id), staleTime: 0 })

interface Contact {
  readonly email: string
  readonly company: string
  readonly phone: string
}

/** Checks for an existing lead; disabled until something is entered that a client is known by. */
export const duplicateQuery = ({ email, company, phone }: Contact, exceptId: string | undefined) =>
  queryOptions({
    queryKey: ['leads', 'duplicate', email, company, phone, exceptId],
    queryFn: ({ signal }) =>
      call(leadRoutes.findDuplicate, { query: { email, company, exceptId, ...(phone === '' ? {} : { phone }) }, signal }),
    enabled: [email, company, phone].some((each) => each !== ''),
  })

/** Possible duplicates of these leads, with the older lead of each. */
export const duplicatesQuery = listQuery((query) => ['leads', 'pairs', query], leadRoutes.listLeads)

/** Marks the other queries about leads as stale after a change of this one, and refetches those on screen. */
function readOthers(id: string, isDeleted = false): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: ['leads'],
    predicate: ({ queryKey: [, kind, of] }) => kind !== 'board' && (of !== id || (kind !== 'one' && !isDeleted)),
  })
}

/** Shows this tab's change of a lead by its answer. */
async function show(change: SentChange<LeadAfter>, certain?: ReadonlySet<Query>): Promise<void> {
  const { byStatus: _, ...lead } = change.answer
  const detail = (previous: LeadDetail | undefined) =>
    'commission' in lead ? (lead as LeadDetail) : previous && { ...previous, ...lead }
  queryClient.setQueryData(leadQuery(lead.id).queryKey, detail)
  await Promise.all([showAnswer(change, certain), readOthers(lead.id)])
}

/** `partnerId` is for administrators; a partner adds leads of their own. `key`: of a lead that was kept on the device. */
export async function addLead(body: FilledLead & { partnerId?: string }, key?: string): Promise<LeadAfter> {
  const change = await sendChange(() => call(leadRoutes.addLead, key ? { body, key } : { body }))
  await show(change)
  return change.answer
}

/** Sends only the fields that differ from `lead`, the lead as it was seen. */
export async function editLead(lead: FilledLead & { readonly id: string }, input: FilledLead): Promise<void> {
  const body = changedFields(lead, input)
  await show(await sendChange(() => call(leadRoutes.editLead, { params: { id: lead.id }, body })))
}

/** Fills in what a lead lacks, by the keys of its fields, built-in ones among them. */
export function completeLead(known: LeadDetail, values: SentChanges): Promise<void> {
  // What was saved before a move that then failed is not sent again.
  const lead = queryClient.getQueryData(leadQuery(known.id).queryKey) ?? known
  const fields = Object.fromEntries(Object.entries(values).filter(([key]) => !isBuiltIn(key)))
  return editLead(lead, { ...lead, ...values, fields })
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

/** Sets or changes the reason why a lead was lost. */
/** `expected` is the reason that was seen. */
export async function explainLoss(id: string, loss: Loss, expected: Loss | null): Promise<void> {
  await show(await sendChange(() => call(leadRoutes.explainLoss, { params: { id }, body: { ...loss, expected } })))
}

export async function notADuplicate(id: string): Promise<void> {
  await show(await sendChange(() => call(leadRoutes.notADuplicate, { params: { id } })))
}

export async function deleteLead(lead: ListedLead): Promise<void> {
  const change = await sendChange(() => call(leadRoutes.deleteLead, { params: { id: lead.id } }))
  await Promise.all([showDeleted(change, lead), readOthers(lead.id, true)])
}

/** What a stage has asked for, as it moves with the lead. */
export interface StageAnswer {
  readonly reason?: string
  readonly estimatedAmountCents?: number
  /** It is the id of an uploaded file. */
  readonly uploadId?: string
}

/**
 * Moves a card optimistically, to Perdu with the reason. If the server refuses, the card goes back to where the server has it.
 * Throws the server's error. The lead as it is now, with the commission that a signature makes.
 */
export async function moveLead(
  lead: ListedLead,
  to: LeadStatus,
  { loss, reason, estimatedAmountCents, uploadId }: StageAnswer & { readonly loss?: Loss | undefined } = {},
): Promise<LeadDetail> {
  const interrupted = await interruptReads()
  const { staleSince: _, ...known } = lead
  const after = { ...known, status: to, ...(estimatedAmountCents ? { estimatedAmountCents } : {}) }
  const moved = showMoved(lead, after)
  const body = { from: lead.status, to, loss, reason, estimatedAmountCents, uploadId }
  try {
    const change = await sendChange(() => call(leadRoutes.moveLead, { params: { id: lead.id }, body })).catch(async (error) => {
      showRefused(lead, after, moved)
      // Refused: somebody else moved, settled or deleted it.
      if (error instanceof ApiError && error.code !== 'network') await readByIds([...moved], lead.id)
      throw error
    })
    await show(change, moved)
    return change.answer
  } finally {
    void readByIds(interrupted, lead.id)
  }
}
