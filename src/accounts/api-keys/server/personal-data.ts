import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const apiKeyData: TableEntries = {
  // Programs, of whom somebody is who made them.
  api_keys: nobody('id prefix token_hash scopes created_at created_by expires_at last_used_at revoked_at revoked_by', 'name'),
}
