import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * Takes the next numbers of a series and returns the first. The series stays locked until the transaction ends, and a rollback
 * gives the numbers back: there are neither gaps nor repetitions.
 */
export async function takeNumbers(tx: Tx, series: string, count: number): Promise<number> {
  const { last_number } = await tx
    .insertInto('number_series')
    .values({ series, last_number: count })
    .onConflict((conflict) =>
      conflict.column('series').doUpdateSet({ last_number: sql<number>`number_series.last_number + excluded.last_number` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return last_number - count + 1
}
