import { refuseUnless } from '#domain/refusal.ts'
import type { OwnCall } from '../http/bind.ts'
import { personOf } from '../transaction.ts'
import * as attempts from '../http/rate-limits.ts'
import { oncePerCode } from './once-per-code.ts'
import { recordingRefusal } from './refusal-events.ts'

/** Re-entered credentials; `code` is from the authenticator. */
export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/**
 * Re-authenticates before actions that a stolen session must not allow: with the second factor if enabled, otherwise with the
 * password. Refuses `second_factor_invalid` and `wrong_password`.
 */
export async function confirmIdentity(call: OwnCall, { password, code }: Proof): Promise<void> {
  const { portal, request, reply, session } = call
  if (!session?.twoFactor) return withPassword(call, () => portal.auth.checkPassword(request, password ?? ''))
  const { userId } = personOf(call)
  await recordingRefusal(call, userId, async () => {
    refuseUnless(code, 'second_factor_invalid', 'Code invalide. Veuillez réessayer.')
    await attempts.countAttempt(portal, [{ key: `second factor of ${userId}`, most: 10, windowSeconds: 900 }])
    await oncePerCode(portal, { userId, kind: 'totp', code }, () => portal.auth.confirmTwoFactor(request, reply, code))
  })
}

/** Rate-limits password confirmation, so that a stolen session cannot be used for guessing. */
export function withPassword<T>(call: OwnCall, run: () => Promise<T>): Promise<T> {
  const { userId } = personOf(call)
  return recordingRefusal(call, userId, async () => {
    await attempts.countAttempt(call.portal, [{ key: `password of ${userId}`, most: 10, windowSeconds: 900 }])
    return run()
  })
}
