import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { id, idParams, time } from '#platform/api/shapes.ts'

export const leadFile = z.object({
  id,
  name: z.string(),
  addedAt: time,
  /** Whether staff have added it; otherwise its partner has. */
  isOfStaff: z.boolean(),
  can: z.object({ remove: z.boolean() }),
})
export type LeadFile = z.infer<typeof leadFile>

/** `uploadId` is that of an upload with the purpose `lead_file`. */
export const leadFileForm = z.strictObject({ uploadId: id })

const leadFiles = z.object({ files: z.array(leadFile) })

export const leadFileRoutes = {
  addLeadFile: route('POST', '/leads/:id/files', {
    summary: 'Add an uploaded file to a lead: its partner and staff read it',
    scope: 'leads:write',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    params: idParams,
    body: leadFileForm,
    returns: leadFiles,
    status: 201,
    refusals: ['lead_restricted', 'not_found', 'upload_not_found'],
  }),
  leadFile: route('GET', '/lead-files/:id/file', {
    summary: 'A file of a lead',
    scope: 'leads:read',
    who: 'unlocked',
    ability: 'leads',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
  }),
  removeLeadFile: route('DELETE', '/lead-files/:id', {
    summary: 'Remove a file from its lead: partners remove what they have added, staff any',
    who: 'unlocked',
    ability: 'leads',
    right: 'leads',
    params: idParams,
    returns: leadFiles,
    refusals: ['lead_restricted', 'not_found'],
  }),
}

interface NamedFile {
  readonly name: string
}

export const leadFileEvents = {
  'lead.file_added': event<null, NamedFile>('lead'),
  'lead.file_removed': event<NamedFile>('lead'),
}
