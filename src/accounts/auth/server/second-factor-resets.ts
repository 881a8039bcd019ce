import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Portal, TransactionParts } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { resetSecondFactor } from './commands.ts'

/**
 * With another secret nobody can be asked for a code any more: a second factor that cannot be decrypted is switched off, so that
 * its owner can set it up anew. Returns how many there were.
 */
export async function resetUnreadableFactors(portal: TransactionParts & Pick<Portal, 'config'>): Promise<number> {
  const { rows } = await sql<{ user_id: string; secret: string }>`
    select f.user_id, f.secret from auth.two_factors f join auth.users u on u.id = f.user_id where u.two_factor_enabled
    order by f.user_id`.execute(portal.database.auth)
  let count = 0
  for (const { user_id, secret } of rows) {
    if (await isReadable(portal.config.secret, secret)) continue
    try {
      await withTransaction(portal, system, (context) =>
        resetSecondFactor(context, user_id, { reason: '', cause: 'secret_replaced', by: 'operator' }),
      )
      count += 1
    } catch (error) {
      // Another server that is started with the new secret was faster.
      if (!(error instanceof Refusal) || error.code !== 'two_factor_off') throw error
    }
  }
  return count
}

async function isReadable(key: string, data: string): Promise<boolean> {
  try {
    await symmetricDecrypt({ key, data })
    return true
  } catch {
    // Encrypted under the secret that was lost: there is nothing else that it could be read with.
    return false
  }
}
