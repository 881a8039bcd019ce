import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import type { Portal } from '#platform/server/portal.ts'

/** `more`: there may be more to mark; `busy`: another server is at it, or a request holds a lock that is needed. */
type Marked = 'all' | 'more' | 'busy'

/**
 * Marks leads as unread for the events that the journal took in since the last time, in batches, and announces the marks to the
 * readers' open tabs. Returns `busy` where it has to be tried again.
 */
export async function markUnread({ database }: Pick<Portal, 'database'>, mayGoOn = () => true): Promise<Exclude<Marked, 'more'>> {
  for (;;) {
    const { marked } = await database.asActor(system, (tx) =>
      tx.selectNoFrom(sql<Marked>`app.mark_unread()`.as('marked')).executeTakeFirstOrThrow(),
    )
    if (marked !== 'more') return marked
    if (!mayGoOn()) return 'all'
  }
}
