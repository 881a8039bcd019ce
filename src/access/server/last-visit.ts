import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { visitMinutes } from '#platform/domain/last-visit.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { Session } from './session.ts'

/**
 * Notes that a partner uses the portal, at most once in `visitMinutes` whatever they do and on how many servers: each server asks
 * once in that time, and the database writes if no other one has. That it cannot be noted is no reason to refuse a request.
 */
export async function noteVisit(portal: Portal, { userId, role, proof }: Session): Promise<void> {
  const now = portal.clock.now()
  if (role !== 'partner' || !portal.knownSessions.isVisitDue(proof.tokenHash, now, visitMinutes * 60_000)) return
  const oldest = new Date(now.getTime() - visitMinutes * 60_000)
  try {
    await portal.database.asActor(
      system,
      (tx) =>
        tx
          .insertInto('last_visits')
          .values({ user_id: userId, seen_at: now })
          .onConflict((conflict) =>
            conflict.column('user_id').doUpdateSet({ seen_at: now }).where(sql<boolean>`last_visits.seen_at <= ${oldest}`),
          )
          .execute(),
      // In one line of the system's, the visits of many would wait for each other, with one turn among all callers.
      { turn: userId },
    )
  } catch (error) {
    portal.log.warn({ err: error }, 'a visit was not noted')
  }
}
