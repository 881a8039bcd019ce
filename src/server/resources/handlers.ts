import type { FastifyInstance } from 'fastify'
import type { Resource } from '#api/resources.ts'
import { resourceRoutes } from '#api/resources.ts'
import { fileKinds } from '#domain/files.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { defaultPageSize, newestPage, positionOf } from '../http/cursor.ts'
import type { Portal } from '../portal.ts'
import { addResource, deleteResource } from './commands.ts'
import type { ListedResource } from './queries.ts'
import { findResource, findResourceFile, listResources } from './queries.ts'

function presentResource(row: ListedResource, actor: Actor): Resource {
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
    minTier: row.min_tier_id ? { id: row.min_tier_id, name: row.min_tier_name ?? '' } : null,
    createdAt: row.created_at.toISOString(),
    can: { delete: actor.kind === 'admin' && actor.rights.includes('resources') },
  }
}

export const resourceHandlers: Handlers<typeof resourceRoutes> = {
  listResources: async ({ tx, actor, query }) => {
    const limit = query.limit ?? defaultPageSize
    const after = positionOf(query.cursor)
    return newestPage(await listResources(tx, { ...query, after, limit }), limit, (row) => presentResource(row, actor))
  },
  addResource: async (call) => {
    const { id } = await addResource(call, call.body)
    return presentResource(await findResource(call.tx, id), call.actor)
  },
  deleteResource: (call) => deleteResource(call, call.params.id),
  resourceFile: async ({ portal, actor, params }) => {
    const file = await portal.database.asActor(actor, (tx) => findResourceFile(tx, params.id))
    if (!file) throw new Refusal('not_found', 'There is no such file.')
    return { file }
  },
}

export function registerResources(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, resourceRoutes, resourceHandlers)
}
