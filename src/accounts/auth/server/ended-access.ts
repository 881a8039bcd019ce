import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { EndedAccess } from '#access/api/session.ts'
import { system } from '#access/domain/actor.ts'
import type { Portal } from '#platform/server/portal.ts'
import { hasSignedInHere, knowsDevices } from './known-device.ts'

/** How long somebody is told that their access has ended. */
const toldDays = 30

/**
 * That access has ended, to a browser that has signed in to the account before: anybody else learns of no account. Nothing once
 * the person has been invited again.
 */
export async function endedAccess(portal: Portal, request: FastifyRequest): Promise<EndedAccess | undefined> {
  if (!knowsDevices(request)) return undefined
  const since = new Date(portal.clock.now().getTime() - toldDays * 86_400_000)
  const ended = await portal.database.asActor(system, (tx) =>
    tx
      .selectFrom('profiles as p')
      .select(['p.user_id as userId', 'p.deleted_at'])
      .select(
        sql<string | null>`(
          select coalesce(nullif(q.company, ''), q.full_name)
          from partner_members m join partners c on c.id = m.partner_id join profiles q on q.user_id = c.main_person_id
          where m.person_id = p.user_id and c.main_person_id <> p.user_id order by m.until desc nulls first, m.since desc limit 1
        )`.as('company'),
      )
      .where('p.deleted_at', '>', since)
      .where('p.joined_at', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('profiles as o').whereRef('o.email', '=', 'p.email').where('o.deleted_at', 'is', null).select('o.email'),
          ),
        ),
      )
      .$narrowType<{ deleted_at: Date }>()
      .orderBy('p.deleted_at', 'desc')
      .execute(),
  )
  const own = ended.find(({ userId }) => hasSignedInHere(portal, request, userId))
  return own && { at: own.deleted_at.toISOString(), company: own.company }
}
