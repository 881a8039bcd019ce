import { fileKinds } from '#platform/domain/files.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { type Resource, type ResourceVersion, resourceRoutes } from '../api/resources.ts'
import { resourceMark } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { addResource, deleteResource, editResource, openResource } from './commands.ts'
import { resourceData } from './personal-data.ts'
import {
  findResource,
  findResourceFile,
  findVersionFile,
  type ListedResource,
  type ListedVersion,
  listResources,
  listVersions,
} from './queries.ts'

function presentResource(row: ListedResource, { actor, now }: Pick<Call, 'actor' | 'now'>): Resource {
  const mayChange = actor.kind === 'admin' && actor.rights.includes('resources')
  const { created_at: createdAt, revised_at: revisedAt, version, opened = null } = row
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    kind: row.link ? 'link' : 'file',
    fileUrl: row.link ?? `/api/resources/${row.id}/file`,
    fileName: row.file_name,
    mime: row.file_kind && fileKinds[row.file_kind].mime,
    size: row.file_size,
    minTier: row.min_tier_id
      ? { id: row.min_tier_id, name: nameIn({ name: row.tier_name ?? '', names: row.tier_names ?? {} }) }
      : null,
    createdAt: createdAt.toISOString(),
    version,
    revision: revisedAt && { at: revisedAt.toISOString(), note: row.change_note ?? '' },
    mark: actor.kind === 'partner' ? resourceMark({ createdAt, revisedAt, version, opened }, now) : null,
    can: { edit: mayChange, delete: mayChange },
  }
}

const presentVersion = (row: ListedVersion): ResourceVersion => ({
  version: row.version,
  kind: row.link ? 'link' : 'file',
  fileUrl: row.link ?? `/api/resources/${row.resource_id}/versions/${row.version}/file`,
  fileName: row.file_name,
  note: row.change_note,
  publishedAt: row.published_at.toISOString(),
  replacedAt: row.replaced_at.toISOString(),
  replacedBy:
    row.replaced_by === null
      ? null
      : { id: row.replaced_by, name: row.editor_name ?? '', deleted: row.editor_deleted_at !== null },
})

const noFile = () => new Refusal('not_found', m.noSuchFile())

const resourceHandlers: Handlers<typeof resourceRoutes> = {
  listResources: async (call) => {
    const { query } = call
    const page = pageBounds(query)
    return newestPage(await listResources(call, { ...query, ...page }), page.limit, (row) => presentResource(row, call))
  },
  addResource: async (call) => {
    const { id } = await addResource(call, call.body)
    return presentResource(await findResource(call, id), call)
  },
  editResource: async (call) => {
    await editResource(call, call.params.id, call.body)
    return presentResource(await findResource(call, call.params.id), call)
  },
  resourceVersions: async ({ tx, params }) => ({ versions: (await listVersions(tx, params.id)).map(presentVersion) }),
  openResource: (call) => openResource(call, call.params.id),
  deleteResource: (call) => deleteResource(call, call.params.id),
  resourceFile: async ({ portal, actor, params }) => {
    const file = await portal.database.asActor(actor, (tx) => findResourceFile(tx, params.id))
    if (!file) throw noFile()
    return { file }
  },
  resourceVersionFile: async ({ portal, actor, params }) => {
    const file = await portal.database.asActor(actor, (tx) => findVersionFile(tx, params.id, Number(params.version)))
    if (!file) throw noFile()
    return { file }
  },
}

export const resourceSlice = slice({ routes: resourceRoutes, handlers: resourceHandlers, personalData: resourceData })
