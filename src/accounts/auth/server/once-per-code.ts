import { Refusal } from '#platform/domain/refusal.ts'
import { countOne, forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import type { Portal } from '#platform/server/portal.ts'
import { m } from '../messages/messages.ts'

/** Longer than a TOTP code is accepted: 30 s, plus 30 s before and after for clock drift. */
const claimSeconds = 180

/**
 * Accepts each TOTP code once per account (RFC 6238, section 5.2), also under concurrency: claims the code first and releases
 * it if it was wrong.
 */
export async function oncePerCode<T>(
  portal: Pick<Portal, 'database' | 'clock'>,
  { userId, kind, code }: { userId: string; kind: 'totp' | 'recovery'; code: string },
  run: () => Promise<T>,
): Promise<T> {
  const claim = `code ${kind} ${userId} ${code}`
  const { count } = await countOne(portal, claim, claimSeconds)
  if (count > 1) throw new Refusal('second_factor_invalid', usedTexts[kind]())
  try {
    return await run()
  } catch (error) {
    await forgetAttempts(portal, claim)
    throw error
  }
}

const usedTexts = {
  totp: m.codeUsed,
  recovery: m.recoveryCodeUsed,
}
