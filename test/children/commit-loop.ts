import { flushCompileCache } from 'node:module'
import { fastify } from 'fastify'
import { system } from '#access/domain/actor.ts'
import { openDatabase } from '#platform/server/db/database.ts'

/** Prints the numbers of the rows that are there, then commits more until killed, printing each once it is acknowledged. */
const [dataDir, databaseUrl, firstNumber] = process.argv.slice(2)
if (!dataDir) throw new Error('which data directory?')
const { log } = fastify({ logger: false })
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || null, log })
// Whoever is killed would not leave what it has compiled to the next one.
flushCompileCache()
const rows = await database.asActor(system, (tx) => tx.selectFrom('idempotency_keys').select('key').execute())
process.stdout.write(`kept ${rows.map(({ key }) => key).join(' ')}\n`)
for (let number = Number(firstNumber); ; number += 1) {
  await database.asActor(system, (tx) =>
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
