import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { openFiles } from '#platform/server/files/open-store.ts'
import type { S3Settings } from '#platform/server/files/s3-store.ts'
import { readKeys } from './portal-keys.ts'
import { portalParts } from './portal-parts.ts'
import { checkArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

interface PortalLocation {
  readonly dataDir: string
  readonly s3: S3Settings | null
  readonly secret: string | null
  readonly passphrase: string | null
}

/**
 * Writes the portal that is on a server into a backup before another one takes its place: both would not fit into one database,
 * since migrations look for names in all of it. Returns the path; throws a StartError.
 */
export async function backUpFormer(
  run: OwnerRun,
  { dataDir, s3, secret, passphrase }: PortalLocation,
  name: string,
  { leavesFiles }: { leavesFiles: boolean },
): Promise<string> {
  const path = join(dataDir, `${name}.tar${passphrase === null ? '' : '.age'}`)
  const secretFile = join(dataDir, 'secret')
  const formerSecret = secret ?? (existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : '')
  const files = leavesFiles ? null : await openFiles({ dataDir, s3 })
  try {
    const parts = portalParts({ kind: 'postgres', takenAt: new Date(), run, files, keys: await readKeys(dataDir, formerSecret) })
    await writeArchive(path, parts, { passphrase })
    await checkArchive({ path, passphrase })
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw new StartError(
      `The portal in the database cannot be kept (${(error as Error).message}): restore into an empty database.`,
    )
  } finally {
    files?.close()
  }
}

/** Removes a portal's tables in the transaction that is open. Nothing else in the schema `public` is touched. */
export async function removeFormer(run: OwnerRun): Promise<void> {
  await run('set local role passerelle_owner')
  const { rows } = await run(`
    select string_agg(c.oid::regclass::text, ', ') as tables from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relowner = 'passerelle_owner'::regrole and c.relkind in ('r', 'p')
      and not c.relispartition`)
  if (rows[0]?.tables) await run(`drop table ${rows[0].tables} cascade`)
  for (const schema of ['app', 'event_months', 'auth', 'pgboss', 'passerelle'])
    await run(`drop schema if exists ${schema} cascade`)
  await run('set local role none')
}
