// Migrates an empty embedded database and writes its row types to src/server/db/schema.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import { openDatabase } from '#server/db/database.ts'
import { schemaTypes } from './schema-types.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-types-'))
try {
  const log = fastify({ logger: { level: 'error' } }).log
  const database = await openDatabase({ dataDir, databaseUrl: null, log })
  const types = await database.asOwner((run) => schemaTypes(run))
  await database.close()
  writeFileSync(fileURLToPath(new URL('../src/server/db/schema.ts', import.meta.url)), types)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
