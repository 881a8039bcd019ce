import { fastify } from 'fastify'
import { openDatabase } from '#server/db/database.ts'

/** Commits numbered rows until killed, printing each number once its commit is acknowledged. */
const [dataDir, databaseUrl, firstNumber] = process.argv.slice(2)
if (!dataDir) throw new Error('which data directory?')
const { log } = fastify({ logger: false })
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || null, log })
for (let number = Number(firstNumber); ; number += 1) {
  await database.asActor({ kind: 'system' }, (tx) =>
    tx
      .insertInto('idempotency_keys')
      .values({
        actor_id: '0190a000-0000-7000-8000-00000000aaaa',
        key: String(number),
        request_hash: 'x'.repeat(500),
        created_at: new Date(),
      })
      .execute(),
  )
  process.stdout.write(`${number}\n`)
}
