import { mkdtempSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Limits } from '#server/db/driver.ts'
import { newDatabase } from './postgres.ts'

export type DatabaseKind = Database['kind']

/** Where a portal of a test keeps its data. */
export interface TestEnv {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Takes it all away; whatever uses it must be closed before. */
  remove(): Promise<void>
}

/** Silent but for what should not happen. */
export const testLog = fastify({ logger: { level: 'error' } }).log

/**
 * The databases that a test file runs on; PGlite is always there, PostgreSQL where it is installed.
 *
 * - `every` (the default) for files about SQL, policies, locks, transactions, migrations, jobs or announcements: there the two
 *   differ.
 * - `one` for files about rules, mails, files or HTTP, which reach the database only through commands and queries that files of
 *   the first kind test: PostgreSQL, which starts and answers several times faster, or PGlite where there is none.
 *
 * `TEST_DATABASES=both` runs every file on every database.
 */
export function databaseKinds(scope: 'every' | 'one' = 'every'): readonly DatabaseKind[] {
  if (!inject('postgres')) return ['pglite']
  return scope === 'one' && process.env.TEST_DATABASES !== 'both' ? ['postgres'] : ['pglite', 'postgres']
}

/** A migrated, empty database of its own, as a copy of the one that the global set-up made. */
export function createTestEnv(databaseKind: DatabaseKind): Promise<TestEnv> {
  return makePlace(databaseKind, true)
}

/** A place where no portal has started yet. */
export function emptyPlace(databaseKind: DatabaseKind): Promise<TestEnv> {
  return makePlace(databaseKind, false)
}

/** A fresh place with its database open; `close` closes the one and removes the other. */
export async function freshDatabase(
  databaseKind: DatabaseKind,
  limits?: Limits,
): Promise<TestEnv & { database: Database; close(): Promise<void> }> {
  const env = await createTestEnv(databaseKind)
  const database = await openDatabase({ ...env, log: testLog, ...(limits ? { limits } : {}) })
  return {
    ...env,
    database,
    async close() {
      await database.close()
      await env.remove()
    },
  }
}

async function makePlace(databaseKind: DatabaseKind, migrated: boolean): Promise<TestEnv> {
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (databaseKind === 'pglite') {
    if (migrated) await cp(join(inject('pgliteTemplate'), 'database'), join(dataDir, 'database'), { recursive: true })
    return { dataDir, databaseUrl: null, remove: removeFolder }
  }
  const server = inject('postgres')
  if (!server) throw new Error('this machine has no PostgreSQL: ask databaseHomes() first')
  const { url, remove } = await newDatabase(server.adminUrl, migrated ? server.template : undefined)
  return {
    dataDir,
    databaseUrl: url,
    async remove() {
      await remove()
      await removeFolder()
    },
  }
}
