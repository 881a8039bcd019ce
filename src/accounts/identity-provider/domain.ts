import { type StaffRole, staffRoles } from '#access/domain/staff-rights.ts'

/** Which role each value of a provider's claim stands for. */
export type ClaimRoles = Readonly<Record<string, StaffRole>>

export const defaultScopes = 'openid email profile'

/** 'acme.example' of 'Marie@Acme.example'; empty where there is none. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Whether an address is at one of the domains themselves; what is below one of them belongs to it only where it is listed. */
export const isAtDomain = (email: string, domains: readonly string[]) => email.includes('@') && domains.includes(domainOf(email))

/** A claim that stands deeper in the token, as in `realm_access.roles`; a name with dots in it comes first. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  const [first = '', ...rest] = name.split('.')
  const value = Object.hasOwn(claims, first) ? claims[first] : undefined
  if (rest.length === 0 || typeof value !== 'object' || value === null) return undefined
  return claimAt(value as Readonly<Record<string, unknown>>, rest.join('.'))
}

interface RoleRules {
  readonly roleClaim: string
  readonly claimRoles: ClaimRoles
  /** The role of those whose claim says none. */
  readonly staffRole: StaffRole
}

/**
 * The role that a provider's claims say: of several, the one with the most rights. Null where the claim is not there, which is
 * not to say that somebody has none: Entra leaves groups out above 200.
 */
export function roleByClaims(
  { roleClaim, claimRoles, staffRole }: RoleRules,
  claims: Readonly<Record<string, unknown>>,
): StaffRole | null {
  const value = roleClaim === '' ? null : claimAt(claims, roleClaim)
  if (value === undefined || value === null) return null
  const named = (Array.isArray(value) ? value : [value]).flatMap((each) =>
    typeof each === 'string' && Object.hasOwn(claimRoles, each) ? [claimRoles[each]] : [],
  )
  return staffRoles.find((role) => named.includes(role)) ?? staffRole
}

/** The address of a provider's description is often copied in place of the issuer, which it begins with. */
export const issuerOf = (typed: string) => typed.trim().replace(/\/\.well-known\/openid-configuration\/?$/, '')
