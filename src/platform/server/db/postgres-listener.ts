import pg from 'pg'
import type { OnNotify } from './driver.ts'
import { Listeners } from './listeners.ts'
import type { Outage } from './outage.ts'

const retryMs = 500
/** Keep-alive interval, to detect silently lost connections (pulled cable, failover). */
const heartbeatMs = 10_000

/** Dedicated LISTEN connection that reconnects automatically. */
export function openListener(options: pg.ClientConfig, outage: Pick<Outage, 'meetOrWarn'>) {
  const listeners = new Listeners()
  let client: pg.Client | null = null
  let connecting: Promise<pg.Client> | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...options, keepAlive: true, query_timeout: heartbeatMs / 2 })
    fresh.on('notification', ({ channel, payload }) => listeners.tell(channel, payload ?? ''))
    fresh.on('error', (error) => meetLoss(fresh, error))
    fresh.on('end', () => meetLoss(fresh))
    try {
      await fresh.connect()
      for (const channel of listeners.channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      drop(fresh)
      throw error
    }
    client = fresh
    timer = setTimeout(() => void beat(fresh), heartbeatMs)
    return fresh
  }

  const connected = () => {
    if (client) return Promise.resolve(client)
    connecting ??= connect().finally(() => {
      connecting = null
    })
    return connecting
  }

  async function beat(open: pg.Client): Promise<void> {
    try {
      await open.query('select 1')
      if (client === open) timer = setTimeout(() => void beat(open), heartbeatMs)
    } catch (error) {
      meetLoss(open, error as Error)
    }
  }

  function meetLoss(lostClient: pg.Client, error?: Error): void {
    if (client !== lostClient || closed) return
    outage.meetOrWarn(error ?? new Error('Connection terminated'), 'the connection that listens was lost')
    client = null
    drop(lostClient)
    retry()
  }

  function retry(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      connected().then(listeners.tellOfGap.bind(listeners), (error) => {
        outage.meetOrWarn(error, 'could not listen to the database again yet')
        if (!closed) retry()
      })
    }, retryMs)
  }

  /** Destroys the socket: a graceful end would wait for an unresponsive server. */
  function drop(lostClient: pg.Client): void {
    lostClient.connection?.stream.destroy()
  }

  return {
    async listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>> {
      const stop = listeners.add(channel, onNotify, onGap)
      const open = await connected()
      await open.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => stop()
    },
    async close(): Promise<void> {
      closed = true
      clearTimeout(timer)
      await connecting?.catch(() => {})
      await client?.end()
    },
  }
}
