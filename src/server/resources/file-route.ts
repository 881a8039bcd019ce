import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { id as resourceId } from '#api/shapes.ts'
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
    const id = z.safeParse(resourceId, request.params.id)
    const file =
      id.success &&
      (await portal.database.asActor(actor, (tx) =>
        tx
          .selectFrom('resources as r')
          .innerJoin('files as f', 'f.id', 'r.file_id')
          .selectAll('f')
          .where('r.id', '=', id.data)
          .executeTakeFirst(),
      ))
    if (!file) throw new Refusal('not_found', 'There is no such file.')
    return sendFile(portal, request, reply, file)
  })
}
