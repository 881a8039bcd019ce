import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { ClosingScope } from '../domain/accounting.ts'

export interface ClosedUntil {
  readonly monthsClosedUntil: string | null
  readonly yearsClosedUntil: string | null
}

/** A common table `closed` whose only row has in `until` the last closed day; before all days while nothing is closed. */
export const closedTable = (scope: ClosingScope) => sql`closed as materialized (
  select coalesce(max(until_day), '-infinity'::date) as until from accounting_closings
  where scope = ${sql.lit(scope)} and reopened_at is null)`

/** The last closed day in a statement with `closedTable`. */
export const closedUntilInSql = sql<string>`(select until from closed)`

/** The last day of closed months and of closed years. */
export async function closedUntil(tx: Tx): Promise<ClosedUntil> {
  const rows = await tx
    .selectFrom('accounting_closings')
    .select(['scope', ({ fn }) => fn.max('until_day').as('until')])
    .where('reopened_at', 'is', null)
    .groupBy('scope')
    .execute()
  const of = (scope: ClosingScope) => rows.find((row) => row.scope === scope)?.until ?? null
  return { monthsClosedUntil: of('month'), yearsClosedUntil: of('year') }
}
