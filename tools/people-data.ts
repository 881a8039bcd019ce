import { namedColumns, type TableEntries } from '#access/domain/personal-data.ts'

/** Every column of a database, as `leads.email`, with the schema where it is not `public`; the job queue's and the months of events left out. */
export const allColumns = `
  select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as name
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema in ('public', 'auth', 'passerelle') and table_type = 'BASE TABLE' order by 1`

/** What the register of personal data and the database do not have in common, a sentence each. */
export function unlikeDatabase(columns: readonly string[], entries: TableEntries): readonly string[] {
  const told = new Set(Object.entries(entries).flatMap(([table, entry]) => namedColumns(entry).map((name) => `${table}.${name}`)))
  const there = new Set(columns)
  return [
    ...columns
      .filter((name) => !told.has(name))
      .map((name) => `${name} has no entry: its slice's personal-data.ts says whose it is`),
    ...[...told].filter((name) => !there.has(name)).map((name) => `${name} has an entry, and there is no such column`),
  ]
}
