import { EventEmitter } from 'node:events'
import { parse } from 'pg-protocol'
import { measure, reportHere, secondsSince } from '#platform/server/metrics/measurements.ts'
import { DatabaseError, diskFull, readOnly } from '../database-error.ts'
import type { Traffic } from '../driver.ts'
import type { ThreadSession } from '../embedded/pglite-thread.ts'
import { type Statement, unattended } from '../statement.ts'
import { Exchange } from './exchange.ts'
import type { Line } from './line.ts'
import type { Turn } from './pglite-turns.ts'

/** A message of the server; `name` tells its kind, and so the handler. */
type Message = Parameters<Parameters<typeof parse>[1]>[0]

interface PgliteLine {
  readonly session: ThreadSession
  readonly queryMs: number
  readonly isDiskFull: boolean
  readonly traffic: Traffic
  /** The turn of the transaction's beginning. */
  readonly turn: Turn
  /** Another turn, for a further exchange of a read. */
  readonly enter: () => Promise<Turn>
}

/** The line of the embedded database's thread, for one transaction. */
export function lineOver({ session, queryMs, isDiskFull, traffic, turn, enter }: PgliteLine): Line {
  /** Null once the last exchange has been sent: another transaction may have its turn. */
  let ours: Turn | null = turn
  let begins: 'not sent' | 'sent' | 'answered' = 'not sent'

  /** Resolves when the exchange is answered or has failed. For a last one that cannot be sent, a rollback is. */
  const exchangeOf = (statements: readonly Statement[], isLast: boolean): Promise<void> => {
    const start = performance.now()
    const done = reportHere('exchange', () =>
      measure('exchange', () => ({
        seconds: secondsSince(start),
        statements: statements.length,
        texts: statements.map(({ text }) => text),
      })),
    )
    const exchange = new Exchange(isDiskFull ? statements.map(sayingFull) : statements, session.prepared, done)
    traffic.exchanges += 1
    traffic.statements += statements.length
    let bytes: Uint8Array
    try {
      bytes = exchange.encode()
    } catch (error) {
      exchange.handleError(error)
      return isLast ? exchangeOf([unattended('rollback')], true) : Promise.resolve()
    }
    return session
      .ask({ verb: 'exchange', bytes, isLast }, queryMs * statements.length)
      .then((answer) => readInto(exchange, answer.bytes ?? new Uint8Array(), session.notified))
      .catch((error: unknown) => exchange.handleError(error))
  }
  const sendIn = (place: Turn, statements: readonly Statement[], isLast: boolean) => {
    const answered = exchangeOf(statements, isLast)
    if (begins === 'not sent') {
      begins = 'sent'
      void answered.then(() => {
        begins = 'answered'
      })
    }
    if (!isLast) return
    ours = null
    place.leaveBefore(answered)
  }
  return {
    isTransactional: true,
    endsItself: true,
    hasBegun: () => begins !== 'sent',
    send(statements, isLast) {
      if (ours) sendIn(ours, statements, isLast)
      else void enter().then((place) => sendIn(place, statements, isLast))
    },
    release(broken) {
      if (ours && broken) sendIn(ours, [unattended('rollback')], true)
      ours?.leave()
    },
  }
}

/** Reads the server's messages of one exchange. */
function readInto(exchange: Exchange, bytes: Uint8Array, notified: (channel: string, payload: string) => void): void {
  const source = new EventEmitter()
  void parse(source as Parameters<typeof parse>[0], (message) => handle(exchange, message, notified))
  source.emit('data', Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function handle(exchange: Exchange, message: Message, notified: (channel: string, payload: string) => void): void {
  const { name } = message
  if (name === 'rowDescription') exchange.handleRowDescription(message as never)
  else if (name === 'dataRow') exchange.handleDataRow(message as never)
  else if (name === 'commandComplete') exchange.handleCommandComplete(message as never)
  else if (name === 'emptyQuery') exchange.handleEmptyQuery()
  else if (name === 'error') exchange.handleError(message)
  else if (name === 'readyForQuery') exchange.handleReadyForQuery()
  else if (name === 'notification') {
    const { channel, payload } = message as unknown as { channel: string; payload: string }
    notified(channel, payload)
  }
}

/** Reports writes refused for lack of disk space as disk_full instead of read-only. */
function sayingFull(statement: Statement): Statement {
  return { ...statement, reject: (error) => statement.reject(asDiskFull(error)) }
}

export function asDiskFull(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== readOnly) return error
  return new DatabaseError('Less than 64 MB are free: changes are refused', diskFull, { severity: error.severity })
}
