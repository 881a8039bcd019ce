/** How somebody proved who they are when their session began. */
export const sessionMethods = ['password', 'password_totp', 'password_recovery'] as const
export type SessionMethod = (typeof sessionMethods)[number]
