import * as z from 'zod/mini'
import { staffRole } from '#access/api/person-shapes.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { anyText, count, text, time } from '#platform/api/shapes.ts'
import { isPublicDomain } from '#platform/domain/mail-domains.ts'
import { type ClaimRoles, issuerOf } from './domain.ts'
import { m } from './messages/messages.ts'

/** https, or http in one's own network; whether that may be reached is seen when it is. */
const issuer = z.pipe(
  z.pipe(
    text(1, 500, m.issuerMissing),
    z.transform((typed: string) => issuerOf(typed)),
  ),
  z.url({ error: m.issuerInvalid, protocol: /^https?$/ }).check(z.regex(/^[^?#@\s]+$/, { error: m.issuerInvalid })),
)

const domain = z.pipe(
  z.pipe(
    text(1, 253, m.domainInvalid),
    z.transform((typed: string) => typed.toLowerCase().replace(/^@/, '')),
  ),
  z.string().check(z.regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, { error: m.domainInvalid })),
)
const domains = z.array(domain).check(
  z.maxLength(50, { error: m.tooManyDomains }),
  z.refine((each) => !each.some(isPublicDomain), { error: m.domainPublic }),
)

const claimRoles = z.array(z.strictObject({ value: text(1, 200, m.claimValueMissing), role: staffRole })).check(
  z.maxLength(50, { error: m.tooManyValues }),
  z.refine((each) => new Set(each.map(({ value }) => value)).size === each.length, { error: m.claimValueTwice }),
)

export const identityProviderForm = z.partial(
  z.strictObject({
    /** On the button of the sign-in page. */
    name: text(1, 60, m.nameMissing),
    issuer,
    clientId: text(1, 300, m.clientMissing),
    /** Null: there is none. It is in no answer. */
    clientSecret: z.nullable(anyText().check(z.minLength(1, { error: m.secretEmpty }), z.maxLength(500))),
    scopes: text(1, 300, m.scopesInvalid).check(
      z.refine((scopes) => scopes.split(/\s+/).includes('openid'), { error: m.scopesInvalid }),
    ),
    enabled: z.boolean(),
    staffDomains: domains,
    staffRole,
    roleClaim: text(0, 100, ''),
    claimRoles,
    partnerDomains: domains,
    /** When what the caller saw was saved: refused with `settings_changed_meanwhile` if somebody has saved since. */
    changedAt: z.nullable(time),
  }),
)

const identityProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  scopes: z.string(),
  enabled: z.boolean(),
  staffDomains: z.array(z.string()),
  staffRole,
  roleClaim: z.string(),
  claimRoles: z.array(z.object({ value: z.string(), role: staffRole })),
  partnerDomains: z.array(z.string()),
  /** Where the provider sends browsers back to; it has to know this address. */
  redirectUri: z.string(),
  /** How many people have signed in with it. */
  people: count,
  /** Null until it is set for the first time. */
  changedAt: z.nullable(time),
})
export type IdentityProvider = z.infer<typeof identityProvider>

export const identityProviderRoutes = {
  getIdentityProvider: route('GET', '/identity-provider', {
    summary: 'The provider of OpenID Connect that people sign in with',
    who: 'admin',
    transaction: 'own',
    ownership: 'staff',
    returns: identityProvider,
  }),
  saveIdentityProvider: route('PUT', '/identity-provider', {
    summary: 'Change a part of the provider that people sign in with, for a proof; what is left out stays',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    body: z.extend(identityProviderForm, proof),
    returns: identityProvider,
    refusals: ['settings_changed_meanwhile', ...proofRefusals],
  }),
  checkIdentityProvider: route('POST', '/identity-provider/check', {
    summary: 'Read a provider’s description and its keys; says in a sentence what is wrong with them',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'readsOnly',
    body: z.strictObject({ issuer }),
    /** `remark`: what the last sign-in lacked, though the provider answers. */
    returns: z.object({ problem: z.nullable(z.string()), remark: z.nullable(z.string()) }),
  }),
}

interface ToldProvider {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly scopes: string
  readonly enabled: boolean
  readonly staffDomains: readonly string[]
  readonly staffRole: StaffRole
  readonly roleClaim: string
  readonly claimRoles: ClaimRoles
  readonly partnerDomains: readonly string[]
}

export const identityProviderEvents = {
  /** `secret`: whether it was replaced, removed or left as it was. */
  'identity_provider.changed': event<ToldProvider | null, ToldProvider & { readonly secret: 'kept' | 'replaced' | 'removed' }>(
    null,
  ),
}
