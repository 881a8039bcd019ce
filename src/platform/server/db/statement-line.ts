import type pg from 'pg'
import { measure, reportHere, secondsSince } from '#platform/server/metrics/measurements.ts'
import { asDatabaseError } from './database-error.ts'
import type { Rows, Traffic } from './driver.ts'
import type { ThreadSession } from './embedded/pglite-thread.ts'
import type { Line } from './pipeline/line.ts'
import { asDiskFull } from './pipeline/pglite-line.ts'
import type { Turn } from './pipeline/pglite-turns.ts'
import type { Watch } from './postgres/postgres-watch.ts'
import { prepareValue, type Statement } from './statement.ts'

interface Connection {
  readonly run: (statement: Statement) => Promise<Rows>
  /** Gives the connection back; `broken`: its transaction may still be open. */
  readonly release: (broken: boolean) => void
}

/** Sends one statement after the other, each once the one before it is answered: the way without the pipeline. */
class StatementLine implements Line {
  readonly isTransactional = false
  readonly endsItself = false
  readonly #connection: Connection
  readonly #traffic: Traffic
  #last: Promise<void> = Promise.resolve()
  #isReleased = false

  constructor(connection: Connection, traffic: Traffic) {
    this.#connection = connection
    this.#traffic = traffic
  }

  hasBegun(): boolean {
    return true
  }

  send(statements: readonly Statement[]): void {
    this.#last = this.#last.then(() => this.#sendEach(statements))
  }

  release(broken: boolean): void {
    this.#isReleased = true
    this.#connection.release(broken)
  }

  async #sendEach(statements: readonly Statement[]): Promise<void> {
    let failure: { readonly error: unknown } | null = this.#isReleased ? { error: new Error('the transaction is over') } : null
    for (const statement of statements) {
      try {
        if (failure) throw failure.error
        statement.resolve(await this.#sendOne(statement))
      } catch (error) {
        failure ??= { error }
        statement.reject(error)
      }
    }
  }

  async #sendOne(statement: Statement): Promise<Rows> {
    this.#traffic.exchanges += 1
    this.#traffic.statements += 1
    const start = performance.now()
    const report = reportHere('exchange', () =>
      measure('exchange', () => ({ seconds: secondsSince(start), statements: 1, texts: [statement.text] })),
    )
    try {
      return await this.#connection.run(statement)
    } finally {
      report()
    }
  }
}

/** A connection's `query` carries each statement. */
export function statementsOver(client: pg.PoolClient, watch: Watch, traffic: Traffic): Line {
  const run = async ({ text, values }: Statement): Promise<Rows> => {
    try {
      // The simple protocol would take several statements in one text.
      const query = { text, values: [...values], queryMode: 'extended' }
      const { rows, rowCount, command } = await watch.during(client.query(query), client)
      return { rows, affected: rowCount ?? 0, command }
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
  return new StatementLine({ run, release: (broken) => client.release(broken) }, traffic)
}

interface Embedded {
  readonly session: ThreadSession
  readonly queryMs: number
  readonly isDiskFull: boolean
  readonly traffic: Traffic
  readonly turn: Turn
}

/** PGlite's `query` carries each statement; the turn lasts as long as the transaction. */
export function embeddedStatements({ session, queryMs, isDiskFull, traffic, turn }: Embedded): Line {
  let hasFailed = false
  const ask = async (text: string, values: readonly unknown[] = []): Promise<Rows> => {
    const isLast = text === 'commit' || text === 'rollback'
    const parameters = values.map((value) => asText(prepareValue(value)))
    const { rows, affected } = await session.ask({ verb: 'statement', text, parameters, isLast }, queryMs)
    // PGlite does not tell what became of a commit.
    return { rows, affected, ...(text === 'commit' ? { command: hasFailed ? 'ROLLBACK' : 'COMMIT' } : {}) }
  }
  const run = async ({ text, values }: Statement): Promise<Rows> => {
    try {
      return await ask(text, values)
    } catch (error) {
      hasFailed = true
      throw isDiskFull ? asDiskFull(error) : error
    }
  }
  const release = (broken: boolean) => {
    if (broken) void ask('rollback').then(turn.leave, turn.leave)
    else turn.leave()
  }
  return new StatementLine({ run, release }, traffic)
}

const asText = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value)
