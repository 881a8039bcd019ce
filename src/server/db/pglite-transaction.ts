import { transactionTimedOut } from './database-error.ts'
import type { DatabaseRole, Limits, OpenTransaction, Rows } from './driver.ts'
import type { Ask } from './pglite-thread.ts'

/** SQL that begins a transaction with the role; read-only while the disk is nearly full. */
export function prologueOf(role: DatabaseRole, userId: string, readOnly: boolean): string {
  if (!/^[0-9a-f-]{0,36}$/.test(userId)) throw new Error('a user id is a UUID')
  const begin = readOnly ? 'begin read only' : 'begin'
  return `${begin}; select set_config('app.user_id', '${userId}', true), set_config('role', '${role}', true)`
}

/** The transaction begins with its first query, in the same message, and releases its slot on time-out. */
export function openTransaction(ask: Ask, prologue: string, limits: Limits, leave: () => void): OpenTransaction {
  let state: 'new' | 'open' | 'over' = 'new'
  let tooLong = false
  const end = async (how: 'commit' | 'rollback') => {
    const wasOpen = state === 'open'
    if (state === 'over') return
    state = 'over'
    clearTimeout(timer)
    try {
      if (wasOpen) await ask({ verb: 'end', how }, limits.queryMs)
    } finally {
      leave()
    }
  }
  const timer = setTimeout(() => {
    tooLong = true
    end('rollback').catch(() => {
      // The thread ended with the transaction; the next query reports it.
    })
  }, limits.transactionMs)
  const refuseIfOver = () => {
    if (tooLong) throw transactionTimedOut(limits.transactionMs)
    if (state === 'over') throw new Error('a query came after the end of its transaction')
  }
  return {
    async query(text, parameters): Promise<Rows> {
      refuseIfOver()
      const first = state === 'new'
      state = 'open'
      return ask({ verb: 'query', text, parameters, ...(first ? { prologue } : {}) }, limits.queryMs)
    },
    async commit() {
      refuseIfOver()
      await end('commit')
    },
    rollback: () => end('rollback'),
  }
}
