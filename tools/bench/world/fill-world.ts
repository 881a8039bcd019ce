// A large world, made by the database itself: the same rows for the same sizes, whatever makes them.
import { commissionsSql, statsSql } from './money-sql.ts'
import { eventsSql } from './events-sql.ts'
import { leadsSql } from './leads-sql.ts'
import { peopleSql } from './people-sql.ts'
import { randomSql } from './random-sql.ts'
import type { WorldSizes } from './world-sizes.ts'

/** Runs one statement as the owner of the tables. */
export type RunSql = (statement: string) => Promise<unknown>

/** Tables whose indexes are made once their rows are there. */
const largeTables = "('leads', 'commissions', 'events')"

/**
 * Fills the tables of a migrated, empty portal. The caller's role must bypass triggers (a superuser): the sums that they keep
 * are written as their result.
 */
export async function fillWorld(run: RunSql, readTexts: (query: string) => Promise<string[]>, sizes: WorldSizes): Promise<void> {
  await run('set session_replication_role = replica')
  await run("set maintenance_work_mem = '512MB'")
  for (const statement of randomSql) await run(statement)
  const indexes = await readTexts(`select indexdef as text from pg_indexes
    where schemaname = 'public' and tablename in ${largeTables}
      and indexname not in (select conname from pg_constraint)`)
  const names = await readTexts(`select format('%I.%I', schemaname, indexname) as text from pg_indexes
    where schemaname = 'public' and tablename in ${largeTables}
      and indexname not in (select conname from pg_constraint)`)
  for (const name of names) await run(`drop index ${name}`)
  for (const statement of peopleSql(sizes)) await run(statement)
  await run(leadsSql(sizes))
  await run('analyze leads')
  await run(commissionsSql)
  await run(eventsSql)
  for (const statement of statsSql) await run(statement)
  for (const definition of indexes) await run(definition)
  await run('vacuum (analyze)')
}
