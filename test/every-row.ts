import pg from 'pg'
import { followNow } from '#operations/journal/server/append-commands.ts'
import type { TestApp } from './test-app.ts'

type Run = (statement: string | { name: string; text: string }) => Promise<{ rows: Record<string, unknown>[] }>

/** What jobs and the journal note by themselves, and rate limits, are not asked for. */
const tables = `select tablename as name from pg_tables
  where schemaname = 'public' and tablename not in
    ('mails', 'failed_jobs', 'webhook_deliveries', 'journal', 'journal_salts', 'journal_head', 'journal_roots',
    'unread_head')`

/** Each portal keeps its connection, since planning a statement over all tables takes longer than running it. */
const readers = new WeakMap<TestApp, Promise<() => Promise<unknown[][]>>>()

/** All rows of the product and its accounts as `[table, row]`. */
export async function everyRow(app: TestApp): Promise<unknown[][]> {
  // The marks of what happened are there.
  await followNow(app.portal)
  const { databaseUrl } = app.portal.config
  if (databaseUrl === null) {
    return app.portal.database.asOwner(async (run) => (await readerOver((statement) => run(textOf(statement))))())
  }
  const reader = readers.get(app) ?? openReader(databaseUrl)
  readers.set(app, reader)
  return (await reader)()
}

const textOf = (statement: Parameters<Run>[0]) => (typeof statement === 'string' ? statement : statement.text)

async function openReader(databaseUrl: string): Promise<() => Promise<unknown[][]>> {
  const client = new pg.Client(databaseUrl)
  // It ends with its database.
  client.on('error', () => {})
  await client.connect()
  return readerOver((statement) => client.query(statement))
}

async function readerOver(run: Run): Promise<() => Promise<unknown[][]>> {
  const { rows: tableNames } = await run(tables)
  const all = [...tableNames, { name: 'auth.sessions' }, { name: 'auth.users' }, { name: 'auth.two_factors' }]
  const parts = all.map(({ name }) => `select '${name}' as name, t::text as row from ${name} t`)
  const text = `${parts.join(' union all ')} order by 1, 2`
  return async () => (await run({ name: 'every row', text })).rows.map(({ name, row }) => [name, row])
}
