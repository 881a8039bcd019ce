import { sql } from 'kysely'
import type { Pace, Route } from '#platform/api/route.ts'
import { m } from '#platform/messages/messages.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { tooManyUntil } from './rate-limits.ts'

/**
 * Enforces a route's rate limit per person, in the request's transaction: what is refused or repeated adds nothing, and does not
 * count. Refuses `too_many_requests`.
 */
export async function withPace<T>(context: TransactionContext, route: Route, handle: () => Promise<T>): Promise<T> {
  if (!route.pace) return handle()
  const count = countRequest(context, route, route.pace)
  if (route.heavy) await count
  // Otherwise the count travels with the first statements of the handler.
  count.catch(() => undefined)
  const answer = await handle()
  await count
  return answer
}

async function countRequest(
  { tx, now }: TransactionContext,
  { method, path }: Route,
  { max, windowSeconds }: Pace,
): Promise<void> {
  const window = sql`make_interval(secs => ${windowSeconds}::int)`
  const counting = sql<{ requests: number; ends_at: Date }>`
    select requests, ends_at from app.count_request(${`${method} ${path}`}, ${now}, ${window})`
  const [row] = (await counting.execute(tx)).rows
  if (!row) throw new Error('a request was not counted')
  if (row.requests > max) throw tooManyUntil(row.ends_at, now, m.tooManyAdditions)
}
