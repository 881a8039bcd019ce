import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Portal } from '../portal.ts'
import { addressBlock } from './address-block.ts'

type Counting = Pick<Portal, 'database' | 'clock'>

export interface AttemptLimit {
  /** What is counted: `sign-in address 203.0.113.7`. Stored as a hash. */
  readonly key: string
  readonly most: number
  readonly windowSeconds: number
  /** After a success nothing of before counts any more; otherwise only the success itself does not. */
  readonly forgotten?: boolean
  /** What a person can do once it is full, when it is more than waiting. */
  readonly words?: string
}

/**
 * Counts one attempt against each limit, in the database so that all servers count together.
 * Refuses `too_many_requests` with `retryAfter` in seconds once a window is full; the limits after it do not count then, so
 * that whoever is stopped by a narrow one cannot fill a wider one.
 */
export async function countAttempt(portal: Counting, limits: readonly AttemptLimit[]): Promise<void> {
  const now = portal.clock.now()
  for (const { key, most, windowSeconds, words = tooMany } of limits) {
    const { count, endsAt } = await countOne(portal, key, windowSeconds)
    if (count > most) {
      const retryAfter = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
      throw new Refusal('too_many_requests', words, { facts: { retryAfter } })
    }
  }
}

/**
 * Counts one more in the key's window, which begins with the first. One that ends later than any can was begun by a clock
 * that ran ahead: it begins anew, so that nobody is kept out until the clock gets there again.
 */
export async function countOne(portal: Counting, key: string, windowSeconds: number): Promise<{ count: number; endsAt: Date }> {
  const now = portal.clock.now()
  const ends = new Date(now.getTime() + windowSeconds * 1000)
  const farthest = new Date(ends.getTime() + windowSeconds * 1000)
  const over = sql`(r.window_ends_at <= ${now} or r.window_ends_at > ${farthest})`
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into auth.rate_limits as r (key, count, window_ends_at) values (${hashed(key)}, 1, ${ends})
    on conflict (key) do update set
      count = case when ${over} then 1 else r.count + 1 end,
      window_ends_at = case when ${over} then excluded.window_ends_at else r.window_ends_at end
    returning count, window_ends_at`.execute(portal.database.auth)
  const [row] = rows
  if (!row) throw new Error('an attempt was not counted')
  return { count: row.count, endsAt: row.window_ends_at }
}

/** Takes a success out of the count, so that a person who mistyped is not kept waiting later, nor a busy office. */
export async function settleAttempts(portal: Counting, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = (forgotten: boolean) =>
    limits.filter((each) => Boolean(each.forgotten) === forgotten).map(({ key }) => hashed(key))
  await sql`delete from auth.rate_limits where key = any(${keys(true)}::text[])`.execute(portal.database.auth)
  await sql`update auth.rate_limits set count = greatest(count - 1, 0) where key = any(${keys(false)}::text[])`.execute(
    portal.database.auth,
  )
}

/** Forgets the attempts of a key. */
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

const tooMany = 'Trop de tentatives. Veuillez réessayer plus tard.'
const orByMail =
  'Trop de tentatives. Veuillez réessayer plus tard, ou choisissez un nouveau mot de passe avec « Mot de passe oublié ? ».'

const quarterHour = 900
const day = 86_400

/**
 * Wrong passwords of strangers must not keep the owner out, and many addresses together must not guess one account. A
 * browser that has signed in to the account before counts for itself alone. All others count by address, by account and
 * address, and together by account; the way in that stays open is a new password by mail, which makes the browser known.
 */
export function signInLimits(address: string, email: string, knownDevice: string | null): AttemptLimit[] {
  if (knownDevice) return [{ key: `sign-in device ${knownDevice}`, most: 10, windowSeconds: quarterHour, forgotten: true }]
  const from = addressBlock(address)
  const account = email.toLowerCase()
  const here = `sign-in account ${account} from ${from}`
  return [
    { key: `sign-in address ${from}`, most: 50, windowSeconds: quarterHour },
    { key: here, most: 10, windowSeconds: quarterHour, forgotten: true, words: orByMail },
    { key: `${here} in a day`, most: 30, windowSeconds: day, forgotten: true, words: orByMail },
    { key: `sign-in account ${account}`, most: 40, windowSeconds: quarterHour, words: orByMail },
    { key: `sign-in account ${account} in a day`, most: 200, windowSeconds: day, words: orByMail },
  ]
}

/** Links, codes and reset requests: guessing one is hopeless, trying in bulk is refused. */
export function linkLimits(address: string): AttemptLimit[] {
  return [{ key: `link address ${addressBlock(address)}`, most: 60, windowSeconds: quarterHour }]
}

export function resetLimits(address: string, email: string): AttemptLimit[] {
  return [
    { key: `reset address ${addressBlock(address)}`, most: 30, windowSeconds: quarterHour },
    { key: `reset account ${email.toLowerCase()}`, most: 5, windowSeconds: quarterHour },
  ]
}
