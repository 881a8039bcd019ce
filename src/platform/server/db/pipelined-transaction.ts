import { commitUnanswered, isRefusal, notCommitted, transactionTimedOut } from './database-error.ts'
import type { Caller, OpenTransaction, Rows } from './driver.ts'
import type { Opening } from './opening.ts'
import { isSameCaller, openingOf, SessionChanged } from './opening.ts'
import { maxPreparedLength } from './prepared-statements.ts'
import type { Statement } from './statement.ts'

/** What carries the statements of a transaction: a connection, or the embedded database's thread. */
export interface Line {
  /**
   * Sends statements in one exchange; each learns its own outcome. `isLast`: they end the transaction; of a read each exchange is
   * one of its own.
   */
  send(statements: readonly Statement[], isLast: boolean): void
  /** Whether the last exchange ends the transaction also where it fails: what was not committed is rolled back. */
  readonly endsItself: boolean
  /** False while the transaction's first exchange may be waiting behind another transaction. */
  hasBegun(): boolean
  /** Gives the line back. `broken`: its transaction may still be open. */
  release(broken: boolean): void
}

const plansOf = new Map<string, Map<string, string>>()
const maxPlans = 500

/**
 * Key of a prepared statement: a plan depends on the role. Kept by text, since a long key that is put together anew has to be
 * hashed anew. Null for what is too long to be prepared, which is not kept either.
 */
function planOf(role: string, text: string): string | null {
  if (text.length > maxPreparedLength) return null
  const plans = plansOf.get(role) ?? new Map<string, string>()
  plansOf.set(role, plans)
  const known = plans.get(text)
  if (known) return known
  if (plans.size >= maxPlans) plans.clear()
  const plan = `${role} ${text}`
  plans.set(text, plan)
  return plan
}

/** Begins a transaction on a line that nothing else uses until its end. */
export function beginOn(line: Line, caller: Caller, transactionMs: number, how: Opening = {}): OpenTransaction {
  let state: 'new' | 'open' | 'over' = 'new'
  let tooLong = false
  let changed: SessionChanged | null = null
  let postFailed: unknown = null
  let isConfirmed = !caller.session
  let queue: Statement[] = []
  let isScheduled = false
  let isEnding = false

  const over = (broken: boolean) => {
    if (state === 'over') return
    state = 'over'
    clearTimeout(timer)
    line.release(broken)
  }
  const endIfTooLong = () => {
    // Then the limits of the queries before it apply.
    if (!line.hasBegun()) {
      timer = setTimeout(endIfTooLong, transactionMs)
      return
    }
    tooLong = true
    over(true)
  }
  let timer = setTimeout(endIfTooLong, transactionMs)
  const failure = (error: unknown) => (tooLong ? transactionTimedOut(transactionMs) : (changed ?? postFailed ?? error))
  const refuseIfOver = () => {
    if (tooLong) throw transactionTimedOut(transactionMs)
    if (state === 'over') throw new Error('a query came after the end of its transaction')
    if (changed ?? postFailed) throw changed ?? postFailed
  }

  const flush = () => {
    isScheduled = false
    const statements = queue
    queue = []
    if (state === 'over') {
      for (const { reject } of statements) reject(new Error('a query came after the end of its transaction'))
      return
    }
    if (state === 'new' || caller.isRead) {
      state = 'open'
      statements.unshift(
        ...openingOf(caller, how, (row) => {
          isConfirmed = true
          if (caller.session && !isSameCaller(caller.session, row)) changed = new SessionChanged(row)
        }),
      )
    }
    line.send(statements, isEnding || caller.isRead === true)
  }
  /** Sends when all that can run without an answer has run: a tick comes after the queue of promises is empty. */
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => process.nextTick(flush))
  }
  const push = (text: string, values: readonly unknown[], resolve: (rows: Rows) => void, reject: (error: unknown) => void) => {
    queue.push({
      text,
      values,
      plan: planOf(caller.role, text),
      resolve: (rows) => {
        if (changed) reject(changed)
        else resolve(rows)
      },
      reject: (error) => reject(failure(error)),
    })
    schedule()
  }
  const ask = (text: string, values: readonly unknown[]) =>
    new Promise<Rows>((resolve, reject) => push(text, values, resolve, reject))
  const end = async (how: 'commit' | 'rollback') => {
    if (state === 'over') return
    if (state === 'new' && (how === 'rollback' || (queue.length === 0 && isConfirmed))) return over(false)
    // A commit must not travel with the question whether the session still is what it was.
    if (how === 'commit' && !isConfirmed) await ask('select', [])
    if (caller.isRead) return endRead(how)
    // A commit in progress cannot be aborted; from here on only the driver's time-out applies.
    if (how === 'commit') clearTimeout(timer)
    let command: string | undefined
    isEnding = true
    try {
      ;({ command } = await ask(how, []))
    } catch (error) {
      const isUnknown = how === 'commit' && !tooLong && !isRefusal(error)
      if (how === 'rollback' || isUnknown) over(true)
      else if (line.endsItself) over(false)
      // Else the transaction is still open, for the caller's rollback.
      throw isUnknown ? commitUnanswered(error) : error
    }
    over(false)
    if (how === 'commit' && command !== 'COMMIT') throw failure(notCommitted())
  }

  /** Each exchange has ended by itself. */
  const endRead = (how: 'commit' | 'rollback') => {
    over(false)
    if (how === 'commit' && (changed ?? postFailed)) throw changed ?? postFailed
  }

  return {
    async query(text, parameters) {
      refuseIfOver()
      return ask(text, parameters)
    },
    post(text, parameters, onDone) {
      refuseIfOver()
      push(
        text,
        parameters,
        (rows) => onDone?.(rows),
        (error) => {
          postFailed ??= error
          onDone?.(null)
        },
      )
    },
    async commit() {
      refuseIfOver()
      await end('commit')
    },
    rollback: () => end('rollback'),
  }
}
