import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#platform/server/db/start-error.ts'
import { openFiles, type StorePlace } from './open-store.ts'
import { S3Error } from './s3-client.ts'
import { reasonOf } from './s3-store.ts'
import type { FileStore } from './store.ts'
import { tellOutages } from './store-outage.ts'
import { StoreUnavailable } from './store-unavailable.ts'

const betweenTriesMs = 1000
const betweenWarningsMs = 10_000

/**
 * Opens the file store and waits `timeoutMs` for a bucket that does not answer, or refuses: containers start in any order, and a
 * bucket and its key may be made by one of them. Throws a StartError that says what to check.
 */
export async function openReachableFiles(place: StorePlace, log: FastifyBaseLogger, timeoutMs = 60_000): Promise<FileStore> {
  const files = await openFiles(place)
  const started = performance.now()
  let warned = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      await files.readMark()
      return place.s3 ? tellOutages(files, log) : files
    } catch (error) {
      const waited = performance.now() - started
      const problem = problemOf(error, files.place)
      if (problem === null || waited > timeoutMs) files.close()
      if (problem === null) throw error
      if (waited > timeoutMs) throw new StartError(`${problem} It was tried for ${Math.round(waited / 1000)} s.`)
      if (waited - warned > betweenWarningsMs) {
        warned = waited
        log.warn(`waiting for the file store, ${Math.round(timeoutMs / 1000)} s at most: ${problem}`)
      }
      await pause(Math.min(betweenTriesMs, timeoutMs))
    }
  }
}

/** A sentence about a bucket; null: the error is another one. */
function problemOf(error: unknown, place: string): string | null {
  if (error instanceof StoreUnavailable)
    return `The file store at ${place} does not answer (${reasonOf(error)}): check S3_ENDPOINT.`
  if (!(error instanceof S3Error)) return null
  const setting = error.status === 404 ? 'S3_BUCKET' : 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION'
  return `The file store at ${place} refuses to be read (${error.code ?? error.status}): check ${setting}.`
}
