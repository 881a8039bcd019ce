import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bareColumns, columnsOfTables } from './qualified-columns.ts'

const columns = columnsOfTables(readFileSync('docs/schema.sql', 'utf8'))

test('a subquery that gives its table an alias names all columns of that table by it', () => {
  const files = globSync('{src,demo}/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    bareColumns(readFileSync(file, 'utf8'), columns).map(({ column, subquery }) => `${file}: ${column} in ‘${subquery}’`),
  )
  expect(found).toEqual([])
})

const number = 'coalesce((select max(n.number) from accounting_entries n where n.year = extract(year from DAY)), 0)'
test.each([
  ['the entry’s own day, though that of the piece is meant', number.replace('DAY', 'booked_on'), ['booked_on']],
  ['the day of the piece', number.replace('DAY', 'booked.booked_on'), []],
  ['columns of a table without an alias', '(select count(*) from leads where status <> $1)', []],
  ['a column of the statement around it', '(select from leads l where l.partner_id = main_person_id)', []],
  [
    'one in a further subquery',
    '(select l.id from leads l where exists (select from files f where f.id = l.id and size > 0))',
    ['size'],
  ],
  ['one in a part of a union', '(select id from leads union select l.name from leads l)', []],
])('%s: %s', (_, source, bare) => expect(bareColumns(source, columns).map(({ column }) => column)).toEqual(bare))
