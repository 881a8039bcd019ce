import { isSameCaller, type Opening, openingOf, SessionChanged } from '#access/server/opening.ts'
import { commitUnanswered, isRefusal, notCommitted, transactionTimedOut } from '../database-error.ts'
import type { Caller, OpenTransaction, Rows } from '../driver.ts'
import type { Statement } from '../statement.ts'
import type { Line } from './line.ts'
import { maxPreparedLength } from './prepared-statements.ts'

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
  const cachedPlan = plans.get(text)
  if (cachedPlan) return cachedPlan
  if (plans.size >= maxPlans) plans.clear()
  const plan = `${role} ${text}`
  plans.set(text, plan)
  return plan
}

/**
 * - `unsent`: nothing was sent, not even the opening.
 * - `open`: the opening was sent; statements travel turn by turn.
 * - `ending`: commit or rollback is asked for and not answered.
 * - `over`: the line was given back.
 * - `timed out`: the same, by the limit of the whole transaction.
 */
type State = 'unsent' | 'open' | 'ending' | 'over' | 'timed out'

const lateQuery = () => new Error('a query came after the end of its transaction')

/** A transaction on a line that nothing else uses until its end. Statements of one turn of the event loop are sent in one go. */
export class PipelinedTransaction implements OpenTransaction {
  readonly #line: Line
  readonly #caller: Caller
  readonly #maxMs: number
  readonly #how: Opening
  /** Each sending is a transaction of its own, with an opening, and nothing is to be ended. */
  readonly #endsEachTime: boolean
  #state: State = 'unsent'
  /** Whether the database has said that the session is the one that was known. */
  #isConfirmed: boolean
  /** Why nothing of the transaction counts: its session has changed, or a posted statement has failed. */
  #failure: unknown = null
  #queue: Statement[] = []
  #timer: NodeJS.Timeout

  constructor(line: Line, caller: Caller, maxMs: number, how: Opening = {}) {
    this.#line = line
    this.#caller = caller
    this.#maxMs = maxMs
    this.#endsEachTime = caller.isRead === true && line.isTransactional
    this.#how = { ...how, isImplicit: this.#endsEachTime }
    this.#isConfirmed = !caller.session
    this.#timer = setTimeout(() => this.#endIfTooLong(), maxMs)
  }

  async query(text: string, parameters: readonly unknown[]): Promise<Rows> {
    this.#refuseIfOver()
    return this.#ask(text, parameters)
  }

  post(text: string, parameters: readonly unknown[], onDone?: (rows: Rows | null) => void): void {
    this.#refuseIfOver()
    const onFailure = (error: unknown) => {
      this.#failure ??= error
      onDone?.(null)
    }
    this.#push(text, parameters, (rows) => onDone?.(rows), onFailure)
  }

  async commit(): Promise<void> {
    this.#refuseIfOver()
    if (this.#state === 'unsent' && this.#queue.length === 0 && this.#isConfirmed) return this.#end('over')
    // A commit must not travel with the question whether the session still is what it was.
    if (!this.#isConfirmed) await this.#ask('select', [])
    if (this.#endsEachTime) {
      this.#end('over')
      if (this.#failure) throw this.#failure
      return
    }
    // A commit in progress cannot be aborted; from here on only the driver's time-out applies.
    clearTimeout(this.#timer)
    const { command } = await this.#askForEnd('commit')
    if (command !== 'COMMIT') throw this.#failureOr(notCommitted())
  }

  async rollback(): Promise<void> {
    if (this.#isOver) return
    if (this.#state === 'unsent' || this.#endsEachTime) this.#end('over')
    else await this.#askForEnd('rollback')
  }

  get #isOver(): boolean {
    return this.#state === 'over' || this.#state === 'timed out'
  }

  /** Sends the end, with what waits to be sent. */
  async #askForEnd(how: 'commit' | 'rollback'): Promise<Rows> {
    this.#state = 'ending'
    try {
      const rows = await this.#ask(how, [])
      this.#end('over')
      return rows
    } catch (error) {
      const isUnknown = how === 'commit' && this.#state === 'ending' && !isRefusal(error)
      if (how === 'rollback' || isUnknown) this.#end('over', true)
      else if (this.#line.endsItself) this.#end('over')
      // Otherwise the transaction is still open, and the caller rolls it back.
      throw isUnknown ? commitUnanswered(error) : error
    }
  }

  #ask(text: string, values: readonly unknown[]): Promise<Rows> {
    return new Promise((resolve, reject) => this.#push(text, values, resolve, reject))
  }

  #push(text: string, values: readonly unknown[], resolve: (rows: Rows) => void, reject: (error: unknown) => void): void {
    if (this.#queue.length === 0) {
      // Sent when all that can run without an answer has run: a tick comes after the queue of promises is empty.
      queueMicrotask(() => process.nextTick(() => this.#flush()))
      if (this.#state === 'unsent' || this.#endsEachTime) this.#queue.push(...this.#opening())
    }
    this.#queue.push({
      text,
      values,
      plan: planOf(this.#caller.role, text),
      resolve: (rows) => {
        if (this.#failure instanceof SessionChanged) reject(this.#failure)
        else resolve(rows)
      },
      reject: (error) => reject(this.#failureOr(error)),
    })
  }

  #opening(): Statement[] {
    const { session } = this.#caller
    return openingOf(this.#caller, this.#how, (row) => {
      this.#isConfirmed = true
      if (session && !isSameCaller(session, row)) this.#failure ??= new SessionChanged(row)
    })
  }

  #flush(): void {
    const statements = this.#queue
    this.#queue = []
    if (this.#isOver) {
      for (const { reject } of statements) reject(lateQuery())
      return
    }
    if (this.#state === 'unsent') this.#state = 'open'
    this.#line.send(statements, this.#state === 'ending' || this.#endsEachTime)
  }

  #endIfTooLong(): void {
    if (this.#line.hasBegun()) this.#end('timed out', true)
    // Otherwise the limits of the earlier queries apply.
    else this.#timer = setTimeout(() => this.#endIfTooLong(), this.#maxMs)
  }

  #end(how: 'over' | 'timed out', isBroken = false): void {
    if (this.#isOver) return
    this.#state = how
    clearTimeout(this.#timer)
    this.#line.release(isBroken)
  }

  #failureOr(error: unknown): unknown {
    return this.#state === 'timed out' ? transactionTimedOut(this.#maxMs) : (this.#failure ?? error)
  }

  #refuseIfOver(): void {
    if (this.#isOver) throw this.#state === 'over' ? lateQuery() : transactionTimedOut(this.#maxMs)
    if (this.#failure) throw this.#failure
  }
}
