import pg from 'pg'
import type { OnNotify } from '../driver.ts'
import { Listeners } from '../listeners.ts'
import type { Outage } from './outage.ts'

const retryMs = 500
/** Keep-alive interval, to detect silently lost connections (pulled cable, failover). */
const heartbeatMs = 10_000

/** Dedicated LISTEN connection that reconnects automatically. */
export class PostgresListener {
  readonly #options: pg.ClientConfig
  readonly #outage: Pick<Outage, 'meetOrWarn'>
  readonly #listeners = new Listeners()
  #client: pg.Client | null = null
  #connecting: Promise<pg.Client> | null = null
  /** Runs until the next heartbeat, or the next attempt to connect. */
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: pg.ClientConfig, outage: Pick<Outage, 'meetOrWarn'>) {
    this.#options = options
    this.#outage = outage
  }

  async listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>> {
    const stop = this.#listeners.add(channel, onNotify, onGap)
    const client = await this.#connected()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    return async () => stop()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#connecting?.catch(() => {})
    await this.#client?.end()
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null
    })
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#options, keepAlive: true, query_timeout: heartbeatMs / 2 })
    client.on('notification', ({ channel, payload }) => this.#listeners.tell(channel, payload ?? ''))
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client))
    try {
      await client.connect()
      for (const channel of this.#listeners.channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      drop(client)
      throw error
    }
    this.#client = client
    this.#timer = setTimeout(() => void this.#beat(client), heartbeatMs)
    return client
  }

  async #beat(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1')
      if (this.#client === client) this.#timer = setTimeout(() => void this.#beat(client), heartbeatMs)
    } catch (error) {
      this.#lose(client, error as Error)
    }
  }

  #lose(client: pg.Client, error?: Error): void {
    if (this.#client !== client || this.#closed) return
    this.#outage.meetOrWarn(error ?? new Error('Connection terminated'), 'the connection that listens was lost')
    this.#client = null
    drop(client)
    this.#retry()
  }

  #retry(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#connected().then(
        () => this.#listeners.tellOfGap(),
        (error) => {
          this.#outage.meetOrWarn(error, 'could not listen to the database again yet')
          if (!this.#closed) this.#retry()
        },
      )
    }, retryMs)
  }
}

/** Destroys the socket: a graceful end would wait for an unresponsive server. */
function drop(client: pg.Client): void {
  client.connection?.stream.destroy()
}
