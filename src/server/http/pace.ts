import type { Route } from '#api/route.ts'
import type { Actor } from '#domain/actor.ts'
import { countAttempt } from './rate-limits.ts'
import type { Portal } from '../portal.ts'

const tooFast = 'Trop d’ajouts en peu de temps : celui-ci n’a pas été enregistré. Veuillez réessayer plus tard.'

/** Enforces a route's rate limit, outside the request's transaction, which might be rolled back. */
export async function limitPace(portal: Portal, { pace, method, path }: Route, actor: Actor): Promise<void> {
  if (pace && 'userId' in actor)
    await countAttempt(portal, [{ key: `${method} ${path} ${actor.userId}`, ...pace, words: tooFast }])
}
