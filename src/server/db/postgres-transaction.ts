import type pg from 'pg'
import { asDatabaseError, commitUnanswered, notCommitted, transactionTimedOut } from './database-error.ts'
import type { DatabaseRole, OpenTransaction, Rows } from './driver.ts'

/** The driver's typings lack the mode. */
interface OneStatement extends pg.QueryConfig {
  queryMode: 'extended'
}

/**
 * Begins a transaction as the role. Begin, prologue and the first query are sent without waiting for each other; an error
 * in one of the first two surfaces with the first query, or at the end.
 */
export function beginOn(client: pg.PoolClient, role: DatabaseRole, userId: string, transactionMs: number): OpenTransaction {
  let over = false
  let tooLong = false
  const prologue = Promise.all([
    client.query('begin'),
    client.query("select set_config('app.user_id', $1, true), set_config('role', $2, true)", [userId, role]),
  ])
  prologue.catch(() => {})
  /** The server rolls back when the connection goes. */
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
      // From here on the driver's own limit ends what hangs: a commit under way cannot be taken back.
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
    /** One statement and never several, whatever the text says: the simple protocol would run what was smuggled in. */
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
 * An error that the server gives as its answer to a statement undid the transaction. One that ends the connection (FATAL,
 * PANIC, class 08) may come after a commit was written, and one of the driver says nothing about it.
 */
function isAnswer(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown }
  return severity === 'ERROR' && typeof code === 'string' && !code.startsWith('08') && code !== '40003'
}

/** Several statements at once answer with several results: their rows come one after the other. */
export function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Rows {
  const results = Array.isArray(result) ? result : [result]
  return { rows: results.flatMap(({ rows }) => rows), affected: results.at(-1)?.rowCount ?? 0 }
}
