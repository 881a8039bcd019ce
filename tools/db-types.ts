// Migrates an empty embedded database and writes its row types to src/server/db/schema.ts; --check verifies that they are
// current.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
  const path = fileURLToPath(new URL('../src/server/db/schema.ts', import.meta.url))
  if (!process.argv.includes('--check')) writeFileSync(path, types)
  else if (readFileSync(path, 'utf8') !== types) {
    process.stdout.write('src/server/db/schema.ts is not what the migrations make: run "npm run db:types".\n')
    process.exitCode = 1
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
