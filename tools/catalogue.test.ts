import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalogue } from '#test/policies/expectations.ts'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const sql = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(`${folder}${name}`, 'utf8'))
  .join('\n')

/** Names created by the `made` statements, minus those dropped or renamed by `taken`. */
function standing(made: RegExp, taken: RegExp): string[] {
  const gone = new Set([...sql.matchAll(taken)].map(([, name, renamed]) => name ?? renamed))
  return [...new Set([...sql.matchAll(made)].map(([, name, renamed]) => String(name ?? renamed)))].filter(
    (name) => !gone.has(name),
  )
}

test('each table and function of the migrations has an expectation in test/policies', () => {
  const tables = standing(
    /^create table (?:if not exists )?([\w.]+)(?=[ (])(?! partition of)|^alter table [\w.]+ rename to (\w+)/gm,
    /^drop table (?:if exists )?([\w.]+)|^alter table ([\w.]+) rename to/gm,
  )
  const functions = standing(
    /^create (?:or replace )?function ([\w.]+)\(/gm,
    /^drop function (?:if exists )?([\w.]+)\b|^alter function ([\w.]+)\([^)]*\) rename to/gm,
  )
  const names = Object.keys(catalogue.functions).map((signature) => signature.replace(/\(.*/, ''))
  expect(tables.length + functions.length).toBeGreaterThan(40)
  expect(
    tables.filter((name) => !(name in catalogue.tables)),
    'add grants, rows and access to test/policies/*-tables.ts',
  ).toEqual([])
  expect(
    functions.filter((name) => !names.includes(name)),
    'say in test/policies/functions.ts who may call it',
  ).toEqual([])
})
