import { queryOptions } from '@tanstack/react-query'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { partnerProfileRoutes } from '../api/profile.ts'

/** Rows of the lists on the page; the whole ones are a link away. */
export const newestCount = 5

type Part = 'profile' | 'leads' | 'contracts' | 'notes' | 'history'
const keyOf = (id: string, part: Part) => ['partners', 'one', id, part] as const

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'profile'),
    queryFn: ({ signal }) => call(partnerProfileRoutes.getPartnerProfile, { params: { id }, signal }),
  })

export const newestLeadsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'leads'),
    queryFn: ({ signal }) => call(leadRoutes.listLeads, { query: { partnerId: id, limit: newestCount }, signal }),
  })

export const newestContractsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id, 'contracts'),
    queryFn: ({ signal }) => call(contractRoutes.listContracts, { query: { partnerId: id, limit: newestCount }, signal }),
  })

export const notesQuery = (id: string) =>
  pagesQuery(keyOf(id, 'notes'), (cursor, signal) =>
    call(partnerProfileRoutes.listPartnerNotes, { params: { id }, query: { cursor, limit: 20 }, signal }),
  )

export const historyQuery = (id: string) =>
  pagesQuery(keyOf(id, 'history'), (cursor, signal) =>
    call(partnerProfileRoutes.partnerHistory, { params: { id }, query: { cursor }, signal }),
  )

/** Reads the page again after a change of this tab, whose own live message does not. */
export const readPartnerAgain = (id: string) => queryClient.invalidateQueries({ queryKey: ['partners', 'one', id] })

async function changing<T>(id: string, work: Promise<T>): Promise<T> {
  const result = await work
  await readPartnerAgain(id)
  return result
}

export const addNote = (id: string, body: { body: string }) =>
  changing(id, call(partnerProfileRoutes.addPartnerNote, { params: { id }, body }))
export const editNote = (id: string, noteId: string, body: { body: string }) =>
  changing(id, call(partnerProfileRoutes.editPartnerNote, { params: { id, noteId }, body }))
export const deleteNote = (id: string, noteId: string) =>
  changing(id, call(partnerProfileRoutes.deletePartnerNote, { params: { id, noteId } }))
