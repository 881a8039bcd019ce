import { serialize } from 'pg-protocol'
import { parserOf } from '../column-parsers.ts'
import { asDatabaseError, DatabaseError, isOutdated } from '../database-error.ts'
import { prepareValue, type Statement } from '../statement.ts'
import type { Column, Prepared, PreparedStatements } from './prepared-statements.ts'

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/**
 * Several statements sent to PostgreSQL in one write and answered together: the extended query protocol with a single Sync. After
 * an error the server skips the rest, so all further statements fail with it. An exchange is both a query object for `pg` and, by
 * `encode` and the handlers, the protocol for the embedded database.
 */
export class Exchange {
  /** Called once, when the server is ready again or the exchange has failed. `pg` wraps it for its time-out. */
  callback: (error?: unknown) => void
  readonly #statements: readonly Statement[]
  readonly #prepared: PreparedStatements
  readonly #uses: (Prepared | null)[] = []
  #current = 0
  #columns: readonly Column[] | null = null
  #rows: Record<string, unknown>[] = []
  #unreadable: unknown
  #isOver = false

  constructor(statements: readonly Statement[], prepared: PreparedStatements, callback: (error?: unknown) => void) {
    this.#statements = statements
    this.#prepared = prepared
    this.callback = callback
  }

  submit({ stream }: { stream: { write(bytes: Uint8Array): unknown } }): Error | null {
    try {
      stream.write(this.encode())
      return null
    } catch (error) {
      return error as Error
    }
  }

  encode(): Buffer {
    const messages = this.#prepared.takeClosed().map((name) => serialize.close({ type: 'S', name }))
    const isParsing = new Set<Prepared>()
    for (const { text, values, plan } of this.#statements) {
      const use = this.#prepared.use(plan, this)
      this.#uses.push(use)
      const name = use?.name ?? ''
      const isNew = !use || !(use.isParsed || isParsing.has(use))
      if (isNew) messages.push(serialize.parse({ name, text }))
      messages.push(serialize.bind({ statement: name, values: values as unknown[], valueMapper: prepareValue }))
      if (isNew) messages.push(serialize.describe({ type: 'P' }))
      messages.push(serialize.execute())
      if (use) isParsing.add(use)
    }
    messages.push(serialize.sync())
    return Buffer.concat(messages)
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
    const use = this.#uses[this.#current]
    if (use) use.columns = this.#columns
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#uses[this.#current]?.columns ?? []
    const row: Record<string, unknown> = {}
    try {
      for (let i = 0; i < fields.length; i += 1) {
        const column = this.#columns[i] as Column
        const text = fields[i] as string | null
        row[column.name] = text === null ? null : column.parse(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#unreadable = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const use = this.#uses[this.#current]
    if (use) use.isParsed = true
    const statement = this.#statements[this.#current]
    const [command = '', ...counts] = text.split(' ')
    if (this.#unreadable) statement?.reject(this.#unreadable)
    // What changes no rows ends in a word, as `SET CONSTRAINTS` does.
    else statement?.resolve({ rows: this.#rows, affected: Number(counts.at(-1)) || 0, command })
    this.#current += 1
    this.#columns = null
    this.#rows = []
    this.#unreadable = undefined
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  /** An ERROR of the server, or the loss of the connection. */
  handleError(cause: unknown): void {
    const error = asDatabaseError(cause)
    for (let i = this.#current; i < this.#statements.length; i += 1) {
      const statement = this.#statements[i] as Statement
      const outdated = i === this.#current && error instanceof DatabaseError && isOutdated(error)
      if (outdated || !this.#uses[i]?.isParsed) this.#prepared.forget(statement.plan)
      statement.reject(error)
    }
    this.#current = this.#statements.length
    this.#end(error)
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  handlePortalSuspended(): void {
    this.handleError(new Error('A portal was suspended, but all rows had been asked for'))
  }

  handleCopyInResponse(): void {
    this.handleError(new Error('COPY is not supported'))
  }

  #end(error?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.callback(error)
  }
}
