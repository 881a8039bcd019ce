/** Database error, common to both drivers. `code` is the SQLSTATE or one of our own codes. */
export class DatabaseError extends Error {
  readonly code: string
  readonly constraint: string | null
  readonly table: string | null
  readonly detail: string | null
  /** The severity that the server reported; null for errors of the driver. */
  readonly severity: string | null

  constructor(
    message: string,
    code: string,
    more: { constraint?: unknown; table?: unknown; detail?: unknown; severity?: unknown } = {},
  ) {
    super(message)
    this.name = 'DatabaseError'
    this.code = code
    this.constraint = typeof more.constraint === 'string' ? more.constraint : null
    this.table = typeof more.table === 'string' ? more.table : null
    this.detail = typeof more.detail === 'string' ? more.detail : null
    this.severity = typeof more.severity === 'string' ? more.severity : null
  }
}

/** SQLSTATE query_canceled; also used when the embedded database's worker was terminated. */
export const timedOut = '57014'
/** SQLSTATE read_only_sql_transaction, for example on a standby. */
export const readOnly = '25006'
/** SQLSTATE disk_full; also raised for writes while the embedded database's disk is nearly full. */
export const diskFull = '53100'
/** SQLSTATE unique_violation. */
export const uniqueViolation = '23505'
/** SQLSTATE lock_not_available. */
export const lockTimedOut = '55P03'
/** SQLSTATE connection_failure. */
export const connectionLost = '08006'

/** Own code: the commit was sent but not acknowledged, so the transaction may have been committed. */
export const commitUnknown = 'PGC00'

/** Own code: the embedded database ended before it came to this, which can be repeated. */
export const notStarted = 'PGS00'

/** Unacknowledged commit. A retry must be idempotent. */
export function commitUnanswered(cause: unknown): DatabaseError {
  const error = new DatabaseError('The database did not answer a commit: it is not known whether it happened', commitUnknown)
  error.cause = cause
  return error
}

/** COMMIT of a failed transaction: a statement failed and its error was ignored. */
export function notCommitted(): DatabaseError {
  return new DatabaseError('The transaction was not committed: a statement in it had failed', '25P02')
}

/** The transaction timed out and was rolled back. */
export function transactionTimedOut(ms: number): DatabaseError {
  return new DatabaseError(`The transaction was ended after ${ms} ms`, timedOut)
}

/** Takes out the values of 'Failing row contains (…)' and 'Key (email)=(…) already exists': the log has no personal data. */
function withoutValues(detail: unknown): unknown {
  if (typeof detail !== 'string') return detail
  return detail.startsWith('Failing row') ? null : detail.replace(/=\(.*\)/s, '=(…)')
}

/** Error fields common to both drivers; other errors are passed through unchanged. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError || !(error instanceof Error)) return error
  const { code, constraint, table, detail, severity } = error as Error & Record<string, unknown>
  if (typeof code === 'string' && (severity !== undefined || isSqlState(code))) {
    return new DatabaseError(error.message, code, { constraint, table, detail: withoutValues(detail), severity })
  }
  if (error.message === 'Query read timeout') return new DatabaseError('The database did not answer in time', timedOut)
  if (isOfTheLine(`${code} ${error.message}`)) return new DatabaseError(error.message || String(code), connectionLost)
  return error
}

/** Every SQLSTATE contains a digit; system error codes such as EPIPE do not. */
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
 * Temporarily unavailable: connection lost (class 08), server stopping, starting or session ended (57P01 to 57P05, 25P03), out of
 * resources (class 53 except disk full), read-only, or the embedded database ended before it began.
 */
export function isUnavailable({ code }: DatabaseError): boolean {
  return (/^(08|57P0[1-5]$|25P03$|53)/.test(code) && code !== diskFull) || code === notStarted
}

/**
 * Whether the connection or the server was gone, or it took no more connections: not what a statement did. Also asked of errors
 * that the job queue has copied.
 */
export function isOfAnOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown }
  if (name === 'DatabaseError' && /^(08|57P0[1-3]$|53300$)/.test(String(code))) return true
  return cause !== undefined && isOfAnOutage(cause)
}

/** Whether a disk had no room, as an error of the system or the database says, or the refusal made of it. */
export function isOfAFullDisk(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return [diskFull, 'ENOSPC', 'EDQUOT', 'storage_full'].includes(String(code)) || (cause !== undefined && isOfAFullDisk(cause))
}

/**
 * Whether the server refused a statement and so proved that it committed nothing. FATAL, PANIC, class 08 and driver errors may
 * occur after a commit was written.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  if (error.code === notStarted) return true
  return error.severity === 'ERROR' && !error.code.startsWith('08') && error.code !== '40003'
}

/** A prepared statement that the server no longer has, or whose result a migration has changed. */
export function isOutdated({ code, message }: DatabaseError): boolean {
  return code === '26000' || (code === '0A000' && message.includes('cached plan'))
}

/** Serialisation failure, deadlock, outdated prepared statement or never begun; the transaction can be retried. */
export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && (['40001', '40P01', notStarted].includes(error.code) || isOutdated(error))
}
