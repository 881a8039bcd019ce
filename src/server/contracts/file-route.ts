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
  /** The person the link was created for. */
  for: id,
  expires: anyText().check(z.regex(/^\d{1,12}$/)),
  signature: anyText().check(z.maxLength(100)),
  inline: z.optional(z.literal('1')),
  /** `original`: the unsealed document; `scan`: the scanned paper; absent: the current file. */
  part: z.optional(z.enum(['original', 'scan'])),
})

const fileOf = { original: sql`c.file_id`, scan: sql`c.scan_file_id`, current: currentFile }

/**
 * `GET /api/contracts/:id/file`: a document by signed link, without a session, while the link's person may still see the
 * contract. If there is a session, it must be allowed to see it as well.
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
    // Only complete downloads with the signer's session are recorded as views.
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

/** The person's current actor; null without access. */
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
  // Partners without a signed contract may read theirs, in order to sign.
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
