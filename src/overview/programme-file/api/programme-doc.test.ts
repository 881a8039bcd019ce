import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tiersRule } from '#money/rules/domain/definition.ts'
import { programmeFile } from './programme-file.ts'

const document = readFileSync(join(import.meta.dirname, '../../../../docs/programme.md'), 'utf8')

test('the example in docs/programme.md is a programme', () => {
  const [example = ''] = [...document.matchAll(/^ *```json\n([\s\S]*?)^ *```/gm)].map(([, json = '']) => json)
  const { error, data } = programmeFile.safeParse(JSON.parse(example))
  expect(error).toBeUndefined()
  expect(data?.rules?.map(({ offer }) => offer)).toEqual([null, 'heat_pump'])
})

test('docs/programme.md explains each part of a rule', () => {
  const explained = [...document.matchAll(/^ +\| `(\w+)` \|/gm)].map(([, part]) => part)
  expect(explained.toSorted()).toEqual(['offer', ...Object.keys(tiersRule)].toSorted())
})

test('a bonus over all offers in the rule of an offer is refused at its place', () => {
  const bonuses = [{ measure: 'signatures', per: 'year', from: 1, pays: { cents: 1 }, counts: 'all' }]
  const rules = [{ offer: 'star', definition: { ...tiersRule, bonuses } }]
  const { error } = programmeFile.safeParse({ format: 'passerelle-programme', version: 1, rules })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['rules.0.definition.bonuses.0.counts'])
})
