/** An error of the database, alike for both homes. `code` is the SQLSTATE, or one of ours. */
export class DatabaseError extends Error {
  readonly code: string
  readonly constraint: string | null
  readonly table: string | null
  readonly detail: string | null

  constructor(message: string, code: string, more: { constraint?: unknown; table?: unknown; detail?: unknown } = {}) {
    super(message)
    this.name = 'DatabaseError'
    this.code = code
    this.constraint = typeof more.constraint === 'string' ? more.constraint : null
    this.table = typeof more.table === 'string' ? more.table : null
    this.detail = typeof more.detail === 'string' ? more.detail : null
  }
}

/** SQLSTATE query_canceled: also ours when the embedded database's worker had to be ended. */
export const timedOut = '57014'
/** SQLSTATE read_only_sql_transaction: the server takes no changes, as a standby does. */
export const readOnly = '25006'
/** SQLSTATE disk_full; also what a write meets on the embedded database while its disk is nearly full. */
export const diskFull = '53100'
/** SQLSTATE lock_not_available. */
export const lockTimedOut = '55P03'
/** SQLSTATE connection_failure. */
export const connectionLost = '08006'

/** Ours alone: a commit was sent and no answer came, so that the transaction may have happened. */
export const commitUnknown = 'PGC00'

/** A commit whose answer is lost. Whoever asks again has to make sure that the work is not done twice. */
export function commitUnanswered(cause: unknown): DatabaseError {
  const error = new DatabaseError('The database did not answer a commit: it is not known whether it happened', commitUnknown)
  error.cause = cause
  return error
}

/** What a commit answers when a statement of its transaction had failed and the work went on as if it had not. */
export function notCommitted(): DatabaseError {
  return new DatabaseError('The transaction was not committed: a statement in it had failed', '25P02')
}

/** The transaction had its time, and lost what it did. */
export function transactionTimedOut(ms: number): DatabaseError {
  return new DatabaseError(`The transaction was ended after ${ms} ms`, timedOut)
}

/** 'Failing row contains (…)' tells every value of the row: it has no place in a log. */
function withoutRow(detail: unknown): unknown {
  return typeof detail === 'string' && detail.startsWith('Failing row') ? null : detail
}

/** Fields that both drivers put on an error; anything else is not the database's and passes as it is. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  const { code, constraint, table, detail, severity } = error as Error & Record<string, unknown>
  if (typeof code === 'string' && (severity !== undefined || isSqlState(code))) {
    return new DatabaseError(error.message, code, { constraint, table, detail: withoutRow(detail) })
  }
  if (error.message === 'Query read timeout') return new DatabaseError('The database did not answer in time', timedOut)
  if (isOfTheLine(`${code} ${error.message}`)) return new DatabaseError(error.message || String(code), connectionLost)
  return error
}

/** Every SQLSTATE has a digit; the names that the system gives its own errors, such as EPIPE, have none. */
function isSqlState(code: string): boolean {
  return /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
}

const systemErrors =
  /\b(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN)|ENOENT)\b/
const driverErrors = /Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired/

function isOfTheLine(text: string): boolean {
  return systemErrors.test(text) || driverErrors.test(text)
}

/**
 * There is no database to talk to, and there will be again: the line was cut (class 08), the server stops, starts or ended
 * the session (57P01 to 57P05, 25P03), it is full (class 53 without the disk), or it takes no changes.
 */
export function isUnavailable({ code }: DatabaseError): boolean {
  return /^(08|57P0[1-5]$|25P03$|53)/.test(code) && code !== diskFull
}

/** The transaction lost against another one through nobody's fault and can be run again. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}
