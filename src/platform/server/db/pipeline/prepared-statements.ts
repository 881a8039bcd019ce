/** How to read a column: its name, and the parser of its type. */
export interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

export interface Prepared {
  readonly name: string
  /** Null until the server has described it. */
  columns: readonly Column[] | null
  isParsed: boolean
  /** The exchange that has it parsed: until that is answered, no other one can know whether the statement is there. */
  readonly parser: object
}

/** Each prepared statement costs the server some 10 to 50 kB per connection. */
const maxPrepared = 150
export const maxPreparedLength = 8000

/**
 * The prepared statements of one connection. A statement is prepared when it is sent for the second time; the least recently used
 * ones are closed.
 */
export class PreparedStatements {
  readonly #max: number
  readonly #prepared = new Map<string, Prepared>()
  readonly #sentOnce = new Set<string>()
  #toClose: string[] = []
  #count = 0

  /** A `max` of 0 turns preparing off. */
  constructor(max = maxPrepared) {
    this.#max = max
  }

  /** The prepared statement that an exchange is to use; null if this one is to be sent unprepared. */
  use(plan: string | null, exchange: object): Prepared | null {
    if (plan === null || plan.length > maxPreparedLength || this.#max === 0) return null
    const statement = this.#prepared.get(plan)
    if (statement) {
      if (!statement.isParsed && statement.parser !== exchange) return null
      this.#prepared.delete(plan)
      this.#prepared.set(plan, statement)
      return statement
    }
    if (!this.#sentOnce.delete(plan)) {
      this.#sentOnce.add(plan)
      if (this.#sentOnce.size > this.#max) this.#sentOnce.delete(first(this.#sentOnce))
      return null
    }
    const prepared: Prepared = { name: `p${++this.#count}`, columns: null, isParsed: false, parser: exchange }
    this.#prepared.set(plan, prepared)
    if (this.#prepared.size > this.#max) this.forget(first(this.#prepared.keys()))
    return prepared
  }

  /** Closes a statement with the next exchange: after an error it is not known whether the server has it, or it is outdated. */
  forget(plan: string | null): void {
    const prepared = plan === null ? undefined : this.#prepared.get(plan)
    if (plan === null || !prepared) return
    this.#prepared.delete(plan)
    this.#toClose.push(prepared.name)
  }

  /** Names to close now. */
  takeClosed(): string[] {
    const names = this.#toClose
    this.#toClose = []
    return names
  }
}

function first<T>(values: Iterable<T>): T {
  const [value] = values
  return value as T
}
