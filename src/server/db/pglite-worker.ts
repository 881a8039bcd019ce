import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { Answer, Request, WorkerOptions } from './pglite-messages.ts'
import { DurableFiles } from './pglite-files.ts'
import { readAs } from './readers.ts'

/** PostgreSQL in a thread of its own: a query blocks its thread for its whole length, and the portal must go on meanwhile. */
const port = parentPort
if (!port) throw new Error('this file is a worker')
const { folder, patched } = workerData as WorkerOptions
const files = new DurableFiles(folder)
const database = await PGlite.create({
  fs: files,
  extensions: { pg_trgm, unaccent },
  parsers: readAs,
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => !patched || parameter !== '-F'),
    ...(patched ? ['-c', 'wal_sync_method=fsync'] : []),
  ],
})

/** A commit that writes must reach the disk; when it does not, nothing here may be acknowledged. */
async function syncsOfOneCommit(): Promise<number> {
  const before = files.syncs
  await database.query("select pg_logical_emit_message(true, 'passerelle', 'is this on disk?')")
  return files.syncs - before
}

async function answer(request: Request): Promise<Answer> {
  switch (request.verb) {
    case 'query': {
      if (request.prologue) await database.exec(request.prologue)
      const { rows, affectedRows } = await database.query<Record<string, unknown>>(request.text, [...request.parameters])
      return { rows, affected: affectedRows ?? 0 }
    }
    case 'run': {
      const results = await database.exec(request.text)
      return { rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[], affected: 0 }
    }
    case 'listen':
      await database.listen(request.channel, (payload) => port?.postMessage({ channel: request.channel, payload }))
      return { rows: [], affected: 0 }
    case 'close':
      await database.close()
      return { rows: [], affected: 0 }
  }
}

port.on('message', async ({ id, ...request }: Request & { id: number }) => {
  try {
    port.postMessage({ id, answer: await answer(request as Request) })
  } catch (error) {
    const { message, code, constraint, table, detail } = error as Error & Record<string, unknown>
    port.postMessage({ id, error: { message, code, constraint, table, detail } })
  }
})
port.postMessage({ ready: await syncsOfOneCommit() })
