import type { Selectable } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { IdentityProviders } from '#platform/server/db/schema.generated.ts'
import type { OpenIdSettings } from '#platform/server/openid/openid-client.ts'
import { OpenIdError } from '#platform/server/openid/problems.ts'
import { decrypt } from '#platform/server/secrets/encryption.ts'

export type StoredProvider = Selectable<IdentityProviders>

/** The provider as it is set, whether or not it is switched on. */
export function findProvider(tx: Tx): Promise<StoredProvider | undefined> {
  return tx.selectFrom('identity_providers').selectAll().orderBy('id').executeTakeFirst()
}

/** The provider that people may sign in with. */
export async function providerInUse(tx: Tx): Promise<StoredProvider | undefined> {
  return tx.selectFrom('identity_providers').selectAll().where('enabled', '=', true).executeTakeFirst()
}

/** How many people have signed in with the provider of each issuer; a question for the system. */
export async function peopleByIssuer(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx
    .selectFrom('provider_accounts')
    .select(['issuer', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('issuer')
    .execute()
  return new Map(rows.map(({ issuer, count }) => [issuer, Number(count)]))
}

/** Throws an OpenIdError where the secret cannot be read, as after a restore with another SECRET. */
export function openIdSettings({ secret }: Pick<Config, 'secret'>, provider: StoredProvider): OpenIdSettings {
  const { id, issuer, client_id: clientId, scopes, secret_encrypted: encrypted } = provider
  try {
    return { issuer, clientId, scopes, clientSecret: encrypted && decrypt(secret, 'provider-secret', id, encrypted) }
  } catch {
    throw new OpenIdError({ code: 'client_unknown' })
  }
}
