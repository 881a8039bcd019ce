import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'

/** Zones that the runtime offers and the database knows: TypeScript and SQL have to agree about every day. */
export async function timeZones(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(tx)
  const databaseZones = new Set(rows.map(({ name }) => name))
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')].filter((name) => databaseZones.has(name))
}
