import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { findPostgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with a migrated, closed, embedded database, to be copied. */
    pgliteTemplate: string
    /** Null where this machine has no PostgreSQL. */
    postgres: { adminUrl: string; portalUrl: string; template: string } | null
  }
}

const template = 'portal_template'

/** Once for all test files: a PostgreSQL server if this machine has one, and in either home a migrated database to copy. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-template-'))
  const bin = findPostgres()
  const server = bin ? await startPostgres(bin) : null
  const tearDown = async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await grow(folder, null)
    provide('pgliteTemplate', folder)
    if (server) {
      await createDatabase(server.adminUrl)
      await grow(folder, server.url(template))
    }
    provide('postgres', server && { adminUrl: server.adminUrl, portalUrl: server.url('DATABASE'), template })
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function grow(dataDir: string, databaseUrl: string | null): Promise<void> {
  const log = fastify({ logger: { level: 'warn' } }).log
  const database = await openDatabase({ dataDir, databaseUrl, log })
  const queue = await openQueue(database, log)
  await queue.stop()
  await database.close()
}

async function createDatabase(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${template} owner portal`)
  await admin.end()
}
