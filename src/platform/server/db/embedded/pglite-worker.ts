import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type QueryOptions, type Results, type SerializerOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { readAs } from '../postgres/readers.ts'
import { DurableFiles } from './pglite-files.ts'
import type { Answer, Request, WorkerData } from './pglite-messages.ts'

/** Runs PostgreSQL in its own thread, because a query blocks the thread it runs in. */
const port = parentPort
if (!port) throw new Error('this file is a worker')
const { folder, patched, module, begun } = workerData as WorkerData
const files = new DurableFiles(folder)
/** A quarter of the default, which fills up and stays: pages that are not in it come from the system's file cache. */
const sharedBuffers = '32MB'
const database = await PGlite.create({
  fs: files,
  pgliteWasmModule: module,
  extensions: { pg_trgm, unaccent },
  parsers: readAs,
  startParams: [
    ...PGlite.defaultStartParams.filter((parameter) => !patched || parameter !== '-F'),
    ...(patched ? ['-c', 'wal_sync_method=fsync'] : []),
    '-c',
    `shared_buffers=${sharedBuffers}`,
    '-c',
    'max_wal_size=64MB',
    '-c',
    'min_wal_size=32MB',
  ],
})

/** Verifies that a commit is fsynced; otherwise the database must not be used. */
async function syncsOfOneCommit(): Promise<number> {
  const before = files.syncs
  await database.query("select pg_logical_emit_message(true, 'passerelle', 'is this on disk?')")
  return files.syncs - before
}

type Row = Record<string, unknown>

/** Passes parameters on unchanged: all of them are text already, whatever their type. */
const asTheyAre = new Proxy<SerializerOptions>({}, { get: () => (value: unknown) => value })

async function query(text: string, parameters: readonly unknown[], how?: QueryOptions): Promise<Answer> {
  const { rows, affectedRows } = await database.query<Row>(text, [...parameters], how)
  return { rows, affected: affectedRows ?? 0 }
}

/** Copies what PostgreSQL writes: its memory is used again. */
async function exchange(bytes: Uint8Array, isLast: boolean): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  await database.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) })
  const answer = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
  // The next exchange may be here already, and would find itself in this transaction.
  if (isLast && answer.at(-1) !== idle) await database.exec('rollback')
  return answer
}

/** The last byte of ReadyForQuery outside of a transaction. */
const idle = 'I'.charCodeAt(0)

/** Runs several statements; concatenates their rows. */
async function run(text: string): Promise<Answer> {
  const results = (await database.exec(text)) as Results<Row>[]
  return { rows: results.flatMap(({ rows }) => rows), affected: 0 }
}

async function answer(request: Request): Promise<Answer> {
  switch (request.verb) {
    case 'exchange':
      return { rows: [], affected: 0, bytes: await exchange(request.bytes, request.isLast) }
    case 'query':
      return query(request.text, request.parameters)
    case 'statement':
      return query(request.text, request.parameters, { serializers: asTheyAre })
    case 'jobs':
      await database.exec(`set role passerelle_jobs; set default_transaction_read_only = ${request.readOnly}`)
      try {
        return await (request.parameters.length > 0 ? query(request.text, request.parameters) : run(request.text))
      } finally {
        await database.exec('rollback; reset role; reset default_transaction_read_only')
      }
    case 'run':
      return run(request.text)
    case 'listen':
      await database.listen(request.channel, (payload) => port?.postMessage({ channel: request.channel, payload }))
      return { rows: [], affected: 0 }
    case 'close':
      await database.close()
      return { rows: [], affected: 0 }
  }
}

let checkedAt = 0
const syncsBetweenChecks = 100

/**
 * Makes a checkpoint once 32 MB were written since the last one. PostgreSQL in one process has no checkpointer: its log of writes
 * would grow until the portal is stopped, and be read through at the start after a kill.
 */
async function boundLog(): Promise<void> {
  if (files.syncs - checkedAt < syncsBetweenChecks) return
  checkedAt = files.syncs
  const { rows } = await database.query<{ due: number }>(
    'select (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 33554432)::int as due from pg_control_checkpoint()',
  )
  if (rows[0]?.due === 1) await database.exec('checkpoint')
}

/** The next check tries again what failed; a crash is met by the next request as well, which reports it. */
const boundLogIfIdle = (request: Request) =>
  'isLast' in request && request.isLast ? boundLog().catch(() => undefined) : undefined

/** Whether PostgreSQL itself failed (a WebAssembly trap or a file error), rather than a statement. */
function isCrash(error: Error & { errno?: unknown }): boolean {
  return error.name === 'RuntimeError' || error.name === 'ExitStatus' || typeof error.errno === 'number'
}

async function respond({ id, ...request }: Request & { id: number }): Promise<void> {
  Atomics.store(begun, 0, id)
  try {
    port?.postMessage({ id, answer: await answer(request as Request) })
  } catch (error) {
    const { message, code, constraint, table, detail } = error as Error & Record<string, unknown>
    port?.postMessage({ id, error: { message, code, constraint, table, detail }, broken: isCrash(error as Error) })
  }
}

/** Processes requests sequentially, so that a prologue and its query are not interleaved with others. */
let last: Promise<void> = Promise.resolve()
port.on('message', (request: Request & { id: number }) => {
  last = last.then(() => respond(request)).then(() => boundLogIfIdle(request))
})
port.postMessage({ ready: await syncsOfOneCommit() })
