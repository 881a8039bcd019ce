import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#platform/server/db/database.ts'
import type { Limits } from '#platform/server/db/driver.ts'
import { isFullRun } from './full-run.ts'
import { newDatabase } from './postgres.ts'

export type DatabaseKind = Database['kind']

/** The storage of a test's portal. */
export interface TestEnv {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Deletes everything; close its users first. */
  remove(): Promise<void>
}

/** Logs errors only. */
export const testLog = fastify({ logger: { level: 'error' } }).log

/**
 * The databases that a test file runs on.
 *
 * - `one` (default): PostgreSQL, where transactions run at the same time, in half the processor time; PGlite where there is
 *   none. It is the same program with one connection, and browser tests run on it.
 * - `every`: for what is written or packaged for each, or reaches it by another way: the driver, its sessions, transactions,
 *   limits, errors and notifications, live streams, jobs, the journal, migrations, upgrades, backups, policies, extensions,
 *   search, time zones, and what compares SQL with TypeScript.
 * - `full`: for a subject of the business much of which is SQL: on both in the full run, on one else.
 *
 * `TEST_DATABASES=both` runs every file on both.
 */
export function databaseKinds(scope: 'every' | 'full' | 'one' = 'one'): readonly DatabaseKind[] {
  if (!inject('postgres')) return ['pglite']
  const isOnBoth = scope === 'every' || (scope === 'full' && isFullRun) || process.env.TEST_DATABASES === 'both'
  return isOnBoth ? ['pglite', 'postgres'] : ['postgres']
}

/** A migrated, empty database, copied from the template of the global setup. */
export function createTestEnv(databaseKind: DatabaseKind): Promise<TestEnv> {
  return makeTestEnv(databaseKind, 'migrated')
}

/**
 * The URL of a database by the socket of its server, in 5 % less processor time than by TCP, which is for what passes through a
 * proxy, for processes and for browser tests.
 */
export async function overSocket(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  const server = inject('postgres')
  if (server) url.searchParams.set('host', server.folder)
  return url.href
}

/** A database without the portal's tables. */
export function bareTestEnv(databaseKind: DatabaseKind): Promise<TestEnv> {
  return makeTestEnv(databaseKind, 'bare')
}

/** Storage without a database: the embedded one is made at the first start, which takes seconds. */
export function emptyTestEnv(databaseKind: DatabaseKind): Promise<TestEnv> {
  return makeTestEnv(databaseKind, 'none')
}

/** Fresh storage with its database open; `close` closes and deletes it. */
export async function freshDatabase(
  databaseKind: DatabaseKind,
  limits?: Limits,
  isPipelined = true,
): Promise<TestEnv & { database: Database; close(): Promise<void> }> {
  const env = await createTestEnv(databaseKind)
  const database = await openDatabase({ ...env, log: testLog, isPipelined, ...(limits ? { limits } : {}) })
  return {
    ...env,
    database,
    async close() {
      await database.close()
      await env.remove()
    },
  }
}

/**
 * Puts a copy of the embedded template into a data directory. In C++, for a tenth of the processor time that the asynchronous
 * copy takes for a thousand small files.
 */
export function copyEmbedded(dataDir: string, state: 'bare' | 'migrated' = 'migrated'): void {
  const template = join(inject('pgliteTemplate'), state === 'bare' ? 'bare' : 'database')
  cpSync(template, join(dataDir, 'database'), { recursive: true })
}

async function makeTestEnv(databaseKind: DatabaseKind, state: 'none' | 'bare' | 'migrated'): Promise<TestEnv> {
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-test-'))
  const removeFolder = () => rm(dataDir, { recursive: true, force: true })
  if (databaseKind === 'pglite') {
    if (state !== 'none') copyEmbedded(dataDir, state)
    return { dataDir, databaseUrl: null, remove: removeFolder }
  }
  const server = inject('postgres')
  if (!server) throw new Error('this machine has no PostgreSQL: ask databaseKinds() first')
  const { url, remove } = await newDatabase(server.adminUrl, state === 'migrated' ? server.template : undefined)
  return {
    dataDir,
    databaseUrl: url,
    async remove() {
      await remove()
      await removeFolder()
    },
  }
}
