import * as z from 'zod/mini'
import { type ApiScope, apiKeyStates, apiScopes } from '#access/domain/api-scopes.ts'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { id, idParams, page, pageQuery, personName, text, time } from '#platform/api/shapes.ts'
import { m } from './messages/messages.ts'

const scope = z.enum(apiScopes)

export const apiKeyForm = z.strictObject({
  name: text(1, 80, m.nameMissing),
  scopes: z.array(scope).check(
    z.minLength(1, { error: m.permissionMissing }),
    z.refine((scopes) => new Set(scopes).size === scopes.length, { error: m.permissionTwice }),
  ),
  /** The last day on which it works, in the provider's time zone; null: no end. */
  lastDay: z._default(z.nullable(z.iso.date({ error: m.notADate })), null),
})

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The beginning of the secret. */
  prefix: z.string(),
  scopes: z.array(scope),
  state: z.enum(apiKeyStates),
  createdAt: time,
  createdBy: personName,
  expiresAt: z.nullable(time),
  /** When it was last used, to the minute; null if never. */
  lastUsedAt: z.nullable(time),
  revokedAt: z.nullable(time),
})
export type ApiKey = z.infer<typeof apiKey>

export const apiKeyRoutes = {
  listApiKeys: route('GET', '/api-keys', {
    summary: 'API keys, newest first, those that have ended included',
    who: 'admin',
    query: z.strictObject({ ...pageQuery }),
    returns: page(apiKey),
  }),
  createApiKey: route('POST', '/api-keys', {
    summary: 'Make an API key, for the caller’s password or second factor; its secret is in this answer and nowhere else',
    who: 'admin',
    right: 'team',
    transaction: 'own',
    ownership: 'staff',
    body: z.extend(apiKeyForm, proof),
    unkeyed: 'secretAnswer',
    returns: z.extend(apiKey, { secret: z.string() }),
    status: 201,
    refusals: [...proofRefusals],
  }),
  revokeApiKey: route('DELETE', '/api-keys/:id', {
    summary: 'Revoke a key: it stops working at once, on every server',
    who: 'admin',
    right: 'team',
    params: idParams,
  }),
}

export const apiKeyEvents = {
  'api_key.created': event<null, { readonly name: string; readonly scopes: readonly ApiScope[] }>('api_key'),
  'api_key.revoked': event<null, { readonly name: string }>('api_key'),
}
