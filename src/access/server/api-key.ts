import { sql } from 'kysely'
import { type Actor, anonymous, system } from '#access/domain/actor.ts'
import { type ApiScope, apiKeyMark, apiKeyPace } from '#access/domain/api-scopes.ts'
import { rightsOf } from '#access/domain/staff-rights.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import type { Portal } from '#platform/server/portal.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import { m } from '../messages/messages.ts'
import type { SessionProof, SessionRow } from './session-row.ts'

interface KnownKey {
  readonly actor: Actor
  readonly scopes: readonly ApiScope[]
  /** Proves the key to the transaction that runs under it. */
  readonly proof: SessionProof
}

/** How often one address may try what is no key: a look-up each. */
const wrongKeys = { max: 60, windowSeconds: 60 }
const notedEveryMs = 60_000

/**
 * The caller that an API key stands for: staff in the database, in the key's own name. `mayRemember` as for sessions: the
 * transaction confirms the key, so that a revoked one is refused at once on every server. Refuses `api_key_invalid`, and
 * `too_many_requests` beyond the key's own limit.
 */
export async function findApiKey(portal: Portal, secret: string, address: string, mayRemember: boolean): Promise<KnownKey> {
  const now = portal.clock.now()
  const hash = tokenHash(secret)
  const remembered = mayRemember ? portal.knownSessions.find(hash, now) : null
  const row = remembered ?? (await lookUp(portal, secret, hash, address, now))
  await countAttempt(portal, [{ key: `API key ${row.session_id}`, ...apiKeyPace, words: m.keyTooFast }])
  return {
    actor: { kind: 'admin', userId: row.user_id, rights: rightsOf({ scopes: row.scopes ?? [] }) },
    scopes: row.scopes ?? [],
    proof: { tokenHash: hash, now, days: null, session: await withNotedUse(portal, hash, row, now) },
  }
}

async function lookUp(portal: Portal, secret: string, hash: string, address: string, now: Date): Promise<SessionRow> {
  const { rows } = secret.startsWith(apiKeyMark)
    ? await portal.database.asActor(anonymous, (tx) => sql<SessionRow>`select * from app.api_key(${hash}, ${now})`.execute(tx), {
        turn: hash,
        isRead: true,
      })
    : { rows: [] }
  const [row] = rows
  if (!row?.session_id) {
    portal.knownSessions.learn(hash, null, now)
    await countAttempt(portal, [{ key: `wrong API keys from ${address}`, ...wrongKeys, words: m.keyTooFast }])
    throw new Refusal('api_key_invalid', m.keyUnknown())
  }
  portal.knownSessions.learn(hash, row, now)
  return row
}

/** Notes the key's use once a minute, in a transaction of its own: what the request does may be rolled back. */
async function withNotedUse(portal: Portal, hash: string, row: SessionRow, now: Date): Promise<SessionRow> {
  const oldest = new Date(now.getTime() - notedEveryMs)
  if (row.updated_at > oldest) return row
  await portal.database.asActor(system, (tx) =>
    tx
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', row.session_id)
      .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<=', oldest)]))
      .execute(),
  )
  const noted = { ...row, updated_at: now }
  portal.knownSessions.learn(hash, noted, now)
  return noted
}
