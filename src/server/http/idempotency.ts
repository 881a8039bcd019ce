import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { sign } from '../secrets/hmac.ts'
import type { Config } from '../config.ts'
import { commitUnknown, DatabaseError, lockTimedOut } from '../db/database-error.ts'
import { decrypt, encrypt } from '../secrets/encryption.ts'
import type { TransactionContext } from '../transaction.ts'

/**
 * Runs an unsafe request that carries an Idempotency-Key once: a repetition gets the first answer. The key is written in
 * the transaction of the change, so that a crash keeps both or neither, and a second request meanwhile waits for it. The
 * answer is kept encrypted: it may hold personal data, or links that open a document.
 */
export async function answerOnce(
  config: Pick<Config, 'secret'>,
  request: Pick<FastifyRequest, 'method' | 'url' | 'body' | 'headers'>,
  reply: FastifyReply,
  context: TransactionContext,
  answer: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  if (request.method === 'GET' || key === undefined || !('userId' in context.actor)) return answer()
  refuseUnless(
    typeof key === 'string' && key.length >= 1 && key.length <= 200,
    'malformed_request',
    'An Idempotency-Key has 1 to 200 characters',
  )
  const { secret } = config
  const { userId } = context.actor
  // Under the portal's secret: whoever reads the table cannot try out what a request said.
  const requestHash = sign(secret, 'request', JSON.stringify([request.method, request.url, request.body ?? null]))
  const row = { actor_id: userId, key, request_hash: requestHash, response: null }
  const inserted = await context.tx
    .insertInto('idempotency_keys')
    .values({ ...row, created_at: context.now })
    .onConflict((conflict) => conflict.columns(['actor_id', 'key']).doNothing())
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw error instanceof DatabaseError && error.code === lockTimedOut ? inProgress() : error
    })
  if (!inserted.numInsertedOrUpdatedRows) {
    const first = await context.tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'response'])
      .where('actor_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst()
    if (!first) throw inProgress()
    refuseUnless(
      first.request_hash === requestHash,
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each change.',
    )
    reply.header('idempotency-replayed', 'true')
    return first.response === null ? undefined : JSON.parse(decrypt(secret, 'answer', `${userId} ${key}`, first.response))
  }
  const result = await answer()
  if (result === undefined) return result
  await context.tx
    .updateTable('idempotency_keys')
    .set({ response: encrypt(secret, 'answer', `${userId} ${key}`, JSON.stringify(result)) })
    .where('actor_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return result
}

function inProgress(): Refusal {
  return new Refusal('idempotency_in_progress', 'The same request is being answered. Send it again in a moment.', {
    facts: { retryAfter: 1 },
  })
}

/** Whoever sent a key may send the same again; for the others the general words hold. */
export function unknownOutcome(error: unknown, request: Pick<FastifyRequest, 'headers'>): unknown {
  if (!(error instanceof DatabaseError) || error.code !== commitUnknown) return error
  if (request.headers['idempotency-key'] === undefined) return error
  const words = 'It is not known whether this was saved: the database stopped answering. Send the same again: it is done once.'
  return new Refusal('outcome_unknown', words, { facts: { retryAfter: 1 } })
}
