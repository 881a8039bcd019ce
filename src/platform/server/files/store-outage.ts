import type { FastifyBaseLogger } from 'fastify'
import { S3Error } from './s3-client.ts'
import { reasonOf } from './s3-store.ts'
import type { FileStore } from './store.ts'
import { StoreUnavailable } from './store-unavailable.ts'

const lookEveryMs = 5000

/** The same store, which tells the log when it stops answering and when it answers again, however much fails in between. */
export function tellOutages(files: FileStore, log: Pick<FastifyBaseLogger, 'error' | 'warn'>): FileStore {
  let since: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function telling<T>(asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked
      end()
      return answer
    } catch (error) {
      if (error instanceof StoreUnavailable) begin(reasonOf(error))
      else if (error instanceof S3Error) end()
      throw error
    }
  }

  function begin(reason: string): void {
    if (since !== null || isClosed) return
    since = performance.now()
    log.error({ place: files.place, reason }, 'the file store does not answer: the portal waits for it')
    look()
  }

  function look(): void {
    if (since === null || isClosed) return
    timer = setTimeout(() => telling(files.readMark()).catch(look), lookEveryMs).unref()
  }

  function end(): void {
    if (since === null) return
    clearTimeout(timer)
    log.warn({ seconds: Math.round((performance.now() - since) / 1000) }, 'the file store answers again')
    since = null
  }

  return {
    ...files,
    write: (...args) => telling(files.write(...args)),
    read: (...args) => telling(files.read(...args)),
    delete: (...args) => telling(files.delete(...args)),
    async health() {
      const health = await files.health()
      if (health.isAway) begin(health.detail ?? '')
      return health
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      files.close()
    },
  }
}
