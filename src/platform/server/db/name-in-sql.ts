import { type RawBuilder, sql } from 'kysely'
import { currentReading } from '#platform/domain/languages.ts'

/** The name of a table's row as `nameIn` gives it, to sort and search by. */
export const nameInSql = (alias: string): RawBuilder<string> => {
  const [name, names] = [sql.ref(`${alias}.name`), sql.ref(`${alias}.names`)]
  return sql<string>`coalesce(${names} ->> ${currentReading().language}::text, ${name})`
}
