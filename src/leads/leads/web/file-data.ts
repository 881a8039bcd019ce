import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type LeadFile, leadFileRoutes } from '../api/lead-files.ts'
import { leadQuery, readHistory } from './data.ts'

/** Shows the files that a change answers in the open lead, and reads its history again. */
async function show(leadId: string, change: Promise<{ files: LeadFile[] }>): Promise<void> {
  const { files } = await change
  queryClient.setQueryData(leadQuery(leadId).queryKey, (lead) => lead && { ...lead, files })
  await readHistory(leadId)
}

export const addLeadFile = (leadId: string, uploadId: string) =>
  show(leadId, call(leadFileRoutes.addLeadFile, { params: { id: leadId }, body: { uploadId } }))
export const removeLeadFile = (leadId: string, id: string) =>
  show(leadId, call(leadFileRoutes.removeLeadFile, { params: { id } }))
