import { apiKeyState } from '#access/domain/api-scopes.ts'
import { checkConfirmed, withConfirmation } from '#accounts/auth/server/guards.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { type ApiKey, apiKeyRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { apiKeyData } from './personal-data.ts'
import { findApiKey, type ListedApiKey, listApiKeys } from './queries.ts'

/** The only serializer for a key: neither the secret nor its hash is read. */
function presentApiKey(row: ListedApiKey, now: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: [...row.scopes],
    state: apiKeyState({ revokedAt: row.revoked_at, expiresAt: row.expires_at }, now),
    createdAt: row.created_at.toISOString(),
    createdBy: { id: row.created_by, name: row.creator_name, deleted: row.creator_deleted_at !== null },
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}

const apiKeyHandlers: Handlers<typeof apiKeyRoutes> = {
  listApiKeys: async ({ tx, now, query }) => {
    const page = pageBounds(query)
    return newestPage(await listApiKeys(tx, page), page.limit, (row) => presentApiKey(row, now))
  },
  createApiKey: ({ body: { password, code, passkey, ...form }, ...call }) =>
    withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      const { id, secret } = await commands.createApiKey(context, form)
      checkConfirmed(confirmation, m.toMakeKey())
      return { ...presentApiKey(await findApiKey(context.tx, id), context.now), secret }
    }),
  revokeApiKey: (call) => commands.revokeApiKey(call, call.params.id),
}

export const apiKeySlice = slice({ routes: apiKeyRoutes, handlers: apiKeyHandlers, personalData: apiKeyData })
