import { system } from '#access/domain/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database, Tx } from '#platform/server/db/database.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { decrypt, encrypt } from '#platform/server/secrets/encryption.ts'
import { fingerprintOf, leafOf, madeKeyOf, parseChain, toPem } from './key-pem.ts'
import type { KeyMaterial } from './seal-key.ts'
import type { SealKeys } from './seal-keys.ts'

/** Servers that are started with ADOPT=seal one after the other take the key that the first of them made. */
const justMadeMs = 3_600_000

interface StoredKey {
  readonly fingerprint: string
  readonly chain: string
  readonly encrypted_key: string | null
  readonly first_used_at: Date
}

/** Whether the portal seals with a key already. */
export async function hasSealKey(database: Database): Promise<boolean> {
  return (await database.asActor(system, (tx) => keyInForce(tx))) !== null
}

/** The keys in the database: one is in force for all servers. Private keys are encrypted under SECRET. */
export function storedKeys(database: Database, { secret, adopt }: Pick<Config, 'secret' | 'adopt'>): SealKeys {
  /** Puts a key into force unless another server has put one there meanwhile. */
  const putInForce = (key: KeyMaterial, instead: string | null) =>
    database.asActor(system, async (tx) => {
      const { seal_fingerprint: now } = await tx
        .selectFrom('installation')
        .select('seal_fingerprint')
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (now !== instead) return false
      await keepKey(tx, secret, key)
      await tx
        .updateTable('installation')
        .set({ seal_fingerprint: fingerprintOf(key.chain) })
        .execute()
      return true
    })

  return {
    async take(own, make) {
      for (;;) {
        const storedKey = await database.asActor(system, keyInForce)
        if (own && storedKey && fingerprintOf(own.chain) === storedKey.fingerprint) return own
        const readable = storedKey && !own ? readKey(secret, storedKey, adopt) : null
        if (readable) return readable
        if (own && storedKey) refuseOlder(own, storedKey, adopt)
        const next = own ?? madeKeyOf(await make())
        if (await putInForce(next, storedKey?.fingerprint ?? null)) return next
      }
    },
    async chains() {
      const rows = await database.asActor(system, (tx) =>
        tx.selectFrom('seal_keys').select('chain').orderBy('first_used_at').orderBy('fingerprint').execute(),
      )
      return rows.map(({ chain }) => parseChain(chain))
    },
  }
}

export async function keyInForce(tx: Tx): Promise<StoredKey | null> {
  const row = await tx
    .selectFrom('installation')
    .innerJoin('seal_keys', 'fingerprint', 'seal_fingerprint')
    .selectAll('seal_keys')
    .executeTakeFirst()
  return row ?? null
}

/** Keeps a key and its certificates; one that is kept already stays as it is. */
export async function keepKey(tx: Tx, secret: string, key: KeyMaterial): Promise<void> {
  const fingerprint = fingerprintOf(key.chain)
  const encrypted_key = key.kind === 'made' ? encrypt(secret, 'seal-key', fingerprint, key.privateKeyPem) : null
  await tx
    .insertInto('seal_keys')
    .values({ fingerprint, chain: toPem(key.chain), encrypted_key })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** The generated key in force. Null: ADOPT says to make another one. */
function readKey(secret: string, { fingerprint, chain, encrypted_key, first_used_at }: StoredKey, adopt: Config['adopt']) {
  const isJustMade = Date.now() - first_used_at.getTime() < justMadeMs
  if (encrypted_key === null) {
    if (adopt.has('seal')) return null
    throw new StartError(
      `The portal seals with an own certificate (${subjectOf(chain)}), which this server does not have: set ESIGN_P12_PATH or ` +
        'ESIGN_P12_BASE64 as the others do. To seal with a certificate of the portal’s own instead, start once with ADOPT=seal.',
    )
  }
  if (adopt.has('seal') && !isJustMade) return null
  try {
    return madeKeyOf(`${decrypt(secret, 'seal-key', fingerprint, encrypted_key)}\n${chain}`)
  } catch (error) {
    // The secret under which it was encrypted is lost, and nothing is sealed with this key any more.
    if (adopt.has('secret') || adopt.has('seal')) return null
    throw new StartError(
      `The key of the electronic seal in the database cannot be read (${(error as Error).message}): restore the database, or ` +
        'start once with ADOPT=seal to begin with a new key.',
    )
  }
}

/** An own certificate replaces a generated one, and an older own one. The other way round, servers would seal with either. */
function refuseOlder(own: KeyMaterial, storedKey: StoredKey, adopt: Config['adopt']): void {
  if (storedKey.encrypted_key !== null || adopt.has('seal')) return
  const inForce = leafOf(parseChain(storedKey.chain))
  if (leafOf(own.chain).validFromDate > inForce.validFromDate) return
  throw new StartError(
    `The P12 file for the electronic seal is not what the portal seals with (${subjectOf(storedKey.chain)}), and not a ` +
      'newer one: all servers of one portal share it. If this is the right one, start once with ADOPT=seal.',
  )
}

const subjectOf = (chain: string) => leafOf(parseChain(chain)).subject.replaceAll('\n', ', ')
