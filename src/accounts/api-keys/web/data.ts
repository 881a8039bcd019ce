import type { RequestOf } from '#platform/api/route.ts'
import { pagesQuery } from '#platform/web/app/queries/pages-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { apiKeyRoutes } from '../api.ts'

export const apiKeysQuery = pagesQuery(['api-keys'], (cursor, signal) =>
  call(apiKeyRoutes.listApiKeys, { query: { cursor }, signal }),
)

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['api-keys'] })

export const createApiKey = (body: RequestOf<typeof apiKeyRoutes.createApiKey>['body']) =>
  call(apiKeyRoutes.createApiKey, { body }).finally(readAgain)
export const revokeApiKey = (id: string) => call(apiKeyRoutes.revokeApiKey, { params: { id } }).finally(readAgain)
