import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventNames } from './events.ts'

test('event names consist of a record and an action', () => {
  expect(eventNames.filter((name) => !/^[a-z_][a-z0-9_]*\.[a-z_]+$/.test(name))).toEqual([])
})

test('each event is declared once', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\bapi(\.ts|\b.*(?<!\.test)\.ts)$/.test(file))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .filter((source) => /\bevent\b.* from '#platform\/api\/events\.ts'/.test(source))
  const declared = sources.flatMap((source) => [...source.matchAll(/^ {2}'([\w.]+)': \w/gm)].map(([, name = '']) => name))
  expect(declared.toSorted()).toEqual(eventNames)
})
