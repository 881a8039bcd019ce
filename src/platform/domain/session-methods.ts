/**
 * How the person authenticated when the session began: what came first, and the second factor where one was asked for. A passkey
 * that has verified its user is both.
 */
export const sessionMethods = [
  'password',
  'password_totp',
  'password_recovery',
  'link',
  'link_totp',
  'link_recovery',
  'passkey',
  'provider',
  'provider_totp',
  'provider_recovery',
] as const
export type SessionMethod = (typeof sessionMethods)[number]

/** The client of a request that is kept as evidence, as its event stores it. */
export interface EventOrigin {
  readonly address: string
  readonly agent: string
  /** How the session was opened; null for sessions older than the record of it. */
  readonly method: SessionMethod | null
}

/** What a second factor comes after. */
export type FirstFactor = 'password' | 'link' | 'provider'

const firstFactors: readonly FirstFactor[] = ['password', 'link', 'provider']

export const isFirstFactor = (text: unknown): text is FirstFactor => firstFactors.some((each) => each === text)

/** The method of a session that was opened with one of the three and a second factor. */
export const withSecondFactor = (first: FirstFactor, second: 'totp' | 'recovery') => `${first}_${second}` as const

interface MethodParts {
  readonly first: FirstFactor | 'passkey'
  readonly second: 'totp' | 'recovery' | 'none'
}

/** The two factors of a method, for a sentence about them. */
export function partsOfMethod(method: SessionMethod): MethodParts {
  const second = method.endsWith('_totp') ? 'totp' : method.endsWith('_recovery') ? 'recovery' : 'none'
  return { first: firstFactors.find((each) => method.startsWith(each)) ?? 'passkey', second }
}
