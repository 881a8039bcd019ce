import { system } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import type { Config } from './config.ts'
import { newId } from './ids.ts'
import type { Portal } from './portal.ts'

/**
 * Verifies that database, file store and secret belong together. The first start marks both; later a different store (not
 * shared, not mounted, lost) or secret is a StartError. ADOPT accepts the current ones, once.
 */
export async function checkInstallation(
  portal: Pick<Portal, 'database' | 'files' | 'log'>,
  { secret, adopt }: Pick<Config, 'secret' | 'adopt'>,
): Promise<void> {
  const { database, files, log } = portal
  const fingerprint = fingerprintOf(secret)
  const row = await database.asActor(system, readInstallation)
  const { store_mark: mark, secret_fingerprint } = row ?? (await markAnew(portal, fingerprint))

  const storedMark = await files.readMark()
  if (storedMark !== mark && adopt.has('files')) {
    const adopted = await files.placeMark(mark)
    await database.asActor(system, (tx) => tx.updateTable('installation').set({ store_mark: adopted }).execute())
    log.warn('the files that are there now count as this portal’s: take ADOPT away again')
  } else if (storedMark !== mark) {
    throw new StartError(
      storedMark
        ? `The files at ${files.place} belong to another portal’s database: all servers of one portal ` +
            'share their files. If these are the right ones, start once with ADOPT=files.'
        : `There are no files of this portal at ${files.place}: all servers of one portal share their ` +
            'files, so mount or copy them first. If they are lost, start once with ADOPT=files.',
    )
  }
  if (secret_fingerprint === fingerprint) return
  if (!adopt.has('secret')) {
    throw new StartError(
      'SECRET (or the file secret in DATA_DIR) is not the one that this portal was started with: ' +
        'links, sessions and IBANs could not be read. Set the old one; if it is lost, start once ' +
        'with ADOPT=secret.',
    )
  }
  await database.asActor(system, (tx) => tx.updateTable('installation').set({ secret_fingerprint: fingerprint }).execute())
  log.warn('the secret of now counts as this portal’s: people sign in again and enter their IBAN again; take ADOPT away again')
}

const fingerprintOf = (secret: string) => sign(secret, 'installation', 'fingerprint')

/** Throws a StartError for a secret that is not the database's: links would be good for nothing. */
export async function checkSecret({ database }: Pick<Portal, 'database'>, { secret }: Pick<Config, 'secret'>): Promise<void> {
  const row = await database.asActor(system, readInstallation)
  if (row?.secret_fingerprint === fingerprintOf(secret)) return
  throw new StartError('SECRET (or the file secret in DATA_DIR) is not the one of this portal: set what the portal has.')
}

/** The store is marked first, so that an interrupted start can continue. Of two concurrent first starts, one wins. */
async function markAnew({ database, files }: Pick<Portal, 'database' | 'files'>, secret_fingerprint: string) {
  const store_mark = await files.placeMark(newId())
  return database.asActor(system, async (tx) => {
    await tx
      .insertInto('installation')
      .values({ store_mark, secret_fingerprint })
      .onConflict((on) => on.doNothing())
      .execute()
    return tx.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
  })
}

function readInstallation(tx: Tx) {
  return tx.selectFrom('installation').selectAll().executeTakeFirst()
}
