import { statfs } from 'node:fs/promises'
import { markClosed, markOpen, refuseCopy } from './copied-folder.ts'
import { lockDirectory } from './directory-lock.ts'
import type { DatabaseDriver, Limits, OnNotify } from './driver.ts'
import { Listeners } from './listeners.ts'
import { copyFolder, prepareFolder } from './pglite-folder.ts'
import { asDiskFull, lineOver } from './pipeline/pglite-line.ts'
import { PgliteThread, type Ask, type StartWorker } from './pglite-thread.ts'
import { PgliteTurns } from './pipeline/pglite-turns.ts'
import { PipelinedTransaction } from './pipeline/pipelined-transaction.ts'
import { embeddedStatements } from './statement-line.ts'
import { StartError } from './start-error.ts'

/** Below this, embedded PostgreSQL could hang on a full disk, so writes are refused. */
const minFreeBytes = 64 * 1024 * 1024
/**
 * Reserved for signing in, which writes a few kilobytes. Twice the size of a WAL segment (16 MB).
 */
const reserveEndsAtBytes = 32 * 1024 * 1024
const freeSpaceCheckedEveryMs = 250
/** Queue key shared by jobs and housekeeping. */
const portalItself = 'portal'
/** Time limit of migrations and housekeeping, as a multiple of the transaction limit. */
const ownerTimeFactor = 10

export interface PgliteOptions {
  readonly dataDir: string
  readonly limits: Limits
  /** False only in tests of the failure mode without durable files. */
  readonly patched?: boolean
  /** Takes a database that looks like a copy of an open one for this portal's own. */
  readonly adoptCopy?: boolean
  /** False sends statement by statement (docs/pipelined-connection.md). */
  readonly isPipelined?: boolean
  /** Free bytes on the directory's disk. */
  readonly freeBytes?: (folder: string) => Promise<number>
  readonly startWorker?: StartWorker | undefined
}

async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Embedded PostgreSQL with exclusive use of its directory. Runs one transaction at a time. */
export async function openPglite(options: PgliteOptions): Promise<DatabaseDriver> {
  const { dataDir, limits, patched = true, adoptCopy = false, isPipelined = true, freeBytes = freeSpace, startWorker } = options
  const unlock = lockDirectory(dataDir)
  const listeners = new Listeners()
  const traffic = { exchanges: 0, statements: 0 }
  const turns = new PgliteTurns()
  const free = sampled(freeSpaceCheckedEveryMs, () => freeBytes(dataDir))
  const diskIsFull = async (atBytes = minFreeBytes) => (await free()) < atBytes
  try {
    if (await diskIsFull()) throw new StartError(`Less than 64 MB are free on the disk of ${dataDir}: free some first.`)
    const folder = await prepareFolder(dataDir, patched)
    if (!adoptCopy) refuseCopy(folder)
    await markOpen(folder)
    const thread = new PgliteThread(
      { folder, patched },
      {
        notified: (channel, payload) => listeners.tell(channel, payload),
        reopened: () => listeners.tellOfGap(),
      },
      startWorker,
    )
    await thread.open()

    const inTurn = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
      const turn = await turns.enter(portalItself)
      try {
        return await work((await thread.session()).ask)
      } finally {
        turn.leave()
      }
    }

    return {
      kind: 'pglite',
      traffic,

      async begin(caller) {
        const { role, userId, reserve = role === 'passerelle_auth' } = caller
        const enter = () => turns.enter(caller.turn ?? (userId || role))
        const turn = await enter()
        try {
          const isDiskFull = await diskIsFull(reserve ? reserveEndsAtBytes : minFreeBytes)
          const session = await thread.session()
          const way = { session, queryMs: limits.queryMs, isDiskFull, traffic, turn }
          const line = isPipelined ? lineOver({ ...way, enter }) : embeddedStatements(way)
          return new PipelinedTransaction(line, caller, limits.transactionMs, { isDiskFull })
        } catch (error) {
          turn.leave()
          throw error
        }
      },

      runAsJobs: (text, parameters = []) =>
        inTurn(async (ask) => {
          const full = await diskIsFull()
          return (full ? sayingFull(ask) : ask)({ verb: 'jobs', text, parameters, readOnly: full }, limits.queryMs)
        }),

      asOwner: (work) =>
        inTurn((ask) => {
          const timeoutMs = limits.transactionMs * ownerTimeFactor
          return work((text, parameters = []) =>
            parameters.length > 0 ? ask({ verb: 'query', text, parameters }, timeoutMs) : ask({ verb: 'run', text }, timeoutMs),
          )
        }),

      async listen(channel: string, onNotify: OnNotify, onGap) {
        const stop = listeners.add(channel, onNotify, onGap)
        const turn = await turns.enter(portalItself)
        try {
          await thread.listen(channel, limits.queryMs)
        } finally {
          turn.leave()
        }
        return async () => stop()
      },

      copyTo: (target) =>
        inTurn(async (ask) => {
          await ask({ verb: 'run', text: 'checkpoint' }, limits.transactionMs * ownerTimeFactor)
          await copyFolder(folder, target)
        }),

      async health() {
        await inTurn((ask) => ask({ verb: 'query', text: 'select 1', parameters: [] }, limits.queryMs))
        if (await diskIsFull()) return { ok: false, detail: 'Less than 64 MB are free: changes are refused.' }
        return { ok: true }
      },

      async close() {
        const turn = await turns.enter(portalItself)
        try {
          await thread.close()
          markClosed(folder)
        } finally {
          turn.leave()
          unlock()
        }
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Reports writes refused for lack of disk space as disk_full instead of read-only. */
function sayingFull(ask: Ask): Ask {
  return async (request, timeoutMs) => {
    try {
      return await ask(request, timeoutMs)
    } catch (error) {
      throw asDiskFull(error)
    }
  }
}

/** Caches the result for `everyMs`. */
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
