import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { sendFile } from '../files/download.ts'
import type { Portal } from '../portal.ts'

/** `GET /api/settings/logo/:id`: the provider's logo, public; the id changes with the image. */
export function registerLogo(app: FastifyInstance, portal: Portal): void {
  app.get<{ Params: { id: string } }>('/api/settings/logo/:id', async (request, reply) => {
    const file = await portal.database.asActor({ kind: 'anonymous' }, (tx) =>
      tx.selectFrom('files').innerJoin('settings', 'settings.logo_file_id', 'files.id').selectAll('files').executeTakeFirst(),
    )
    if (!file || file.id !== request.params.id) throw new Refusal('not_found', 'There is no such logo.')
    return sendFile(portal, request, reply, file, { inline: true, cache: 'public, max-age=31536000, immutable' })
  })
}
