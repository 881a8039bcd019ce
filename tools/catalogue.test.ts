import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalogue } from '#test/policies/whole.ts'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const sql = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => readFileSync(`${folder}${name}`, 'utf8'))
  .join('\n')

/** Names that statements of one kind make and later ones of another kind take away. */
function standing(made: RegExp, taken: RegExp): string[] {
  const gone = new Set([...sql.matchAll(taken)].map(([, name]) => name))
  return [...new Set([...sql.matchAll(made)].map(([, name]) => String(name)))].filter((name) => !gone.has(name))
}

test('each table and function of the migrations has its expectation in test/policies', () => {
  const tables = standing(/^create table (?:if not exists )?([\w.]+)/gm, /^drop table (?:if exists )?([\w.]+)/gm)
  const functions = standing(/^create (?:or replace )?function ([\w.]+)\(/gm, /^drop function (?:if exists )?([\w.]+)\b/gm)
  const known = Object.keys(catalogue.functions).map((signature) => signature.replace(/\(.*/, ''))
  expect(tables.length + functions.length).toBeGreaterThan(40)
  expect(
    tables.filter((name) => !(name in catalogue.tables)),
    'add grants, rows and access to test/policies/*-tables.ts',
  ).toEqual([])
  expect(
    functions.filter((name) => !known.includes(name)),
    'say in test/policies/functions.ts who may call it',
  ).toEqual([])
})
