import type { TestApp } from './test-app.ts'

/** All rows of the product and its accounts as `[table, row]`, without what jobs note by themselves, and rate limits. */
export function everyRow({ portal }: TestApp) {
  return portal.database.asOwner(async (run) => {
    const { rows: tables } = await run(
      `select tablename as name from pg_tables
        where schemaname = 'public' and tablename not in
          ('mails', 'failed_jobs', 'webhook_deliveries', 'journal', 'journal_salts', 'journal_head', 'journal_roots')`,
    )
    // One statement: two hundred requests of a file ask for this, and each would ask every table.
    const all = [...tables, { name: 'auth.sessions' }, { name: 'auth.users' }, { name: 'auth.two_factors' }]
    const { rows } = await run(
      `${all.map(({ name }) => `select '${name}' as name, t::text as row from ${name} t`).join(' union all ')} order by 1, 2`,
    )
    return rows.map(({ name, row }) => [name, row])
  })
}
