import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/**
 * What an API key can be allowed. Which routes that opens is said by the routes themselves (`scope` in their declaration, none by
 * default), so that rights are declared once.
 */
export const apiScopes = [
  'leads:read',
  'leads:write',
  'partners:read',
  'partners:write',
  'commissions:read',
  'client_payments:read',
  'client_payments:write',
  'payouts:read',
  'invoices:read',
  'invoices:write',
] as const
export type ApiScope = (typeof apiScopes)[number]

export const apiScopeLabels: Readonly<Record<ApiScope, string>> = texts({
  'leads:read': m.scopeReadLeads,
  'leads:write': m.scopeWriteLeads,
  'partners:read': m.scopeReadPartners,
  'partners:write': m.scopeWritePartners,
  'commissions:read': m.scopeReadCommissions,
  'client_payments:read': m.scopeReadClientPayments,
  'client_payments:write': m.scopeWriteClientPayments,
  'payouts:read': m.scopeReadPayouts,
  'invoices:read': m.scopeReadInvoices,
  'invoices:write': m.scopeWriteInvoices,
})

/** A secret begins with it, so that scanners find keys that were published by mistake. */
export const apiKeyMark = 'psr_'
/** Characters of a secret that are kept in clear, by which people recognise it. */
export const apiKeyPrefixLength = 12

/** Requests of one key; what is more is refused with 429 and Retry-After. */
export const apiKeyPace = { max: 600, windowSeconds: 60 } as const

export const apiKeyStates = ['active', 'expired', 'revoked'] as const
export type ApiKeyState = (typeof apiKeyStates)[number]

export const apiKeyStateLabels: Readonly<Record<ApiKeyState, string>> = texts({
  active: m.keyActive,
  expired: m.keyExpired,
  revoked: m.keyRevoked,
})

export function apiKeyState(key: { readonly revokedAt: Date | null; readonly expiresAt: Date | null }, now: Date): ApiKeyState {
  if (key.revokedAt) return 'revoked'
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active'
}

/** The name that events, comments and payments of a key carry. */
export function apiKeyActorName(name: string): string {
  return `${name} (API key)`
}
