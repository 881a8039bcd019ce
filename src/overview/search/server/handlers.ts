import { sql } from 'kysely'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { DatabaseError, timedOut } from '#platform/server/db/database-error.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { type SearchHit, searchRoutes } from '../api.ts'
import { groupOfHit, hitGroups, maxHits, minTyped } from '../domain/search-hits.ts'
import { findContracts, findLeads, findLeadsAlike, findNumbers, findPeople, findPeopleAlike, type Search } from './find.ts'
import { present } from './present.ts'

/** How long a part of a search may take: what is slower is left out, so that it holds up nothing else. */
const partMs = 1000

type Part<T> = (tx: Tx, search: Search) => Promise<T[]>

/** Runs a part in a transaction of its own, under the caller's session; null if it took too long. */
async function runPart<T>({ portal, actor, session }: OwnCall, search: Search, part: Part<T>): Promise<T[] | null> {
  try {
    return await portal.database.asActor(
      actor,
      async (tx) => {
        const limit = sql`select set_config('statement_timeout', ${String(partMs)}, true)`.execute(tx)
        const [found] = await Promise.all([part(tx, search), limit])
        return found
      },
      { session: session?.proof ?? null, isRead: true },
    )
  } catch (error) {
    if (error instanceof DatabaseError && error.code === timedOut) return null
    throw error
  }
}

/** What is found in each group, without what was found twice. */
function grouped(hits: readonly SearchHit[]) {
  const seen = new Set<string>()
  const once = hits.filter(({ kind, id, title }) => {
    const key = `${kind} ${id} ${title}`
    return !seen.has(key) && seen.add(key)
  })
  return hitGroups.flatMap((group) => {
    const ofGroup = once.filter(({ kind }) => groupOfHit[kind] === group).slice(0, maxHits)
    return ofGroup.length > 0 ? [{ group, hits: ofGroup }] : []
  })
}

const searchHandlers: Handlers<typeof searchRoutes> = {
  search: async (call) => {
    const { actor, portal, query } = call
    if (actor.kind !== 'admin' && actor.kind !== 'partner') throw new Refusal('not_allowed')
    const typed = query.q.trim()
    if (typed.length < minTyped) return { groups: [], isComplete: true }
    const search: Search = { actor, typed, now: portal.clock.now(), config: portal.config }
    const [numbers, leads, people, contracts] = await Promise.all([
      runPart(call, search, findNumbers),
      runPart(call, search, findLeads),
      runPart(call, search, findPeople),
      runPart(call, search, findContracts),
    ])
    // Names are compared letter by letter only where nothing is called as typed.
    const isMissed = [numbers, leads, people].every((part) => part !== null && part.length === 0)
    const [leadsAlike, peopleAlike] = isMissed
      ? await Promise.all([runPart(call, search, findLeadsAlike), runPart(call, search, findPeopleAlike)])
      : [[], []]
    const to = present(actor.kind === 'admin')
    const parts = [numbers, leads, people, contracts, leadsAlike, peopleAlike]
    return {
      groups: grouped([
        ...(numbers ?? []),
        ...[...(leads ?? []), ...(leadsAlike ?? [])].map(to.lead),
        ...[...(people ?? []), ...(peopleAlike ?? [])].map(to.person),
        ...(contracts ?? []),
      ]),
      isComplete: parts.every((part) => part !== null),
    }
  },
}

export const searchSlice = slice({ routes: searchRoutes, handlers: searchHandlers })
