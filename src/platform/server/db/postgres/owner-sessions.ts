import pg from 'pg'
import type { Outage } from './outage.ts'

/** The steps of a start follow each other closely; a connection takes the server several milliseconds. */
const keptMs = 1000

/** Exclusive sessions with the owner's rights. One that worked is kept for a moment, as new, for the next. */
export interface OwnerSessions {
  with<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function openOwnerSessions(options: pg.ClientConfig, outage: Pick<Outage, 'meetOrWarn'>): OwnerSessions {
  let spare: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(options)
    client.on('error', (error) => outage.meetOrWarn(error, 'a database connection was lost'))
    client.on('end', () => {
      if (spare === client) spare = null
    })
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  }

  function take(): pg.Client | null {
    const client = spare
    spare = null
    clearTimeout(timer)
    return client
  }

  async function keep(client: pg.Client): Promise<void> {
    if (closed || spare) return client.end()
    spare = client
    timer = setTimeout(() => void take()?.end(), keptMs)
    timer.unref()
  }

  return {
    async with(work) {
      const client = take() ?? (await connect())
      let isAsNew = false
      try {
        const result = await work(client)
        // Fails inside a transaction, which then ends with its connection.
        isAsNew = await client.query('discard all').then(
          () => true,
          () => false,
        )
        return result
      } finally {
        await (isAsNew ? keep(client) : client.end())
      }
    },
    async close() {
      closed = true
      await take()?.end()
    },
  }
}
