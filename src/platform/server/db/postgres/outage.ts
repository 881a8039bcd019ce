import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { asDatabaseError, isOfAnOutage } from '../database-error.ts'

const lookEveryMs = 1000
const probeMs = 4000
/** Queries that were under way when the server came back may still fail for this long, as an echo of the outage. */
const echoMs = 3000

/** Tells the log of an outage of the server: one line when it begins and one when it ends, however much fails in between. */
export interface Outage {
  /** Takes what the driver met. True: it is of an outage, which is told. */
  meet(error: unknown): boolean
  /** The same, with a line of its own for other errors. */
  meetOrWarn(error: unknown, message: string): void
  close(): void
}

/** `addresses`: the server, and a pooler before it; the outage ends once all of them answer. */
export function openOutage(addresses: readonly pg.ClientConfig[], log: Pick<FastifyBaseLogger, 'error' | 'warn'>): Outage {
  let since: number | null = null
  let endedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function begin({ message, code }: { readonly message: string; readonly code?: string }): void {
    if (since !== null || closed || performance.now() - endedAt < echoMs) return
    since = performance.now()
    log.error({ reason: message, code }, 'the connection to the database is lost: the portal waits for it')
    timer = setTimeout(look, lookEveryMs)
  }

  async function look(): Promise<void> {
    const answers = await Promise.all(addresses.map(answersNow))
    if (closed) return
    if (answers.includes(false)) {
      timer = setTimeout(look, lookEveryMs)
      return
    }
    endedAt = performance.now()
    log.warn({ seconds: Math.round((endedAt - (since ?? endedAt)) / 1000) }, 'the database answers again')
    since = null
  }

  const meet = (error: unknown) => {
    const failure = asDatabaseError(error)
    if (!isOfAnOutage(failure)) return false
    begin(failure as Error & { code?: string })
    return true
  }
  return {
    meet,
    meetOrWarn(error, message) {
      if (!meet(error) && !closed) log.warn({ err: error }, message)
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

async function answersNow(address: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  // Ends the promise below as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // The cause was logged when the outage began.
    return false
  } finally {
    client.connection?.stream.destroy()
  }
}
