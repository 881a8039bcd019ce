import type { TestApp } from './test-app.ts'

/** All that the tables of a portal's database say: the text of their rows, by table, in the order of the texts. */
export async function everythingIn({ portal }: Pick<TestApp, 'portal'>): Promise<ReadonlyMap<string, string>> {
  return portal.database.asOwner(async (run) => {
    const { rows } = await run(
      `select n.nspname || '.' || quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const texts = new Map<string, string>()
    for (const { name } of rows) {
      const { rows: all } = await run(`select string_agg(t::text, chr(10) order by t::text) as text from ${name} t`)
      texts.set(String(name), String(all[0]?.text ?? ''))
    }
    return texts
  })
}

/** The tables in which a text stands, in capitals or not. */
export const tablesWith = async (app: Pick<TestApp, 'portal'>, text: string): Promise<string[]> =>
  [...(await everythingIn(app))].flatMap(([name, rows]) => (rows.toLowerCase().includes(text.toLowerCase()) ? [name] : []))
