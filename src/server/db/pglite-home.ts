import { statfs } from 'node:fs/promises'
import { DatabaseError, timedOut } from './database-error.ts'
import { lockDirectory } from './directory-lock.ts'
import type { DatabaseRole, Home, Limits, OpenTransaction, Rows } from './home.ts'
import { prepareFolder } from './pglite-folder.ts'
import { PgliteThread } from './pglite-thread.ts'
import { Turnstile } from './turnstile.ts'

/** Below this, PostgreSQL in the thread could hang on a full disk: writes are refused while reads go on. */
const leastFreeBytes = 64 * 1024 * 1024
const freeSpaceCheckedEveryMs = 1000

export interface PgliteOptions {
  readonly dataDir: string
  readonly limits: Limits
  readonly patched?: boolean
  /** Bytes free on the disk of the folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** PostgreSQL inside this process, alone on its directory. One transaction at a time: all others wait their turn. */
export async function openPglite(options: PgliteOptions): Promise<Home> {
  const { dataDir, limits, patched = true, freeBytes = freeBytesOf } = options
  const unlock = lockDirectory(dataDir)
  const listeners = new Map<string, Set<(payload: string) => void>>()
  const turns = new Turnstile()
  try {
    const folder = await prepareFolder(dataDir, patched)
    const thread = new PgliteThread({ folder, patched }, (channel, payload) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload)
    })
    await thread.open()
    const diskIsFull = sampled(freeSpaceCheckedEveryMs, async () => (await freeBytes(dataDir)) < leastFreeBytes)

    return {
      kind: 'pglite',

      async begin(role, userId) {
        const leave = await turns.enter()
        try {
          const prologue = prologueOf(role, userId, await diskIsFull())
          return openTransaction(thread, prologue, limits, leave)
        } catch (error) {
          leave()
          throw error
        }
      },

      async runAsJobs(text, parameters = []) {
        const leave = await turns.enter()
        try {
          await thread.ask({ verb: 'run', text: 'set role passerelle_jobs' }, limits.queryMs)
          try {
            return parameters.length > 0
              ? await thread.ask({ verb: 'query', text, parameters }, limits.queryMs)
              : await thread.ask({ verb: 'run', text }, limits.queryMs)
          } finally {
            await thread.ask({ verb: 'run', text: 'rollback; reset role' }, limits.queryMs)
          }
        } finally {
          leave()
        }
      },

      async asOwner(work) {
        const leave = await turns.enter()
        const long = limits.transactionMs * 10
        try {
          return await work((text, parameters = []) =>
            parameters.length > 0
              ? thread.ask({ verb: 'query', text, parameters }, long)
              : thread.ask({ verb: 'run', text }, long),
          )
        } finally {
          leave()
        }
      },

      async listen(channel, onNotify) {
        const set = listeners.get(channel) ?? new Set()
        listeners.set(channel, set.add(onNotify))
        await thread.ask({ verb: 'listen', channel }, limits.queryMs)
        return async () => void set.delete(onNotify)
      },

      async health() {
        const leave = await turns.enter()
        try {
          await thread.ask({ verb: 'query', text: 'select 1', parameters: [] }, limits.queryMs)
        } finally {
          leave()
        }
        if (await diskIsFull()) return { ok: false, detail: 'Less than 64 MB are free: changes are refused.' }
        return { ok: true }
      },

      async close() {
        const leave = await turns.enter()
        try {
          await thread.close()
        } finally {
          leave()
          unlock()
        }
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function prologueOf(role: DatabaseRole, userId: string, full: boolean): string {
  if (!/^[0-9a-f-]{0,36}$/.test(userId)) throw new Error('a user id is a UUID')
  const begin = full ? 'begin read only' : 'begin'
  return `${begin}; select set_config('app.user_id', '${userId}', true), set_config('role', '${role}', true)`
}

/** The transaction begins with its first query, in the same message, and gives up its turn when it takes too long. */
function openTransaction(thread: PgliteThread, prologue: string, limits: Limits, leave: () => void): OpenTransaction {
  let state: 'new' | 'open' | 'over' = 'new'
  let tooLong = false
  const end = async (statement: 'commit' | 'rollback') => {
    const wasOpen = state === 'open'
    if (state === 'over') return
    state = 'over'
    clearTimeout(timer)
    try {
      if (wasOpen) await thread.ask({ verb: 'run', text: statement }, limits.queryMs)
    } finally {
      leave()
    }
  }
  const timer = setTimeout(() => {
    tooLong = true
    end('rollback').catch(() => {
      // The thread has ended and the transaction with it: the next query says so.
    })
  }, limits.transactionMs)
  const refuseIfOver = () => {
    if (tooLong) throw new DatabaseError(`The transaction was ended after ${limits.transactionMs} ms`, timedOut)
    if (state === 'over') throw new Error('a query came after the end of its transaction')
  }
  return {
    async query(text, parameters): Promise<Rows> {
      refuseIfOver()
      const first = state === 'new'
      state = 'open'
      return thread.ask({ verb: 'query', text, parameters, ...(first ? { prologue } : {}) }, limits.queryMs)
    },
    async commit() {
      refuseIfOver()
      await end('commit')
    },
    rollback: () => end('rollback'),
  }
}

/** Asks again only when the last answer is older than `everyMs`. */
function sampled<T>(everyMs: number, ask: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY
  let last: Promise<T> | null = null
  return () => {
    if (!last || performance.now() - at > everyMs) {
      at = performance.now()
      last = ask()
    }
    return last
  }
}
