import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const retryMs = 500

/** One connection of its own that hears what is announced; when it is lost it comes back and listens again. */
export function openListener(options: pg.ClientConfig, log: FastifyBaseLogger) {
  const listeners = new Map<string, Set<(payload: string) => void>>()
  let client: Promise<pg.Client> | null = null
  let closed = false

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...options, keepAlive: true })
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection that listens was lost'))
    fresh.on('end', () => {
      client = null
      if (!closed) setTimeout(() => void reconnect(), retryMs).unref()
    })
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    return fresh
  }

  async function reconnect(): Promise<void> {
    if (closed || client) return
    client = connect()
    await client.catch((error) => {
      log.warn({ err: error }, 'could not listen to the database again yet')
      client = null
      setTimeout(() => void reconnect(), retryMs).unref()
    })
  }

  return {
    async listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>> {
      const known = listeners.get(channel)
      listeners.set(channel, (known ?? new Set()).add(onNotify))
      client ??= connect()
      const open = await client
      if (!known) await open.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => void listeners.get(channel)?.delete(onNotify)
    },
    async close(): Promise<void> {
      closed = true
      await (await client)?.end()
    },
  }
}
