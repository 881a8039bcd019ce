import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { anyText, id } from '#api/shapes.ts'
import type { Actor, Role } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { sendFile } from '../files/download.ts'
import { originOf } from '../http/bind.ts'
import { parseQuery } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import type { Portal } from '../portal.ts'
import { recordView } from '../signing/commands.ts'
import { withTransaction } from '../transaction.ts'
import { checkContractFileUrl } from './file-link.ts'
import { currentFile } from './queries.ts'

const fileQuery = z.strictObject({
  /** Whom the link was made for. */
  for: id,
  expires: anyText().check(z.regex(/^\d{1,12}$/)),
  signature: anyText().check(z.maxLength(100)),
  inline: z.optional(z.literal('1')),
  /** `original`: the document before it was sealed; `scan`: the picture of the paper. Absent: the file that counts. */
  part: z.optional(z.enum(['original', 'scan'])),
})

const fileOf = { original: sql`c.file_id`, scan: sql`c.scan_file_id`, current: currentFile }

/**
 * `GET /api/contracts/:id/file`: the document behind a signed link. The link opens it without a session, as long as the
 * person it was made for still sees the contract; opened in the portal, the session must see it as well.
 */
export function registerContractFile(app: FastifyInstance, portal: Portal): void {
  app.get<{ Params: { id: string } }>('/api/contracts/:id/file', async (request, reply) => {
    const query = parseQuery(fileQuery, request)
    const contractId = request.params.id
    checkContractFileUrl(portal.config, { ...query, contractId, userId: query.for }, portal.clock.now())
    const owner = await currentActor(portal, query.for)
    const session = await findSession(portal, request, reply)
    const part = fileOf[query.part ?? 'current']
    const file = owner && (await fileFor(portal, owner, contractId, part))
    const hidden = session && session.userId !== query.for && !(await fileFor(portal, actorOf(session), contractId, part))
    if (!file || hidden) throw new Refusal('not_found', 'There is no such document.')
    // A part of a file is no document; what is asked for without a session proves nothing about the signer.
    const isWhole = request.method === 'GET' && !request.headers.range
    if (session?.role === 'partner' && file.purpose === 'contract' && isWhole) {
      const way = query.inline === '1' && file.kind === 'pdf' ? 'opened' : 'downloaded'
      const view = { contractId, userId: session.userId, sessionId: session.id, way } as const
      const origin = originOf({ session, request })
      await withTransaction(
        portal,
        { kind: 'system' },
        (context) => recordView(context, view),
        request.id,
        session.userId,
        origin,
      )
    }
    return sendFile(portal, request, reply, file, { inline: query.inline === '1', cache: 'private, no-store' })
  })
}

/** Who the person is today; null when they have no access any more. */
async function currentActor(portal: Portal, userId: string): Promise<Actor | null> {
  const person = await portal.database.asActor({ kind: 'system' }, (tx) =>
    tx
      .selectFrom('profiles')
      .select(sql<Role>`app.role_of(user_id)`.as('role'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!person) return null
  // A locked partner reads their contracts too: that is how they are unlocked.
  return person.role === 'admin' ? { kind: 'admin', userId } : { kind: 'partner', userId, contractSigned: false }
}

function fileFor(portal: Portal, actor: Actor, contractId: string, part: (typeof fileOf)[keyof typeof fileOf]) {
  return portal.database.asActor(actor, (tx) =>
    tx
      .selectFrom('contracts as c')
      .innerJoin('files as f', (join) => join.on(sql<boolean>`f.id = ${part}`))
      .selectAll('f')
      .where('c.id', '=', contractId)
      .executeTakeFirst(),
  )
}
