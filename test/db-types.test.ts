import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnDomains, jsonColumns } from '../tools/column-domains.ts'
import { schemaSql } from '../tools/schema-sql.ts'
import { schemaTypes } from '../tools/schema-types.ts'
import { checkLists } from './check-lists.ts'
import { freshDatabase } from './databases.ts'

const textOf = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
const stale = "the schema has changed: 'npm run db:types' writes its types and docs/schema.sql"
let fresh: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  fresh = await freshDatabase('pglite')
})
afterAll(() => fresh.close())
const ask = async (text: string) => (await fresh.database.asOwner((run) => run(text))).rows

test('the row types match the migrated schema', async () => {
  const current = await fresh.database.asOwner((run) => schemaTypes(run))
  expect(textOf('src/platform/server/db/schema.generated.ts'), stale).toBe(current)
})

test('docs/schema.sql is what all migrations together make', async () => {
  const current = await fresh.database.asOwner((run) => schemaSql(run))
  expect(textOf('docs/schema.sql'), stale).toBe(current)
})

test('a kind of thing that docs/schema.sql would lack is refused by name', async () => {
  const withView = fresh.database.asOwner(async (run) => {
    await run('create view newest_leads as select id from leads')
    return schemaSql(run).finally(() => run('drop view newest_leads'))
  })
  await expect(withView).rejects.toThrow('does not write this kind of thing yet: relation newest_leads')
})

test('a column with a CHECK list has the domain type with the same values', async () => {
  const lists = await fresh.database.asOwner((run) => checkLists(run))
  const expected = Object.entries(columnDomains).flatMap(([column, { values }]) => (values ? [[column, [...values].sort()]] : []))
  expect(expected.length).toBeGreaterThan(15)
  expect(lists).toEqual(Object.fromEntries(expected))
})

test('each JSON column has a declared type, and no removed column has one', async () => {
  const rows = await ask(`
    select case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as column,
      udt_name in ('json', 'jsonb') as json
    from information_schema.columns where table_schema in ('public', 'auth')`)
  const names = rows.map(({ column }) => String(column))
  expect(
    rows
      .filter(({ json }) => json)
      .map(({ column }) => column)
      .sort(),
  ).toEqual(Object.keys(jsonColumns).sort())
  expect(Object.keys(columnDomains).filter((column) => !names.includes(column))).toEqual([])
})
