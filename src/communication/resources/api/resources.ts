import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import {
  forChange,
  id,
  idParams,
  lines,
  optionalLines,
  page,
  pageQuery,
  personName,
  text,
  time,
  webAddress,
} from '#platform/api/shapes.ts'
import { resourceCategories, resourceMarks } from '../domain.ts'
import { m } from '../messages/messages.ts'

export const resourceCategory = z.enum(resourceCategories)

const missingFields = m.requiredFields
const upload = z.object({ kind: z.literal('file'), uploadId: z.uuid({ error: m.uploadFile }) })
const link = z.object({ kind: z.literal('link'), url: webAddress(m.linkMissing) })

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
  /** Counted from 1. */
  version: z.int(),
  /** When the newest version replaced the one before, and what changed; null: it is the first. */
  revision: z.nullable(z.object({ at: time, note: z.string() })),
  /** Whether it is new or updated for a partner who has not opened the newest version; null for staff. */
  mark: z.nullable(z.enum(resourceMarks)),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})
export type Resource = z.infer<typeof resource>

/** A version that was replaced. */
export const resourceVersion = z.object({
  version: z.int(),
  kind: z.enum(['file', 'link']),
  fileUrl: z.string(),
  fileName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  publishedAt: time,
  replacedAt: time,
  replacedBy: z.nullable(personName),
})
export type ResourceVersion = z.infer<typeof resourceVersion>

const fields = {
  title: text(1, 200, missingFields),
  description: optionalLines(2000),
  category: resourceCategory,
  minTierId: z._default(z.nullable(id), null),
}
const newNote = m.noteMissing

export const resourceEdit = z.strictObject({
  ...forChange(fields),
  /** Values that the caller saw: refused with `changed_meanwhile` if one of them is another by now. */
  expected: z.optional(z.partial(z.strictObject({ title: z.string(), description: z.string() }))),
  /** Makes a new version; absent: the document stays. */
  replacement: z.optional(
    z.strictObject({
      document: z.discriminatedUnion('kind', [upload, link]),
      note: lines(1, 500, newNote),
      /** The version that is replaced: another one there meanwhile is not. */
      version: z.int(),
    }),
  ),
})

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
    body: z.strictObject({ ...fields, document: z.discriminatedUnion('kind', [upload, link]) }),
    returns: resource,
    status: 201,
    refusals: ['upload_not_found'],
  }),
  editResource: route('PATCH', '/resources/:id', {
    summary: 'Edit a resource, or put a new version in the place of its file or link',
    who: 'admin',
    right: 'resources',
    params: idParams,
    body: resourceEdit,
    returns: resource,
    refusals: ['upload_not_found', 'resource_changed', 'changed_meanwhile'],
  }),
  resourceVersions: route('GET', '/resources/:id/versions', {
    summary: 'The versions of a resource that were replaced, newest first',
    who: 'admin',
    params: idParams,
    returns: z.object({ versions: z.array(resourceVersion) }),
  }),
  openResource: route('POST', '/resources/:id/open', {
    summary: 'Say that one has opened the newest version of a resource: it is no longer marked as new',
    who: 'unlockedPartner',
    params: idParams,
    unkeyed: 'repeatable',
  }),
  deleteResource: route('DELETE', '/resources/:id', {
    summary: 'Delete a resource and the files of all its versions',
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
  resourceVersionFile: route('GET', '/resources/:id/versions/:version/file', {
    summary: 'The file of a version that was replaced',
    who: 'admin',
    transaction: 'own',
    ownership: 'staff',
    params: z.strictObject({ id, version: z.string().check(z.regex(/^[1-9]\d{0,5}$/, { error: m.notAVersion })) }),
    answer: 'file',
  }),
}
