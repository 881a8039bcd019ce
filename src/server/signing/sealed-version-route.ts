import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { id } from '#api/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import { sendFile } from '../files/download.ts'
import { checkWho } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import type { Portal } from '../portal.ts'

const address = z.object({ id, signature: id })

/**
 * `GET /api/contracts/:id/signatures/:signature/file`: the sealed file of one signature, even if revoked or superseded. Requires
 * a session of staff or the contract's partner; the signed public link only serves the current file.
 */
export function registerSealedVersion(app: FastifyInstance, portal: Portal): void {
  app.get('/api/contracts/:id/signatures/:signature/file', async (request, reply) => {
    const actor = actorOf(await findSession(portal, request, reply))
    checkWho('member', actor)
    const asked = z.safeParse(address, request.params)
    if (!asked.success) throw new Refusal('not_found', 'There is no such document.')
    const file = await portal.database.asActor(actor, (tx) =>
      tx
        .selectFrom('signatures as s')
        .innerJoin('files as f', 'f.id', 's.file_id')
        .selectAll('f')
        .where('s.id', '=', asked.data.signature)
        .where('s.contract_id', '=', asked.data.id)
        .executeTakeFirst(),
    )
    if (!file) throw new Refusal('not_found', 'There is no such document.')
    return sendFile(portal, request, reply, file, { cache: 'private, no-store' })
  })
}
