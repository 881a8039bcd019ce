import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { system } from '#access/domain/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/database.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { fingerprintOf, leafOf, madeKeyOf, parseChain, toPem } from './key-pem.ts'
import type { KeyMaterial } from './seal-key.ts'
import { keepKey, keyInForce } from './stored-keys.ts'

/**
 * Moves the keys of earlier versions, and of their backups, from `DATA_DIR/signing` into the database. The folder goes once they
 * are there. Throws a StartError if the key cannot be read, or is not what the other servers seal with.
 */
export async function moveKeyFolder(
  { database, log }: { readonly database: Database; readonly log: FastifyBaseLogger },
  { dataDir, secret, adopt }: Pick<Config, 'dataDir' | 'secret' | 'adopt'>,
): Promise<void> {
  const folder = join(dataDir, 'signing')
  if (!existsSync(folder)) return
  const key = await readKey(join(folder, 'seal.pem'))
  const former = await readCertificates(join(folder, 'certificates'))
  await database.asActor(system, async (tx) => {
    await tx.selectFrom('installation').select('id').forUpdate().executeTakeFirstOrThrow()
    const inForce = await keyInForce(tx)
    for (const chain of former) {
      const [fingerprint, since] = [fingerprintOf(chain), leafOf(chain).validFromDate]
      if (fingerprint === (key && fingerprintOf(key.chain))) continue
      const row = { fingerprint, chain: toPem(chain), encrypted_key: null, first_used_at: since }
      await tx
        .insertInto('seal_keys')
        .values(row)
        .onConflict((on) => on.doNothing())
        .execute()
    }
    if (!key) return
    const isOther = inForce !== null && inForce.encrypted_key !== null && inForce.fingerprint !== fingerprintOf(key.chain)
    if (isOther && !adopt.has('seal')) throw otherKey(folder)
    await keepKey(tx, secret, key)
    if (!inForce)
      await tx
        .updateTable('installation')
        .set({ seal_fingerprint: fingerprintOf(key.chain) })
        .execute()
  })
  await rm(folder, { recursive: true, force: true })
  log.info('the key of the electronic seal is in the database now, encrypted under the secret')
}

async function readKey(path: string): Promise<KeyMaterial | null> {
  try {
    return madeKeyOf(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new StartError(
      `The key of the electronic seal in ${path} cannot be read (${(error as Error).message}): put back a copy, ` +
        'or move the file away to begin with a new key.',
    )
  }
}

async function readCertificates(folder: string): Promise<Uint8Array[][]> {
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.pem')).sort() : []
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map(parseChain).filter((chain) => chain.length > 0)
}

function otherKey(folder: string): StartError {
  return new StartError(
    `The key of the electronic seal in ${folder} is not what the portal seals with: its servers had keys of their own. Start ` +
      'once with ADOPT=seal: the key in the database goes on, and what this one sealed stays verifiable.',
  )
}
