import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { bankDetailsWaitMs } from '#domain/second-factor.ts'
import { frenchMoment } from '../mail/french-dates.ts'
import type { Portal } from '../portal.ts'
import { currentSettings } from '../settings/queries.ts'
import type { TransactionContext } from '../transaction.ts'
import { withTransaction } from '../transaction.ts'

interface Reset {
  readonly reason: string
  /** Who did it, where it was nobody of staff. */
  readonly by?: 'operator'
}

/**
 * Switches off the second factor that a person has lost, ends their sessions and tells them by mail. Refuses `two_factor_off`.
 */
export async function resetSecondFactor(context: TransactionContext, userId: string, { reason, by }: Reset): Promise<void> {
  const { wasOn } = await context.tx
    .selectNoFrom((select) =>
      select.fn<boolean>('app.reset_second_factor', [select.val(userId), select.val(context.now)]).as('wasOn'),
    )
    .executeTakeFirstOrThrow()
  refuseUnless(wasOn, 'two_factor_off', 'This account has no second factor: nothing has to be reset.')
  await context.recordEvent({
    name: 'two_factor.reset',
    subjectId: userId,
    audience: { kind: 'staff' },
    partnerId: userId,
    after: { reason, ...(by ? { by } : {}) },
  })
}

/**
 * Whoever has got into an account by a reset must not lead its money elsewhere before its owner has read the mail about it.
 * Refuses `bank_details_wait` with the time from which on they may be changed.
 */
export async function refuseSoonAfterReset({ tx, now }: TransactionContext, userId: string): Promise<void> {
  const { second_factor_reset_at: resetAt } = await tx
    .selectFrom('profiles')
    .select('second_factor_reset_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const until = resetAt && new Date(resetAt.getTime() + bankDetailsWaitMs)
  if (!until || until <= now) return
  const { timeZone } = await currentSettings(tx)
  throw new Refusal(
    'bank_details_wait',
    'Votre double authentification vient d’être réinitialisée : par sécurité, vos coordonnées bancaires pourront être ' +
      `modifiées à partir du ${frenchMoment(until, timeZone)}.`,
    { facts: { until: until.toISOString() } },
  )
}

const lostSecret = 'Le secret du portail a été remplacé.'

/**
 * With another secret nobody can be asked for a code any more: a second factor that cannot be decrypted is switched off, so that
 * its owner can set it up anew. Returns how many there were.
 */
export async function resetUnreadableFactors(
  portal: Pick<Portal, 'config' | 'database' | 'clock' | 'queue' | 'eventsWithHandlers'>,
): Promise<number> {
  const { rows } = await sql<{ user_id: string; secret: string }>`
    select f.user_id, f.secret from auth.two_factors f join auth.users u on u.id = f.user_id where u.two_factor_enabled
    order by f.user_id`.execute(portal.database.auth)
  let count = 0
  for (const { user_id, secret } of rows) {
    if (await isReadable(portal.config.secret, secret)) continue
    try {
      await withTransaction(portal, { kind: 'system' }, (context) =>
        resetSecondFactor(context, user_id, { reason: lostSecret, by: 'operator' }),
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
