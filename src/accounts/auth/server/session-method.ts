import { isFirstFactor, type SessionMethod, withSecondFactor } from '#platform/domain/session-methods.ts'
import { firstFactorOf, type Opening, openingPath } from './session-opening.ts'

/** Additional session field that requests cannot set. */
export const sessionMethodField = { method: { type: 'string', required: false, input: false } } as const

const secondFactors: Readonly<Record<string, 'totp' | 'recovery'>> = {
  '/two-factor/verify-totp': 'totp',
  '/two-factor/verify-backup-code': 'recovery',
}

/** How the session that is being opened was authenticated; one that replaces another inherits from it. */
async function methodOf(opening: Opening): Promise<SessionMethod | null> {
  const replaced = opening.context.session?.session.method ?? null
  if (opening.path === '/sign-in/email') return 'password'
  if (opening.path === '/passkey/verify-authentication') return 'passkey'
  if (opening.path === openingPath) return isFirstFactor(opening.body?.method) ? opening.body.method : null
  const second = secondFactors[opening.path]
  if (!second) return replaced
  // A passkey is not followed by a code: it is switched on by somebody who has signed in with one.
  const first = replaced ?? (await firstFactorOf(opening)) ?? 'password'
  return isFirstFactor(first) ? withSecondFactor(first, second) : replaced
}

/** Stores the authentication method of new sessions. */
export const sessionMethodHooks = {
  session: {
    create: {
      before: async (_session: unknown, opening: unknown) => ({
        data: { method: opening ? await methodOf(opening as Opening) : null },
      }),
    },
  },
}
