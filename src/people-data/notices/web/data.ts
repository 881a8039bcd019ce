import { queryOptions } from '@tanstack/react-query'
import { listQuery } from '#platform/web/app/queries/list-query.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { noticeRoutes } from '../api.ts'
import type { NoticeAudience } from '../domain/notices.ts'

export const noticesQuery = listQuery((query) => ['notices', 'list', query], noticeRoutes.listNotices)

export const noticeSummaryQuery = queryOptions({
  queryKey: ['notices', 'summary'],
  queryFn: ({ signal }) => call(noticeRoutes.getNoticeSummary, { signal }),
})

/** What an audience is told; `version` is one of before. */
export const noticeTextQuery = (audience: NoticeAudience, version: number | undefined) =>
  queryOptions({
    queryKey: ['notices', 'text', audience, version],
    queryFn: ({ signal }) => call(noticeRoutes.readNoticeText, { query: { audience, version }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export async function sendNotices(): Promise<number> {
  const { queued } = await call(noticeRoutes.sendNotices, { body: {} })
  await queryClient.invalidateQueries({ queryKey: ['notices'] })
  return queued
}

export async function switchNotices(isAutomatic: boolean): Promise<void> {
  const summary = await call(noticeRoutes.switchNotices, { body: { isAutomatic } })
  queryClient.setQueryData(noticeSummaryQuery.queryKey, summary)
}
