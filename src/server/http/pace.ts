import type { Route } from '#api/route.ts'
import type { Actor } from '#domain/actor.ts'
import { countAttempt } from './rate-limits.ts'
import type { Portal } from '../portal.ts'

const tooFast = 'Trop d’ajouts en peu de temps : celui-ci n’a pas été enregistré. Veuillez réessayer plus tard.'

/** Refuses `too_many_requests` above a route's pace. Counted before the request's own transaction, which might be undone. */
export async function limitPace(portal: Portal, { pace, method, path }: Route, actor: Actor): Promise<void> {
  if (pace && 'userId' in actor)
    await countAttempt(portal, [{ key: `${method} ${path} ${actor.userId}`, ...pace, words: tooFast }])
}
