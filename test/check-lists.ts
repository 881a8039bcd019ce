import type { OpenTransaction } from '#platform/server/db/driver.ts'

/**
 * The values listed by CHECK constraints, sorted, by column: 'leads.status', 'auth.sessions.method'. A list is `column in (...)`
 * or, for an array, `column <@ array[...]`.
 */
export async function checkLists(run: OpenTransaction['query']): Promise<Readonly<Record<string, readonly string[]>>> {
  const { rows } = await run(
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname || '.' || a.attname as column,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
    where k.contype = 'c' and n.nspname in ('public', 'auth')`,
    [],
  )
  const lists: Record<string, string[]> = {}
  for (const { column, definition } of rows as { column: string; definition: string }[]) {
    const list = new RegExp(`\\(${column.split('.').at(-1)} (?:= ANY|<@) \\(?(ARRAY\\[[^\\]]*\\])`).exec(definition)?.[1]
    const values = [...(list ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => String(value)).sort()
    // Conditions on several columns may list some of the values.
    if (values.length > (lists[column]?.length ?? 0)) lists[column] = values
  }
  return lists
}
