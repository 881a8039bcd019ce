/** How the person authenticated when the session began. */
export const sessionMethods = ['password', 'password_totp', 'password_recovery'] as const
export type SessionMethod = (typeof sessionMethods)[number]
