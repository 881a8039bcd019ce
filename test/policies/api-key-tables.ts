import { type Catalogue, everything } from './catalogue.ts'
import { ada, alan, as, gone, karim, marie, monday, noon, tuesday } from './people.ts'

/** The profile that a key acts as may be anybody's here. */
const key = (id: string, token_hash: string, more: object = {}) => {
  const keyColumns = { name: 'CRM', prefix: 'psr_12345678', scopes: ['leads:read'], created_at: monday, created_by: ada }
  return { id, token_hash, ...keyColumns, ...more }
}

const revoked = { revoked_at: tuesday, revoked_by: ada }
const user = (hash: string) => `select user_id from app.api_key('${hash}', '${noon}')`

export const apiKeyTables: Catalogue['tables'] = {
  api_keys: {
    rights: { insert: ['team'], update: ['team'] },
    rows: {
      "Ada's": key(marie, 'hash-in-use'),
      "Ada's, revoked": key(karim, 'hash-revoked', revoked),
      "Alan's": key(ada, 'hash-of-alan', { created_by: alan }),
      "Ada's, used": key(alan, 'hash-used', { last_used_at: tuesday, expires_at: tuesday }),
      "Alan's, revoked by him": key(gone, 'hash-of-alan-2', { ...revoked, revoked_by: alan, created_by: alan }),
    },
    access: {
      system: everything,
      admin: {
        select: 'all',
        insert: ["Ada's"],
        update: ["Ada's", "Alan's", "Ada's, used"],
        becomes: ["Ada's, revoked"],
      },
    },
  },
}

export const apiKeyFunctions: Catalogue['functions'] = {
  'app.api_key(text,timestamp with time zone)': {
    facts: [
      { title: 'a key stands for itself', as: as.nobody, sql: user('hash-in-use'), expect: { value: marie } },
      { title: 'an unknown key stands for nobody', as: as.nobody, sql: user('guessed'), expect: { value: null } },
      { title: 'a revoked key stands for nobody', as: as.nobody, sql: user('hash-revoked'), expect: { value: null } },
      { title: 'a key that has ended stands for nobody', as: as.nobody, sql: user('hash-used'), expect: { value: null } },
    ],
    checks: {
      'the secret': ['k.token_hash = key_hash', 'true'],
      'not revoked': [' and k.revoked_at is null', ''],
      'not ended': [' and (k.expires_at is null or k.expires_at > at)', ''],
    },
  },
}
