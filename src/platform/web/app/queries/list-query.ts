import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { core } from 'zod/mini'
import type { Route } from '#platform/api/route.ts'
import { call } from '../requests/api.ts'
import { pagesQuery } from './pages-query.ts'

type ReadBy<Query, Answer> = Route & { readonly query: core.$ZodType<unknown, Query>; readonly returns: core.$ZodType<Answer> }

async function read<Query, Answer>(route: ReadBy<Query, Answer>, query: Query, signal: AbortSignal): Promise<Answer> {
  const request = { query, signal }
  const answer: unknown = await call<Route>(route, request)
  return answer as Answer
}

/** Query options of a list, by what it is narrowed by. */
export const listQuery =
  <Query extends object, Page extends { readonly nextCursor: string | null }>(
    key: (query: Query) => QueryKey,
    route: ReadBy<Query, Page>,
  ) =>
  (query: Query) =>
    pagesQuery(key(query), (cursor, signal) => read(route, { ...query, cursor }, signal))

/** Query options of what is about all rows of a list: their sums. */
export const summaryQuery =
  <Query extends object, Answer>(key: (query: Query) => QueryKey, route: ReadBy<Query, Answer>) =>
  (query: Query) =>
    queryOptions({
      queryKey: key(query),
      queryFn: ({ signal }) => read(route, query, signal),
      placeholderData: keepPreviousData,
    })
