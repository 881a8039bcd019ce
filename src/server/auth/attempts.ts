import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Portal } from '../portal.ts'

type Counting = Pick<Portal, 'database' | 'clock'>

export interface AttemptLimit {
  /** What is counted: `sign-in address 203.0.113.7`. Stored as a hash. */
  readonly key: string
  readonly most: number
  readonly windowSeconds: number
}

/**
 * Counts one attempt against each limit, in the database so that all servers count together.
 * Refuses `too_many_requests` with `retryAfter` in seconds once a window is full.
 */
export async function countAttempt(portal: Counting, limits: readonly AttemptLimit[]): Promise<void> {
  const now = portal.clock.now()
  for (const { key, most, windowSeconds } of limits) {
    const ends = new Date(now.getTime() + windowSeconds * 1000)
    const { rows } = await sql<{ count: number; window_ends_at: Date }>`
      insert into auth.rate_limits as r (key, count, window_ends_at) values (${hashed(key)}, 1, ${ends})
      on conflict (key) do update set
        count = case when r.window_ends_at <= ${now} then 1 else r.count + 1 end,
        window_ends_at = case when r.window_ends_at <= ${now} then excluded.window_ends_at else r.window_ends_at end
      returning count, window_ends_at`.execute(portal.database.auth)
    const [row] = rows
    if (row && row.count > most) {
      const retryAfter = Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1000))
      throw new Refusal('too_many_requests', 'Trop de tentatives. Veuillez réessayer plus tard.', { facts: { retryAfter } })
    }
  }
}

/** Forgets the attempts of a key after a success, so that a person who mistyped is not kept waiting later. */
export async function forgetAttempts(portal: Counting, key: string): Promise<void> {
  await sql`delete from auth.rate_limits where key = ${hashed(key)}`.execute(portal.database.auth)
}

/** Removes windows that are over. */
export async function sweepAttempts(portal: Counting): Promise<void> {
  await sql`delete from auth.rate_limits where window_ends_at <= ${portal.clock.now()}`.execute(portal.database.auth)
}

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

const quarterHour = 900

export function signInLimits(address: string, email: string): AttemptLimit[] {
  return [
    { key: `sign-in address ${address}`, most: 50, windowSeconds: quarterHour },
    { key: accountKey(email), most: 10, windowSeconds: quarterHour },
  ]
}

export function accountKey(email: string): string {
  return `sign-in account ${email.toLowerCase()}`
}

/** Links, codes and reset requests: guessing one is hopeless, trying in bulk is refused. */
export function linkLimits(address: string): AttemptLimit[] {
  return [{ key: `link address ${address}`, most: 60, windowSeconds: quarterHour }]
}

export function resetLimits(address: string, email: string): AttemptLimit[] {
  return [
    { key: `reset address ${address}`, most: 30, windowSeconds: quarterHour },
    { key: `reset account ${email.toLowerCase()}`, most: 5, windowSeconds: quarterHour },
  ]
}
