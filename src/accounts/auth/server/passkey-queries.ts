import { sql } from 'kysely'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Portal } from '#platform/server/portal.ts'
import { maxPasskeys, type Passkey } from '../api/passkey-list.ts'
import { m } from '../messages/messages.ts'

interface PasskeyRow {
  readonly id: string
  readonly name: string | null
  readonly device_type: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

/** A person's passkeys, the newest first. */
export async function readPasskeys({ database }: Pick<Portal, 'database'>, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<PasskeyRow>`
    select id, name, device_type, created_at, last_used_at from auth.passkeys
    where user_id = ${userId} order by created_at desc, id desc`.execute(database.auth)
  return rows.map((row) => ({
    id: row.id,
    name: row.name ?? '',
    synced: row.device_type === 'multiDevice',
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Refuses `too_many_passkeys`. */
export async function refuseTooManyPasskeys(portal: Pick<Portal, 'database'>, userId: string): Promise<void> {
  refuseUnless(
    (await readPasskeys(portal, userId)).length < maxPasskeys,
    'too_many_passkeys',
    m.tooManyPasskeys({ count: maxPasskeys }),
  )
}

/** Whose passkey a browser has named, whether or not it has proven to hold it; null for nobody's. */
export async function ownerOfPasskey({ database }: Pick<Portal, 'database'>, credentialId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from auth.passkeys where credential_id = ${credentialId}`.execute(database.auth)
  return rows[0]?.user_id ?? null
}

export async function notePasskeyUse(
  { database, clock }: Pick<Portal, 'database' | 'clock'>,
  credentialId: string,
): Promise<void> {
  await sql`update auth.passkeys set last_used_at = ${clock.now()} where credential_id = ${credentialId}`.execute(database.auth)
}

/** Removes one of a person's passkeys, and returns its name. Refuses `not_found` for others'. */
export async function removePasskey({ database }: Pick<Portal, 'database'>, userId: string, id: string): Promise<string> {
  const { rows } = await sql<{ name: string | null }>`
    delete from auth.passkeys where id = ${id} and user_id = ${userId} returning name`.execute(database.auth)
  const [removed] = rows
  if (!removed) throw new Refusal('not_found', m.noSuchPasskey())
  return removed.name ?? ''
}
