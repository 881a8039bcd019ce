import { sql } from 'kysely'

/** One of these ids, as a single parameter: a file has more rows than a statement takes parameters. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`
