import { type Catalogue, everything } from './catalogue.ts'
import { as, idOf, long, marie, monday } from './people.ts'

const provider = (id: string, enabled: boolean) =>
  ({
    id,
    name: 'Acme',
    issuer: 'https://id.example',
    client_id: 'portal',
    scopes: 'openid',
    enabled,
    changed_at: monday,
  }) as const

export const identityProviderTables: Catalogue['tables'] = {
  identity_providers: {
    rights: { insert: ['team'], update: ['team'] },
    rows: { 'in use': provider(idOf(311), true), 'switched off': provider(idOf(312), false) },
    access: { system: everything, admin: everything },
  },
  provider_accounts: {
    rows: {
      "Marie's": {
        issuer: 'https://id.example',
        subject: 'marie',
        user_id: marie,
        linked_at: monday,
        last_used_at: monday,
      },
    },
    access: { system: everything },
  },
  provider_sign_ins: {
    rows: {
      begun: {
        id: idOf(313),
        provider_id: idOf(311),
        issuer: 'https://id.example',
        browser_hash: 'x',
        created_at: monday,
        expires_at: long,
      },
    },
    access: { system: everything },
  },
}

const switchedOff = `update identity_providers set enabled = false`

export const identityProviderFunctions: Catalogue['functions'] = {
  'app.sign_in_provider()': {
    facts: [
      {
        title: 'visitors learn the name of the provider in use',
        as: as.nobody,
        sql: "select app.sign_in_provider() = 'Acme'",
        expect: { value: true },
      },
      {
        title: 'and nothing of one that is switched off',
        as: as.nobody,
        setup: switchedOff,
        sql: 'select app.sign_in_provider() is null',
        expect: { value: true },
      },
    ],
    checks: { 'switched on': ['where enabled', ''] },
  },
}
