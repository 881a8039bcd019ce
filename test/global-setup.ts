import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/server/db/database.ts'
import { prepareFolder } from '#platform/server/db/embedded/pglite-folder.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { scheduleOf } from '#portal/server/schedule.ts'
import { asAdmin, findPostgres, startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with a migrated, closed embedded database, to be copied, and beside it `bare`, as PostgreSQL made it. */
    pgliteTemplate: string
    /** Null where PostgreSQL is not installed. */
    postgres: { adminUrl: string; template: string; folder: string } | null
  }
}

/** Runs once for all test files: starts PostgreSQL where installed and creates a migrated template of each database. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-template-'))
  const bin = findPostgres()
  let server: TestPostgres | null = null
  const tearDown = async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const embedded = growEmbedded(folder)
    server = bin ? await startPostgres(bin) : null
    const postgres = server && {
      adminUrl: server.adminUrl,
      folder: server.folder,
      template: await growTemplate(server, folder),
    }
    await embedded
    provide('pgliteTemplate', folder)
    provide('postgres', postgres)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function growEmbedded(dataDir: string): Promise<void> {
  cpSync(await prepareFolder(dataDir, true), join(dataDir, 'bare'), { recursive: true })
  await grow(dataDir, null)
}

async function grow(dataDir: string, databaseUrl: string | null): Promise<void> {
  const log = fastify({ logger: { level: 'warn' } }).log
  const database = await openDatabase({ dataDir, databaseUrl, log })
  const queue = await openQueue(database, log)
  await queue.schedule(scheduleOf({ backups: null, tsaUrl: null }))
  await queue.stop()
  await database.close()
}

/**
 * Creates a migrated template database that nobody may connect to, since a database in use cannot be copied. Returns its name.
 */
async function growTemplate(server: TestPostgres, dataDir: string): Promise<string> {
  const { url } = await server.newDatabase()
  await grow(dataDir, url)
  const name = new URL(url).pathname.slice(1)
  await asAdmin(server.adminUrl, `alter database ${name} is_template true allow_connections false`)
  return name
}
