import { sql } from 'kysely'
import { aboutPerson } from '#accounts/people/server/queries.ts'
import { forgetAccount, forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { countersOfAddress, countersOfPerson } from './limits.ts'

interface Locked {
  readonly userId: string
  readonly email: string
  /** A network address whose counters are forgotten too, whatever account was tried from it. */
  readonly address: string | null
}

/**
 * Forgets what was counted of attempts to sign in to an account: passwords from every address and known browser, codes of the
 * second factor and requests for links. Returns how many counters and locks there were.
 */
export async function forgetSignInAttempts(portal: Pick<Portal, 'database' | 'clock'>, locked: Locked): Promise<number> {
  let count = await forgetAccount(portal, locked.email)
  for (const key of countersOfPerson(locked.userId)) count += await forgetAttempts(portal, key)
  for (const key of locked.address ? countersOfAddress(locked.address) : []) count += await forgetAttempts(portal, key)
  const unlocking = sql`update auth.two_factors set failed_verification_count = 0, locked_until = null
    where user_id = ${locked.userId} and (failed_verification_count > 0 or locked_until is not null)`
  const { numAffectedRows = 0n } = await unlocking.execute(portal.database.auth)
  return count + Number(numAffectedRows)
}

/** Records that the attempts on an account were forgotten; its owner is told by mail. */
export async function recordUnlock(context: TransactionContext, userId: string, count: number): Promise<void> {
  await context.recordEvent({
    name: 'sign_in.unlocked',
    ...(await aboutPerson(context.tx, userId)),
    after: { count },
  })
}
