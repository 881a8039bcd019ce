import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { leadNoticeRoutes, type settleForm } from '../api.ts'

export const leadNoticeQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['leads', 'one', leadId, 'notice'],
    queryFn: ({ signal }) => call(leadNoticeRoutes.getLeadNotice, { params: { id: leadId }, signal }),
  })

export async function settleNotice(leadId: string, body: z.input<typeof settleForm>): Promise<void> {
  const notice = await call(leadNoticeRoutes.settleLeadNotice, { params: { id: leadId }, body })
  queryClient.setQueryData(leadNoticeQuery(leadId).queryKey, notice)
  await queryClient.invalidateQueries({ queryKey: ['notices'] })
}
