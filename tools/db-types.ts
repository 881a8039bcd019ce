// Migrates an empty embedded database and writes what is read from it: its row types (platform/server/db/schema.generated.ts),
// all of it as SQL (docs/schema.sql), and who is granted what (test/policies/inventory.txt). --check verifies that they are
// current. Either names what the register of personal data lacks.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import { openDatabase } from '#platform/server/db/database.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { personalData } from '#portal/server/slices.ts'
import { inventoryText } from '#test/policies/inventory.ts'
import { allColumns, registerPage, unlikeDatabase } from './people-data.ts'
import { schemaSql } from './schema-sql.ts'
import { schemaTypes } from './schema-types.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-types-'))
try {
  const log = fastify({ logger: { level: 'error' } }).log
  const database = await openDatabase({ dataDir, databaseUrl: null, log })
  await (await openQueue(database, log)).stop()
  const texts = await database.asOwner(async (run) => ({
    'src/platform/server/db/schema.generated.ts': await schemaTypes(run),
    'docs/schema.sql': await schemaSql(run),
    'test/policies/inventory.txt': await inventoryText(run),
    'docs/people-data.md': registerPage(personalData),
  }))
  const columns = await database.asOwner(async (run) => (await run(allColumns)).rows.map(({ name }) => String(name)))
  await database.close()
  for (const sentence of unlikeDatabase(columns, personalData)) {
    process.stdout.write(`${sentence}.\n`)
    process.exitCode = 1
  }
  for (const [file, text] of Object.entries(texts)) {
    const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
    if (!process.argv.includes('--check')) writeFileSync(path, text)
    else if (readFileSync(path, 'utf8') !== text) {
      process.stdout.write(`${file} is not what the migrations make: run "npm run db:types".\n`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
