import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Words } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Portal } from '#platform/server/portal.ts'

type Counting = Pick<Portal, 'database' | 'clock'>

export interface AttemptLimit {
  /** Key of the counter, such as `sign-in address 203.0.113.7`. Stored as a hash. */
  readonly key: string
  readonly max: number
  readonly windowSeconds: number
  /** Whether a success resets the counter; otherwise only the success itself is not counted. */
  readonly forgotten?: boolean
  /** The address of the account that attempts are made on, whose counters `forgetAccount` resets. Stored as a hash. */
  readonly account?: string
  /** What a person can do besides waiting once the limit is reached. */
  readonly words?: Words
}

/**
 * Counts one attempt against each limit, shared by all servers. Refuses `too_many_requests` with `retryAfter` in seconds once a
 * limit is reached. Later limits are not counted then, so that a client stopped by a narrow limit cannot exhaust a wider one.
 */
export async function countAttempt(portal: Counting, limits: readonly AttemptLimit[]): Promise<void> {
  const now = portal.clock.now()
  for (const { key, max, windowSeconds, account, words = tooMany } of limits) {
    const { count, endsAt } = await countOne(portal, key, windowSeconds, account)
    if (count > max) throw tooManyUntil(endsAt, now, words)
  }
}

export function tooManyUntil(endsAt: Date, now: Date, words: Words): Refusal {
  const retryAfter = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
  return new Refusal('too_many_requests', words, { facts: { retryAfter } })
}

/**
 * Increments the key's fixed window, which starts with the first attempt. A window that ends too far in the future was started
 * by a fast clock and is restarted.
 */
export async function countOne(
  portal: Counting,
  key: string,
  windowSeconds: number,
  account?: string,
): Promise<{ count: number; endsAt: Date }> {
  const now = portal.clock.now()
  const ends = new Date(now.getTime() + windowSeconds * 1000)
  const farthest = new Date(ends.getTime() + windowSeconds * 1000)
  const over = sql`(r.window_ends_at <= ${now} or r.window_ends_at > ${farthest})`
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into auth.rate_limits as r (key, count, window_ends_at, account)
      values (${hashed(key)}, 1, ${ends}, ${account ? accountHash(account) : null})
    on conflict (key) do update set
      count = case when ${over} then 1 else r.count + 1 end,
      window_ends_at = case when ${over} then excluded.window_ends_at else r.window_ends_at end
    returning count, window_ends_at`.execute(portal.database.auth)
  const [row] = rows
  if (!row) throw new Error('an attempt was not counted')
  return { count: row.count, endsAt: row.window_ends_at }
}

/** Until when a limit is reached; null while another attempt may be made. Counts none. */
export async function reachedUntil(portal: Counting, { key, max }: Pick<AttemptLimit, 'key' | 'max'>): Promise<Date | null> {
  const { rows } = await sql<{ endsAt: Date }>`select window_ends_at as "endsAt" from auth.rate_limits
    where key = ${hashed(key)} and count >= ${max} and window_ends_at > ${portal.clock.now()}`.execute(portal.database.auth)
  return rows[0]?.endsAt ?? null
}

/** Uncounts a successful attempt, so that typos and shared office addresses do not exhaust the limit. */
export async function settleAttempts(portal: Counting, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = (forgotten: boolean) =>
    limits.filter((each) => Boolean(each.forgotten) === forgotten).map(({ key }) => hashed(key))
  await sql`delete from auth.rate_limits where key = any(${keys(true)}::text[])`.execute(portal.database.auth)
  await uncount(portal, keys(false))
}

/** Uncounts an attempt that was not made after all. */
export async function withdrawAttempt(portal: Counting, limits: readonly AttemptLimit[]): Promise<void> {
  await uncount(
    portal,
    limits.map(({ key }) => hashed(key)),
  )
}

/** Counts an attempt to prove something until it is right: only wrong ones use the limit up. */
export async function countingWrong<T>(portal: Counting, limits: readonly AttemptLimit[], prove: () => Promise<T>): Promise<T> {
  await countAttempt(portal, limits)
  const proven = await prove().catch(async (error: unknown) => {
    // The database was busy and nothing was checked.
    if (error instanceof Refusal && error.code === 'database_busy') await withdrawAttempt(portal, limits)
    throw error
  })
  await settleAttempts(portal, limits)
  return proven
}

/** Counts an attempt that is one only if it is not refused: what was refused did nothing that has a pace. */
export async function withAttempt<T>(portal: Counting, limits: readonly AttemptLimit[], work: () => Promise<T>): Promise<T> {
  await countAttempt(portal, limits)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) await withdrawAttempt(portal, limits)
    throw error
  }
}

async function uncount(portal: Counting, keys: readonly string[]): Promise<void> {
  await sql`update auth.rate_limits set count = greatest(count - 1, 0) where key = any(${keys}::text[])`.execute(
    portal.database.auth,
  )
}

/** Resets the counter of a key. Returns how many there were. */
export async function forgetAttempts(portal: Counting, key: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from auth.rate_limits where key = ${hashed(key)}`.execute(
    portal.database.auth,
  )
  return Number(numAffectedRows)
}

/** Resets all counters of attempts on an account. Returns how many there were. */
export async function forgetAccount(portal: Counting, account: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from auth.rate_limits where account = ${accountHash(account)}`.execute(
    portal.database.auth,
  )
  return Number(numAffectedRows)
}

/** Deletes expired windows. */
export async function sweepAttempts(portal: Counting): Promise<void> {
  await sql`delete from auth.rate_limits where window_ends_at <= ${portal.clock.now()}`.execute(portal.database.auth)
}

const accountHash = (account: string) => hashed(`account ${account.toLowerCase()}`)

function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

const tooMany = m.tooManyAttempts
