import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { erasureRoutes } from '#people-data/erasures/api.ts'
import { requestAddress } from '#platform/api/route.ts'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { toError } from '#platform/web/app/requests/problems.ts'
import { type answerForm, type askForm, type choicesForm, type enterForm, requestRoutes } from '../api/requests.ts'

export const askAboutData = (body: z.input<typeof askForm>) => call(requestRoutes.askAboutData, { body })

/** One's own request, by the mailed link. */
export const ownRequestQuery = (token: string) =>
  queryOptions({
    queryKey: ['people-requests', 'own', token],
    queryFn: () => call(requestRoutes.openRequest, { body: { token } }),
    retry: false,
  })

export async function proveRequest(token: string): Promise<void> {
  const request = await call(requestRoutes.proveRequest, { body: { token } })
  queryClient.setQueryData(ownRequestQuery(token).queryKey, request)
}

export const ownArchiveAddress = (token: string) => requestAddress(requestRoutes.ownArchive, { query: { token } })

export const requestsQuery = listQuery((query) => ['people-requests', 'list', query], requestRoutes.listRequests)

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['people-requests', 'one', id],
    queryFn: ({ signal }) => call(requestRoutes.getRequest, { params: { id }, signal }),
  })

export const clientListQuery = queryOptions({
  queryKey: ['people-requests', 'client-list'],
  queryFn: ({ signal }) => call(requestRoutes.readClientList, { signal }),
})

const readAgain = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['people-requests'] }),
    queryClient.invalidateQueries({ queryKey: ['overview'] }),
  ])

export const enterRequest = (body: z.input<typeof enterForm>) => call(requestRoutes.enterRequest, { body }).finally(readAgain)
export const extendRequest = (id: string, reason: string) =>
  call(requestRoutes.extendRequest, { params: { id }, body: { reason } }).finally(readAgain)
export const chooseItems = (id: string, choices: z.input<typeof choicesForm>['choices']) =>
  call(requestRoutes.chooseItems, { params: { id }, body: { choices } }).finally(readAgain)
export const answerRequest = (id: string, body: z.input<typeof answerForm>) =>
  call(requestRoutes.answerRequest, { params: { id }, body }).finally(readAgain)
export const allowContact = (id: string, phones: string[]) =>
  call(requestRoutes.allowContact, { params: { id }, body: { phones } }).finally(readAgain)
/** After the plan of an erasure, which the request tells. */
export const requestsChanged = () => void readAgain()
export const acceptVoidList = () => call(requestRoutes.acceptVoidList, {}).finally(readAgain)

/** The report of an erasure as a text, for the answer. Throws an ApiError. */
export async function readReport(id: string): Promise<string> {
  const response = await fetch(requestAddress(erasureRoutes.erasureReport, { params: { id } }))
  const text = await response.text()
  if (!response.ok) throw toError(response.headers.get('content-type'), text)
  return text.trim()
}

export const foundFileAddress = (id: string, fileId: string) =>
  requestAddress(requestRoutes.foundFile, { params: { id, fileId } })
export const archiveAddress = (id: string) => requestAddress(requestRoutes.requestArchive, { params: { id } })

export const ownDataPaceQuery = queryOptions({
  queryKey: ['people-requests', 'own-data'],
  queryFn: ({ signal }) => call(requestRoutes.ownDataPace, { signal }),
})

/** Starts the download of one's own data, once a proof was given. */
export async function downloadOwnData(proof: z.input<typeof requestRoutes.proveForOwnData.body>): Promise<void> {
  const { ticket } = await call(requestRoutes.proveForOwnData, { body: proof })
  void queryClient.invalidateQueries({ queryKey: ownDataPaceQuery.queryKey })
  location.assign(requestAddress(requestRoutes.ownData, { query: { ticket } }))
}
