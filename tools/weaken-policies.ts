// Weakens every policy, trigger, function and grant of the database, and lists those that the catalogue in
// test/policies does not detect. Uses PostgreSQL if installed, else the embedded database. With words, only what contains all of
// them is tried: npm run weaken-policies -- policies vigilance_documents without
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { openDatabase } from '#platform/server/db/database.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { catalogue } from '#test/policies/expectations.ts'
import { catalogueFindings } from '#test/policies/findings.ts'
import { weakenAll } from '#test/policies/weaken.ts'
import { findPostgres, startPostgres } from '#test/postgres.ts'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const bin = process.argv.includes('--pglite') ? null : findPostgres()
const server = bin ? await startPostgres(bin) : null
const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-weaken-'))
const log = fastify({ logger: { level: 'error' } }).log
const say = (line: string) => process.stdout.write(`${line}\n`)
try {
  const databaseUrl = server ? (await server.newDatabase()).url : null
  const database = await openDatabase({ dataDir, databaseUrl, log, limits: { queryMs: 60_000, transactionMs: 600_000 } })
  try {
    await (await openQueue(database, log)).stop()
    const findings = await database.asOwner((run) => catalogueFindings(run, catalogue))
    for (const finding of findings) say(finding)
    const started = performance.now()
    const tallies = await database.asOwner((run) => weakenAll(run, catalogue, words))
    for (const { kind, total, missed } of tallies) {
      say(`${kind}: ${total - missed.length} of ${total} noticed`)
      for (const each of missed) say(`  not noticed: ${each}`)
    }
    say(`${Math.round((performance.now() - started) / 1000)} s on ${database.kind}`)
    if (findings.length > 0 || tallies.some(({ missed }) => missed.length > 0)) process.exitCode = 1
  } finally {
    await database.close()
  }
} finally {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
