import type { TestApp } from './test-app.ts'

/** All rows of the product and its accounts, without jobs, mail and rate limits. */
export function everyRow({ portal }: TestApp) {
  return portal.database.asOwner(async (run) => {
    const { rows } = await run(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('mails', 'failed_jobs')",
    )
    const contents = []
    for (const { name } of [...rows, { name: 'auth.sessions' }, { name: 'auth.users' }, { name: 'auth.two_factors' }]) {
      const { rows: all } = await run(`select t::text as row from ${name} t order by 1`)
      contents.push([name, all.map(({ row }) => row)])
    }
    return contents
  })
}
