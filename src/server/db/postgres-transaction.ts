import type pg from 'pg'
import { asDatabaseError, commitUnanswered, notCommitted, transactionTimedOut } from './database-error.ts'
import type { DatabaseRole, OpenTransaction, Rows } from './driver.ts'

/** Missing in the driver's types. */
interface OneStatement extends pg.QueryConfig {
  queryMode: 'extended'
}

/**
 * Begins a transaction with the role. BEGIN, session setup and the first query are pipelined; errors of the first two surface
 * with the first query or at the end.
 */
export function beginOn(client: pg.PoolClient, role: DatabaseRole, userId: string, transactionMs: number): OpenTransaction {
  let over = false
  let tooLong = false
  const prologue = Promise.all([
    client.query('begin'),
    client.query("select set_config('app.user_id', $1, true), set_config('role', $2, true)", [userId, role]),
  ])
  prologue.catch(() => {})
  /** The server rolls back when the connection closes. */
  const giveUp = () => {
    over = true
    clearTimeout(timer)
    client.release(true)
  }
  const timer = setTimeout(() => {
    tooLong = true
    giveUp()
  }, transactionMs)

  const end = async (how: 'commit' | 'rollback') => {
    if (over) return
    let sent = false
    let command: string
    try {
      await prologue
      // A commit in progress cannot be aborted; from here on only the driver's time-out applies.
      clearTimeout(timer)
      sent = true
      ;({ command } = await client.query(how))
    } catch (error) {
      if (!over) giveUp()
      if (tooLong) throw transactionTimedOut(transactionMs)
      throw sent && how === 'commit' && !isAnswer(error) ? commitUnanswered(error) : asDatabaseError(error)
    }
    over = true
    client.release()
    if (how === 'commit' && command !== 'COMMIT') throw notCommitted()
  }
  const refuseIfOver = () => {
    if (tooLong) throw transactionTimedOut(transactionMs)
    if (over) throw new Error('a query came after the end of its transaction')
  }

  return {
    /** Extended protocol: allows a single statement only, unlike the simple protocol. */
    async query(text, parameters) {
      refuseIfOver()
      const statement: OneStatement = { text, values: [...parameters], queryMode: 'extended' }
      const result = client.query(statement)
      result.catch(() => {})
      try {
        await prologue
        return rowsOf(await result)
      } catch (error) {
        throw tooLong ? transactionTimedOut(transactionMs) : asDatabaseError(error)
      }
    },
    async commit() {
      refuseIfOver()
      await end('commit')
    },
    rollback: () => end('rollback'),
  }
}

/**
 * Whether the error proves a rollback. An ERROR response to COMMIT does; FATAL, PANIC, class 08 and driver errors may occur
 * after the commit was written.
 */
function isAnswer(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  return severity === 'ERROR' && typeof code === 'string' && !code.startsWith('08') && code !== '40003'
}

/** Concatenates the rows of a multi-statement result. */
export function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Rows {
  const results = Array.isArray(result) ? result : [result]
  return { rows: results.flatMap(({ rows }) => rows), affected: results.at(-1)?.rowCount ?? 0 }
}
