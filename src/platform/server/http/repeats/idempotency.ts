import type { FastifyReply, FastifyRequest } from 'fastify'
import { system } from '#access/domain/actor.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { commitUnknown, DatabaseError, lockTimedOut, uniqueViolation } from '#platform/server/db/database-error.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { RequestKey } from './request-key.ts'

/** Lease of a claimed key, which its request renews while it is answered: the claim of a killed server ends with it. */
export const claimSeconds = 10
const renewMs = 3000

/**
 * Runs a change that is one transaction once per key; repetitions get the first response. `keepAnswer` stores key and response
 * with the commit: if the key is there already, nothing is committed. So the key costs one statement and no round trip, and
 * whoever comes second learns the first response after doing the work in vain.
 */
export async function answerOnce<T>(
  portal: Pick<Portal, 'database'>,
  key: RequestKey | null,
  reply: FastifyReply,
  run: (keepAnswer: KeepLastAnswer) => Promise<T>,
): Promise<T> {
  if (!key) return run((_context, answer) => answer)
  try {
    return await run(({ tx, now, post }, answer) => {
      post(newKey(tx, key, now, { response: key.seal(answer) }))
      return answer
    })
  } catch (error) {
    const earlier = await earlierAnswer(portal, key, error)
    return replay(key, reply, earlier) as T
  }
}

/** Stores a response with the commit of its change, and returns it. */
export type KeepLastAnswer = <T>(context: TransactionContext, answer: T) => T

/** The response of an earlier request with the key, which is why this one failed; otherwise its error. */
async function earlierAnswer(portal: Pick<Portal, 'database'>, key: RequestKey, error: unknown): Promise<KeyRow> {
  if (!(error instanceof Refusal || error instanceof DatabaseError)) throw error
  let row: KeyRow | undefined
  try {
    row = await portal.database.asActor(system, (tx) => readKey(tx, key), { turn: key.actorId, isRead: true })
  } catch (cause) {
    // If the key cannot be looked up, the original error is more useful.
    if (cause instanceof Refusal) throw cause
  }
  if (!row) throw isTaken(error) ? inProgress() : error
  return row
}

/** The key was stored by another transaction: this one was rolled back. */
function isTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === uniqueViolation && error.constraint === 'idempotency_keys_pkey'
}

/** Stores a response in the transaction of its change, and returns it. */
export type KeepAnswer = <T>(work: Pick<TransactionContext, 'tx'>, answer: T) => Promise<T>

/**
 * Runs a change once per key if the handler opens its own transactions. Claims the key first; `keepAnswer` stores the
 * response in the transaction of the change. A refusal releases the claim, a crash lets it expire. If a library commits
 * the change, so that the response cannot be stored with it, the change itself must be idempotent.
 */
export async function answerClaimed<T>(
  portal: Pick<Portal, 'database' | 'clock' | 'log'>,
  key: RequestKey | null,
  { id }: Pick<FastifyRequest, 'id'>,
  reply: FastifyReply,
  run: (keepAnswer: KeepAnswer) => Promise<T>,
): Promise<T> {
  if (!key) return run(async (_context, answer) => answer)
  const asSystem = <R>(work: (tx: Tx) => Promise<R>) => portal.database.asActor(system, work, { turn: key.actorId })
  let isKept = false
  const keepAnswer: KeepAnswer = async ({ tx }, answer) => {
    // The claim expired and was taken over: this transaction must not commit as well.
    if (!(await storeAnswer(tx, key, answer, id))) throw inProgress()
    isKept = true
    return answer
  }
  try {
    const earlier = await asSystem((tx) => claimKey(tx, key, portal.clock.now(), id))
    if (earlier) return replay(key, reply, earlier) as T
    const renewing = setInterval(() => {
      asSystem((tx) => renewClaim(tx, key, portal.clock.now(), id)).catch((error: unknown) =>
        portal.log.warn({ err: error }, 'the claim of an Idempotency-Key could not be renewed'),
      )
    }, renewMs)
    const answer = await run(keepAnswer).finally(() => clearInterval(renewing))
    if (!isKept) await asSystem((tx) => keepAnswer({ tx }, answer))
    return answer
  } catch (error) {
    await asSystem((tx) => releaseKey(tx, key, id)).catch((cause: unknown) =>
      portal.log.warn({ err: cause }, 'an Idempotency-Key stays claimed until its claim runs out'),
    )
    throw error
  }
}

interface KeyRow {
  readonly response: string | null
  readonly claimed_until: Date | null
}

const until = (now: Date) => new Date(now.getTime() + claimSeconds * 1000)

type KeyState = { response?: string | null; claimed_by?: string; claimed_until?: Date }

function newKey(tx: Tx, { actorId, key, requestHash }: RequestKey, now: Date, state: KeyState) {
  return tx
    .insertInto('idempotency_keys')
    .values({ actor_id: actorId, key, request_hash: requestHash, response: null, created_at: now, ...state })
}

/** Whether the key is new. Waits for an open transaction that holds it. */
async function insertKey(tx: Tx, key: RequestKey, now: Date, claimedBy: string): Promise<boolean> {
  const inserted = await newKey(tx, key, now, { claimed_by: claimedBy, claimed_until: until(now) })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === lockTimedOut ? inProgress() : error
    })
  return Boolean(inserted.numInsertedOrUpdatedRows)
}

/** Refuses `idempotency_key_reused` for the key of another request. */
async function readKey(tx: Tx, { actorId, key, requestHash }: RequestKey, forUpdate = false): Promise<KeyRow | undefined> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response', 'claimed_until'])
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  const text = m.keyReused()
  refuseUnless(!row || row.request_hash === requestHash, 'idempotency_key_reused', text)
  return row
}

/** Claims a key that is new or whose claim expired. Returns the row if it was answered. */
async function claimKey(tx: Tx, key: RequestKey, now: Date, claimedBy: string): Promise<KeyRow | null> {
  if (await insertKey(tx, key, now, claimedBy)) return null
  const row = await readKey(tx, key, true)
  if (!row) throw inProgress()
  if (!row.claimed_until) return row
  if (row.claimed_until > now) throw inProgress()
  await keyRow(tx, key)
    .set({ claimed_by: claimedBy, claimed_until: until(now) })
    .execute()
  return null
}

async function renewClaim(tx: Tx, key: RequestKey, now: Date, claimedBy: string): Promise<void> {
  await keyRow(tx, key)
    .set({ claimed_until: until(now) })
    .where('claimed_by', '=', claimedBy)
    .execute()
}

/** To be called at the start of the only server of a database: the requests that claimed these keys no longer run. */
export async function endClaims({ database }: Pick<Portal, 'database'>): Promise<void> {
  await database.asActor(system, (tx) => tx.deleteFrom('idempotency_keys').where('claimed_until', 'is not', null).execute())
}

/** Whether the request still held the key. */
async function storeAnswer(tx: Tx, key: RequestKey, answer: unknown, claimedBy: string): Promise<boolean> {
  const result = await keyRow(tx, key)
    .set({ response: key.seal(answer), claimed_by: null, claimed_until: null })
    .where('claimed_by', '=', claimedBy)
    .executeTakeFirst()
  return Boolean(result.numUpdatedRows)
}

function keyRow(tx: Tx, { actorId, key }: RequestKey) {
  return tx.updateTable('idempotency_keys').where('actor_id', '=', actorId).where('key', '=', key)
}

async function releaseKey(tx: Tx, { actorId, key }: RequestKey, claimedBy: string): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .where('claimed_by', '=', claimedBy)
    .execute()
}

function replay(key: RequestKey, reply: FastifyReply, { response }: KeyRow): unknown {
  reply.header('idempotency-replayed', 'true')
  return key.open(response)
}

function inProgress(): Refusal {
  return new Refusal('idempotency_in_progress', m.keyInProgress(), {
    facts: { retryAfter: 1 },
  })
}

/** With a key, the client may safely retry; the message says so. */
export function unknownOutcome(error: unknown, key: RequestKey | null): unknown {
  if (!key || !(error instanceof DatabaseError) || error.code !== commitUnknown) return error
  const text = m.outcomeUnknownWithKey()
  return new Refusal('outcome_unknown', text, { facts: { retryAfter: 1 } })
}
