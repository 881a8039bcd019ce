import { refuseUnless } from '#domain/refusal.ts'
import type { OpenCall } from '../http/bind.ts'
import { personOf } from '../transaction.ts'
import * as attempts from '../http/rate-limits.ts'
import { oncePerCode } from './once-per-code.ts'
import { recordingRefusal } from './refusal-events.ts'

/** What somebody who is signed in enters again; the code is their authenticator's. */
export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/**
 * Makes sure that it is the person, and not only their open session, before something that a stolen session must not do: by
 * the second factor where it is on, else by the password. Refuses `second_factor_invalid` and `wrong_password`.
 */
export async function confirmIdentity(call: OpenCall, { password, code }: Proof): Promise<void> {
  const { portal, request, reply, session } = call
  if (!session?.twoFactor) return withPassword(call, () => portal.auth.checkPassword(request, password ?? ''))
  const { userId } = personOf(call)
  await recordingRefusal(call, userId, async () => {
    refuseUnless(code, 'second_factor_invalid', 'Code invalide. Veuillez réessayer.')
    await attempts.countAttempt(portal, [{ key: `second factor of ${userId}`, most: 10, windowSeconds: 900 }])
    await oncePerCode(portal, { userId, kind: 'totp', code }, () => portal.auth.confirmTwoFactor(request, reply, code))
  })
}

/** Does what asks for the password again: a stolen session must not become a place to guess it. */
export function withPassword<T>(call: OpenCall, run: () => Promise<T>): Promise<T> {
  const { userId } = personOf(call)
  return recordingRefusal(call, userId, async () => {
    await attempts.countAttempt(call.portal, [{ key: `password of ${userId}`, most: 10, windowSeconds: 900 }])
    return run()
  })
}
