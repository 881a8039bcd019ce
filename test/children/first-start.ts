import { fastify } from 'fastify'
import { openDatabase } from '#platform/server/db/database.ts'

/** Opens the database of a data directory and prints the result, or the error in one line. */
const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('which data directory?')
try {
  const database = await openDatabase({ dataDir, databaseUrl: null, log: fastify({ logger: false }).log })
  process.stdout.write('open\n')
  await database.close()
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`)
}
