import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { commitUnknown, DatabaseError, lockTimedOut } from '../db/database-error.ts'
import type { Tx } from '../db/database.ts'
import type { Portal } from '../portal.ts'
import type { TransactionContext } from '../transaction.ts'
import type { RequestKey } from './request-key.ts'

/** Lease of a claimed key; after a crash the key stays claimed until it expires. */
export const claimSeconds = 120

/**
 * Runs a change once per key, in the change's own transaction; repetitions get the first response. Key and change commit
 * together, and a concurrent request with the key waits.
 */
export async function answerOnce<T>(
  key: RequestKey | null,
  reply: FastifyReply,
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  run: () => Promise<T>,
): Promise<T> {
  if (!key) return run()
  if (!(await insertKey(tx, key, now, null))) return replay(key, reply, await findKey(tx, key)) as T
  const answer = await run()
  if (answer !== undefined) await storeAnswer(tx, key, answer, null)
  return answer
}

/** Stores a response in the transaction of its change, and returns it. */
export type KeepAnswer = <T>(work: Pick<TransactionContext, 'tx'>, answer: T) => Promise<T>

/**
 * Runs a change once per key if the handler opens its own transactions. Claims the key first; `keepAnswer` stores the response in
 * the transaction of the change. A refusal releases the claim, a crash lets it expire. If a library commits the change, so that
 * the response cannot be stored with it, the change itself must be idempotent.
 */
export async function answerClaimed<T>(
  portal: Pick<Portal, 'database' | 'clock' | 'log'>,
  key: RequestKey | null,
  { id }: Pick<FastifyRequest, 'id'>,
  reply: FastifyReply,
  run: (keepAnswer: KeepAnswer) => Promise<T>,
): Promise<T> {
  if (!key) return run(async (_context, answer) => answer)
  const asSystem = <R>(work: (tx: Tx) => Promise<R>) => portal.database.asActor({ kind: 'system' }, work, key.actorId)
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
    const answer = await run(keepAnswer)
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

/** Whether the key is new. Waits for an open transaction that holds it. */
async function insertKey(tx: Tx, key: RequestKey, now: Date, claimedBy: string | null): Promise<boolean> {
  const claim = { claimed_by: claimedBy, claimed_until: claimedBy === null ? null : until(now) }
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ actor_id: key.actorId, key: key.key, request_hash: key.requestHash, response: null, created_at: now, ...claim })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === lockTimedOut ? inProgress() : error
    })
  return Boolean(inserted.numInsertedOrUpdatedRows)
}

/** Refuses `idempotency_key_reused` for the key of another request. */
async function findKey(tx: Tx, { actorId, key, requestHash }: RequestKey): Promise<KeyRow> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response', 'claimed_until'])
    .where('actor_id', '=', actorId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw inProgress()
  const text = 'This Idempotency-Key was used for another request. Use a new key for each change.'
  refuseUnless(row.request_hash === requestHash, 'idempotency_key_reused', text)
  return row
}

/** Claims a key that is new or whose claim expired. Returns the row if it was answered. */
async function claimKey(tx: Tx, key: RequestKey, now: Date, claimedBy: string): Promise<KeyRow | null> {
  if (await insertKey(tx, key, now, claimedBy)) return null
  const row = await findKey(tx, key)
  if (!row.claimed_until) return row
  if (row.claimed_until > now) throw inProgress()
  await keyRow(tx, key)
    .set({ claimed_by: claimedBy, claimed_until: until(now) })
    .execute()
  return null
}

/** Whether the request still held the key. */
async function storeAnswer(tx: Tx, key: RequestKey, answer: unknown, claimedBy: string | null): Promise<boolean> {
  const stored = await keyRow(tx, key)
    .set({ response: key.seal(answer), claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not distinct from', claimedBy)
    .executeTakeFirst()
  return Boolean(stored.numUpdatedRows)
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
  return new Refusal('idempotency_in_progress', 'The same request is being answered. Send it again in a moment.', {
    facts: { retryAfter: 1 },
  })
}

/** With a key, the client may safely retry; the message says so. */
export function unknownOutcome(error: unknown, key: RequestKey | null): unknown {
  if (!key || !(error instanceof DatabaseError) || error.code !== commitUnknown) return error
  const text = 'It is not known whether this was saved: the database stopped answering. Send the same again: it is done once.'
  return new Refusal('outcome_unknown', text, { facts: { retryAfter: 1 } })
}
