import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'
import type { Worker } from 'node:worker_threads'

/**
 * A fault of the next commit that holds an idempotency key: committed with a lost response, disconnected before the commit, or no
 * response at all.
 */
export type CommitFault = 'answer dropped' | 'cut before' | 'hangs'

const faults: CommitFault[] = []

/** Queues a fault for each of the next commits. */
export function failNextCommits(...next: CommitFault[]): void {
  faults.splice(0, faults.length, ...next)
}

const holdsKey = 'insert into "idempotency_keys"'

/** A proxy to a PostgreSQL server that injects the queued faults. */
export async function faultyConnection(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const target = new URL(databaseUrl)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isMarked = false
    let fault: CommitFault | undefined
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    client.on('data', (data) => {
      isMarked ||= data.includes(holdsKey)
      if (data.includes('commit\0') || data.includes('rollback\0')) {
        fault = isMarked && data.includes('commit\0') ? faults.shift() : undefined
        isMarked = false
      }
      if (fault === 'cut before') cut()
      else if (fault !== 'hangs') upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (fault === 'answer dropped') cut()
      else if (!client.destroyed) client.write(data)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

interface Message {
  readonly id: number
  readonly verb?: string
  readonly how?: string
  readonly text?: string
}

const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker }

/**
 * Replaces worker threads by ones that inject the queued faults, for embedded databases opened afterwards. Returns the undo
 * function.
 */
export function useFaultyThreads(): () => void {
  const original = threads.Worker
  const set = (worker: typeof Worker) => {
    threads.Worker = worker
    syncBuiltinESMExports()
  }
  set(faulty(original))
  return () => set(original)
}

function faulty(Original: typeof Worker): typeof Worker {
  return class extends Original {
    #isMarked = false
    #unheard = -1

    override postMessage(message: Message): void {
      this.#isMarked ||= message.text?.includes(holdsKey) ?? false
      if (message.verb === 'end') {
        const fault = this.#isMarked && message.how === 'commit' ? faults.shift() : undefined
        this.#isMarked = false
        if (fault === 'hangs') return
        if (fault === 'cut before') return void this.terminate()
        if (fault === 'answer dropped') this.#unheard = message.id
      }
      super.postMessage(message)
    }

    override on(event: string, listener: (...all: never[]) => void): this {
      if (event !== 'message') return super.on(event as 'exit', listener as never)
      return super.on('message', (message: Message) => {
        if (message.id === this.#unheard) void this.terminate()
        else (listener as unknown as (message: Message) => void)(message)
      })
    }
  } as typeof Worker
}
