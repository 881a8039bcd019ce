import type { Caller, DatabaseDriver, Limits, OnNotify, OpenTransaction, OwnerRun, Rows } from '../driver.ts'
import { Listeners } from '../listeners.ts'
import { asDiskFull, lineOver } from '../pipeline/pglite-line.ts'
import { PgliteTurns } from '../pipeline/pglite-turns.ts'
import { PipelinedTransaction } from '../pipeline/pipelined-transaction.ts'
import { StartError } from '../start-error.ts'
import { embeddedStatements } from '../statement-line.ts'
import { markClosed, markOpen, refuseCopy } from './copied-folder.ts'
import { lockDirectory } from './directory-lock.ts'
import { type FreeBytes, FreeSpace } from './free-space.ts'
import { copyFolder, prepareFolder } from './pglite-folder.ts'
import { type Ask, PgliteThread, type StartWorker } from './pglite-thread.ts'

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
  readonly freeBytes?: FreeBytes
  readonly startWorker?: StartWorker | undefined
}

/** Opens embedded PostgreSQL with exclusive use of its directory. Throws a StartError. */
export async function openPglite(options: PgliteOptions): Promise<DatabaseDriver> {
  const { dataDir, limits, patched = true, adoptCopy = false, isPipelined = true, freeBytes, startWorker } = options
  const unlock = lockDirectory(dataDir)
  const listeners = new Listeners()
  const space = new FreeSpace(dataDir, freeBytes)
  try {
    if (await space.isFull()) throw new StartError(`Less than 64 MB are free on the disk of ${dataDir}: free some first.`)
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
    return new PgliteDriver({ folder, thread, listeners, space, limits, isPipelined, unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

interface PgliteParts {
  readonly folder: string
  readonly thread: PgliteThread
  readonly listeners: Listeners
  readonly space: FreeSpace
  readonly limits: Limits
  readonly isPipelined: boolean
  /** Gives up the exclusive use of the directory. */
  readonly unlock: () => void
}

/** Runs one transaction at a time. */
class PgliteDriver implements DatabaseDriver {
  readonly kind = 'pglite'
  readonly traffic = { exchanges: 0, statements: 0 }
  readonly #parts: PgliteParts
  readonly #turns = new PgliteTurns()

  constructor(parts: PgliteParts) {
    this.#parts = parts
  }

  async begin(caller: Caller): Promise<OpenTransaction> {
    const { thread, space, limits, isPipelined } = this.#parts
    const { role, userId, reserve = role === 'passerelle_auth' } = caller
    const enter = () => this.#turns.enter(caller.turn ?? (userId || role))
    const turn = await enter()
    try {
      const isDiskFull = await space.isFull({ onReserve: reserve })
      const session = await thread.session()
      const way = { session, queryMs: limits.queryMs, isDiskFull, traffic: this.traffic, turn }
      const line = isPipelined ? lineOver({ ...way, enter }) : embeddedStatements(way)
      return new PipelinedTransaction(line, caller, limits.transactionMs, { isDiskFull })
    } catch (error) {
      turn.leave()
      throw error
    }
  }

  runAsJobs(text: string, parameters: readonly unknown[] = []): Promise<Rows> {
    const { space, limits } = this.#parts
    return this.#inTurn(async (ask) => {
      const full = await space.isFull()
      return (full ? sayingFull(ask) : ask)({ verb: 'jobs', text, parameters, readOnly: full }, limits.queryMs)
    })
  }

  asOwner<T>(work: (run: OwnerRun) => Promise<T>): Promise<T> {
    return this.#inTurn((ask) =>
      work((text, parameters = []) =>
        parameters.length > 0
          ? ask({ verb: 'query', text, parameters }, this.#ownerMs)
          : ask({ verb: 'run', text }, this.#ownerMs),
      ),
    )
  }

  async listen(channel: string, onNotify: OnNotify, onGap?: () => void): Promise<() => Promise<void>> {
    const { listeners, thread, limits } = this.#parts
    const stop = listeners.add(channel, onNotify, onGap)
    const turn = await this.#turns.enter(portalItself)
    try {
      await thread.listen(channel, limits.queryMs)
    } finally {
      turn.leave()
    }
    return async () => stop()
  }

  copyTo(target: string): Promise<void> {
    return this.#inTurn(async (ask) => {
      await ask({ verb: 'run', text: 'checkpoint' }, this.#ownerMs)
      await copyFolder(this.#parts.folder, target)
    })
  }

  async health(): Promise<{ ok: boolean; detail?: string }> {
    const { space, limits } = this.#parts
    await this.#inTurn((ask) => ask({ verb: 'query', text: 'select 1', parameters: [] }, limits.queryMs))
    if (await space.isFull()) return { ok: false, detail: 'Less than 64 MB are free: changes are refused.' }
    return { ok: true }
  }

  async close(): Promise<void> {
    const { thread, folder, unlock } = this.#parts
    const turn = await this.#turns.enter(portalItself)
    try {
      await thread.close()
      markClosed(folder)
    } finally {
      turn.leave()
      unlock()
    }
  }

  get #ownerMs(): number {
    return this.#parts.limits.transactionMs * ownerTimeFactor
  }

  async #inTurn<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const turn = await this.#turns.enter(portalItself)
    try {
      return await work((await this.#parts.thread.session()).ask)
    } finally {
      turn.leave()
    }
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
