import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'

/** Query options of a list that the API returns page by page. The previous list stays visible while a new filter loads. */
export function pagesQuery<Page extends { readonly nextCursor: string | null }>(
  queryKey: QueryKey,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam || undefined, signal),
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
}
