import { sql } from 'kysely'
import { type Actor, type Role, system } from '#access/domain/actor.ts'
import { membershipOf, originOf } from '#access/server/session.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { contractRoutes } from '../api/contracts.ts'
import { m } from '../messages/messages.ts'
import { checkContractFileUrl } from './file-link.ts'
import { currentFile } from './queries.ts'
import { recordView } from './signing-commands.ts'

const fileOf = { original: sql`c.file_id`, scan: sql`c.scan_file_id`, current: currentFile }

/**
 * A document by signed link, without a session, while the link's person may still see the contract and has not ended the session
 * that it was made in. If there is a session, it must be allowed to see it as well.
 */
export const contractFile: Handlers<typeof contractRoutes>['contractFile'] = async (call) => {
  const { portal, session, request, query } = call
  const contractId = call.params.id
  const link = { ...query, contractId, userId: query.for, sessionId: query.session }
  checkContractFileUrl(portal.config, link, portal.clock.now())
  const owner = await currentActor(portal, query.for)
  const part = fileOf[query.part ?? 'current']
  const file = owner && (await fileFor(portal, owner, contractId, part))
  const hidden = session && session.userId !== query.for && !(await fileFor(portal, call.actor, contractId, part))
  if (!file || hidden) throw new Refusal('not_found', m.noSuchDocument())
  if (link.sessionId) await checkSessionGoesOn(portal, link.sessionId)
  // Only complete downloads with the signer's session are recorded as views.
  const isWhole = request.method === 'GET' && !request.headers.range
  if (session?.role === 'partner' && session.partner && !session.viewerId && file.purpose === 'contract' && isWhole) {
    const way = query.inline === '1' && file.kind === 'pdf' ? 'opened' : 'downloaded'
    const view = { contractId, userId: session.userId, partnerId: session.partner.id, sessionId: session.id, way } as const
    const origin = originOf(call)
    await withTransaction(portal, system, (context) => recordView(context, view), {
      requestId: request.id,
      behalfOf: session.userId,
      origin,
    })
  }
  return { file, inline: query.inline === '1', cache: 'private, no-store' }
}

/** A link stops working when its session is ended, also for somebody who got hold of it. Refuses `link_invalid`. */
async function checkSessionGoesOn({ database }: Portal, sessionId: string): Promise<void> {
  const ended = await database.asActor(system, (tx) =>
    tx.selectFrom('auth.ended_sessions').select('id').where('id', '=', sessionId).executeTakeFirst(),
  )
  if (ended) throw new Refusal('link_invalid', m.linkEnded())
}

/** The person's current actor; null without access. */
async function currentActor(portal: Portal, userId: string): Promise<Actor | null> {
  const person = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('profiles')
      .leftJoin('partner_members as m', (join) => join.onRef('m.person_id', '=', 'profiles.user_id').on('m.until', 'is', null))
      .select(['m.partner_id', 'm.role as partner_role', 'm.sees_amounts'])
      .select(sql<Role>`app.role_of(user_id)`.as('role'))
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!person) return null
  // Partners without a signed contract may read theirs, in order to sign.
  if (person.role === 'admin') return { kind: 'admin', userId, rights: [] }
  const partner = membershipOf(person)
  return partner && { kind: 'partner', userId, partner, contractSigned: false }
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
