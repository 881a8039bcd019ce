import type pg from 'pg'
import { asDatabaseError, notCommitted, transactionTimedOut } from './database-error.ts'
import type { DatabaseRole, OpenTransaction, Rows } from './home.ts'

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
    try {
      await prologue
      const { command } = await client.query(how)
      if (over) throw transactionTimedOut(transactionMs)
      over = true
      clearTimeout(timer)
      client.release()
      if (how === 'commit' && command !== 'COMMIT') throw notCommitted()
    } catch (error) {
      if (!over) giveUp()
      throw tooLong ? transactionTimedOut(transactionMs) : asDatabaseError(error)
    }
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

/** Several statements at once answer with several results: their rows come one after the other. */
export function rowsOf(result: pg.QueryResult | pg.QueryResult[]): Rows {
  const results = Array.isArray(result) ? result : [result]
  return { rows: results.flatMap(({ rows }) => rows), affected: results.at(-1)?.rowCount ?? 0 }
}
