// A large world, made by the database itself: the same rows for the same sizes, whatever makes them.

import { eventsSql } from './events-sql.ts'
import { fieldsSql } from './fields-sql.ts'
import { leadsSql } from './leads-sql.ts'
import { commissionsSql, signingsSql, statsSql } from './money-sql.ts'
import { payoutsSql } from './payouts-sql.ts'
import { peopleSql } from './people-sql.ts'
import { randomSql } from './random-sql.ts'
import type { WorldSizes } from './world-sizes.ts'

/** Runs one statement as a superuser. */
export type RunSql = (statement: string) => Promise<{ readonly rows: readonly unknown[] }>

/** Indexes of the large tables are made once their rows are there. */
const largeIndexes = `select tablename as of, format('%I.%I', schemaname, indexname) as name,
    replace(indexdef, ' ON ONLY ', ' ON ') as definition
  from pg_indexes
  where schemaname = 'public' and tablename in ('leads', 'commissions', 'events')
    and indexname not in (select conname from pg_constraint)`

/**
 * Fills the tables of a migrated, empty portal. Triggers are off, which takes a superuser: the sums that they keep are written as
 * their result. With two connections, what follows from the leads is written while these are indexed.
 */
export async function fillWorld(connections: readonly [RunSql] | readonly [RunSql, RunSql], sizes: WorldSizes): Promise<void> {
  const [run, beside] = connections
  for (const each of connections) {
    for (const statement of [...sessionSql, ...randomSql]) await each(statement)
  }
  const indexes = (await run(largeIndexes)).rows as readonly { of: string; name: string; definition: string }[]
  for (const { name } of indexes) await run(`drop index ${name}`)
  const fields = sizes.customFields ? [fieldsSql] : []
  for (const statement of [...peopleSql(sizes), ...fields, leadsSql(sizes), 'analyze leads', ...eventMonths]) await run(statement)
  const ofLeads = indexes.filter(({ of }) => of === 'leads').map(({ definition }) => definition)
  const ofOthers = indexes.filter(({ of }) => of !== 'leads').map(({ definition }) => definition)
  const following = [commissionsSql(sizes), ...signingsSql, ...payoutsSql(sizes), eventsSql(sizes), ...statsSql, ...ofOthers]
  if (beside) await Promise.all([inOrder(run, ofLeads), inOrder(beside, following)])
  else await inOrder(run, [...ofLeads, ...following])
  await run('vacuum (analyze)')
  await run('reset session_replication_role')
}

const eventMonths = [
  'set role passerelle_owner',
  'select app.make_event_months((select min(created_at) from leads)::date, (select max(created_at) from leads)::date)',
  'reset role',
]

const sessionSql = ['set session_replication_role = replica', "set maintenance_work_mem = '512MB'"]

async function inOrder(run: RunSql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await run(statement)
}
