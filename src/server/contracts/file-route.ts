import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { anyText } from '#contract/shapes.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { sendFile } from '../files/download.ts'
import { parseQuery } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import type { Portal } from '../portal.ts'
import { checkContractFileUrl } from './file-link.ts'
import { currentFile } from './queries.ts'

const fileQuery = z.strictObject({
  expires: anyText().check(z.regex(/^\d{1,12}$/)),
  signature: anyText().check(z.maxLength(100)),
  inline: z.optional(z.literal('1')),
  /** `original`: the document before it was sealed; `scan`: the picture of the paper. Absent: the file that counts. */
  part: z.optional(z.enum(['original', 'scan'])),
})

const fileOf = { original: sql`c.file_id`, scan: sql`c.scan_file_id`, current: currentFile }

/**
 * `GET /api/contracts/:id/file`: the document behind a signed link. The link opens it without a session; opened in the
 * portal, the session must be one that sees the contract.
 */
export function registerContractFile(app: FastifyInstance, portal: Portal): void {
  app.get<{ Params: { id: string } }>('/api/contracts/:id/file', async (request, reply) => {
    const query = parseQuery(fileQuery, request)
    checkContractFileUrl(portal.config, { ...query, contractId: request.params.id }, portal.clock.now())
    const session = await findSession(portal, request, reply)
    const actor: Actor = session ? actorOf(session) : { kind: 'system' }
    const file = await portal.database.asActor(actor, (tx) =>
      tx
        .selectFrom('contracts as c')
        .innerJoin('files as f', (join) => join.on(sql<boolean>`f.id = ${fileOf[query.part ?? 'current']}`))
        .selectAll('f')
        .where('c.id', '=', request.params.id)
        .executeTakeFirst(),
    )
    if (!file) throw new Refusal('not_found', 'There is no such document.')
    return sendFile(portal, request, reply, file, { inline: query.inline === '1' })
  })
}
