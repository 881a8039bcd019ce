import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type ApiScope, apiKeyActorName, apiKeyMark, apiKeyPrefixLength } from '#access/domain/api-scopes.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import { endOfDay } from '#platform/server/http/lists/period.ts'
import { newId } from '#platform/server/ids.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'

/** Makes a key, with the profile in whose name it acts. The secret is stored nowhere. Refuses a last day that is over. */
export async function createApiKey(
  context: TransactionContext,
  { name, scopes, lastDay }: { name: string; scopes: readonly ApiScope[]; lastDay: string | null },
): Promise<{ id: string; secret: string }> {
  const { tx, now } = context
  const id = newId()
  const secret = `${apiKeyMark}${randomBytes(32).toString('base64url')}`
  const expiresAt = lastDay === null ? null : await endOf(context, lastDay)
  // `.invalid` is reserved (RFC 2606): no mail can ever reach it.
  const profile = { user_id: id, full_name: apiKeyActorName(name), email: `${id}@api-key.invalid`, created_at: now }
  context.post(tx.insertInto('profiles').values({ ...profile, joined_at: null, deleted_at: null }))
  context.post(tx.insertInto('user_roles').values({ user_id: id, role: 'api_key' }))
  context.post(
    tx.insertInto('api_keys').values({
      id,
      name,
      prefix: secret.slice(0, apiKeyPrefixLength),
      token_hash: tokenHash(secret),
      scopes: [...scopes],
      created_at: now,
      created_by: personOf(context).userId,
      expires_at: expiresAt,
    }),
  )
  await context.recordEvent({ name: 'api_key.created', subjectId: id, audience: staff, after: { name, scopes } })
  return { id, secret }
}

async function endOf({ tx, now }: TransactionContext, day: string): Promise<Date> {
  const { at } = await tx.selectNoFrom(sql<Date>`${endOfDay(day)}`.as('at')).executeTakeFirstOrThrow()
  refuseFieldUnless(at > now, 'lastDay', m.dayIsOver())
  return at
}

/** Revokes a key: the next request with it is refused. Does nothing to a key that is revoked already. */
export async function revokeApiKey(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const key = await tx.selectFrom('api_keys').select(['name', 'revoked_at']).where('id', '=', id).executeTakeFirst()
  if (!key) throw new Refusal('not_found', m.noSuchKey())
  const revoked = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now, revoked_by: personOf(context).userId })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!revoked.numUpdatedRows) return
  await context.recordEvent({ name: 'api_key.revoked', subjectId: id, audience: staff, after: { name: key.name } })
}
