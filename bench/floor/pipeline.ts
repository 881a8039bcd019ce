// Connections to PostgreSQL, used as closely to the wire as `pg` allows: all statements of a round trip are one write, and each
// statement is prepared once per connection and role.
import pg from 'pg'

export type Role = 'anonymous' | 'partner' | 'admin'
/** One row, its columns as PostgreSQL's text. */
export type TextRow = readonly (string | null)[]

export interface Statement {
  /** Absent for `begin` and `commit`, which need no plan. */
  readonly name?: string
  readonly text: string
  readonly values?: readonly unknown[]
}

const types = { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig

export class Connections {
  readonly #idle: pg.Client[] = []
  readonly #waiting: ((client: pg.Client) => void)[] = []

  static async open(url: string, count: number): Promise<Connections> {
    const all = new Connections()
    for (let index = 0; index < count; index += 1) {
      const client = new pg.Client({ connectionString: url, pipeline: true, types, options: '-c TimeZone=UTC' })
      await client.connect()
      all.#idle.push(client)
    }
    return all
  }

  /** Runs `work` with a connection of its own. */
  async use<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = this.#idle.pop() ?? (await new Promise<pg.Client>((resolve) => this.#waiting.push(resolve)))
    try {
      return await work(client)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(client)
      else this.#idle.push(client)
    }
  }
}

export const begin: Statement = { text: 'begin' }
export const commit: Statement = { text: 'commit' }
export const rollback: Statement = { text: 'rollback' }

/** The role and the person of a transaction; both end with it. */
export function as(role: Role, userId: string): Statement {
  return {
    name: 'prologue',
    text: "select set_config('app.user_id', $1, true), set_config('role', $2, true), set_config('app.partner_id', $3, true)",
    values: [userId, `passerelle_${role}`, role === 'partner' ? userId : ''],
  }
}

/** One round trip. Answers the rows of each statement; throws the first error after all have been answered. */
export async function roundTrip(client: pg.Client, statements: readonly Statement[]): Promise<(readonly TextRow[])[]> {
  const { stream } = client.connection
  stream.cork()
  const answersOnTheWay = statements.map((each) =>
    client.query<TextRow[]>({ ...each, values: [...(each.values ?? [])], rowMode: 'array' } as pg.QueryArrayConfig),
  )
  stream.uncork()
  const answers = await Promise.allSettled(answersOnTheWay)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value.rows as unknown as readonly TextRow[]
  })
}
