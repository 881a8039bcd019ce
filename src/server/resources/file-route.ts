import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { sendFile } from '../files/download.ts'
import { checkWho } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import type { Portal } from '../portal.ts'

/** `GET /api/resources/:id/file`: the file of a resource that the caller may read. */
export function registerResourceFile(app: FastifyInstance, portal: Portal): void {
  app.get<{ Params: { id: string } }>('/api/resources/:id/file', async (request, reply) => {
    const actor = actorOf(await findSession(portal, request, reply))
    checkWho('unlocked', actor)
    const { id } = request.params
    const isId = /^[0-9a-f-]{36}$/.test(id)
    const file =
      isId &&
      (await portal.database.asActor(actor, (tx) =>
        tx
          .selectFrom('resources as r')
          .innerJoin('files as f', 'f.id', 'r.file_id')
          .selectAll('f')
          .where('r.id', '=', id)
          .executeTakeFirst(),
      ))
    if (!file) throw new Refusal('not_found', 'There is no such file.')
    return sendFile(portal, request, reply, file)
  })
}
