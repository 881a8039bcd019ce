import * as z from 'zod/mini'
import { resourceCategories } from '#domain/resources.ts'
import { route } from './route.ts'
import { id, idParams, optionalText, page, pageQuery, text, time, webAddress } from './shapes.ts'

export const resourceCategory = z.enum(resourceCategories)

const missingFields = 'Please fill in all required fields'
const upload = z.object({ kind: z.literal('file'), uploadId: z.uuid('Please upload a file') })
const link = z.object({ kind: z.literal('link'), url: webAddress('Please provide an external link') })

export const resource = z.object({
  id,
  title: z.string(),
  description: z.string(),
  category: resourceCategory,
  kind: z.enum(['file', 'link']),
  /** Where to open or download it. */
  fileUrl: z.string(),
  fileName: z.nullable(z.string()),
  mime: z.nullable(z.string()),
  size: z.nullable(z.int()),
  /** Null: everyone. Else the tier from which it can be read. */
  minTier: z.nullable(z.object({ id, name: z.string() })),
  createdAt: time,
  can: z.object({ delete: z.boolean() }),
})
export type Resource = z.infer<typeof resource>

export const resourceRoutes = {
  listResources: route('GET', '/resources', {
    summary: 'Resources the caller may read, newest first',
    who: 'unlocked',
    query: z.strictObject({ category: z.optional(resourceCategory), ...pageQuery }),
    returns: page(resource),
  }),
  addResource: route('POST', '/resources', {
    summary: 'Add a resource (an upload or an external link)',
    who: 'admin',
    right: 'resources',
    body: z.strictObject({
      title: text(1, 200, missingFields),
      description: optionalText(2000),
      category: resourceCategory,
      document: z.discriminatedUnion('kind', [upload, link]),
      minTierId: z._default(z.nullable(id), null),
    }),
    returns: resource,
    status: 201,
  }),
  deleteResource: route('DELETE', '/resources/:id', {
    summary: 'Delete a resource and its file',
    who: 'admin',
    right: 'resources',
    params: idParams,
  }),
  resourceFile: route('GET', '/resources/:id/file', {
    summary: 'The file of a resource',
    who: 'unlocked',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
  }),
}
