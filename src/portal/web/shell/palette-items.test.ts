import { expect, test } from 'vitest'
import { listed, matching, type PaletteItem, stepFrom } from './palette-items.ts'

const item = (id: string, label: string, group: PaletteItem['group'] = 'Pages'): PaletteItem => ({
  id,
  label,
  group,
  icon: () => null,
  run: () => undefined,
})
const items = [
  item('leads', 'Leads'),
  item('pay', 'Payment Info'),
  item('out', 'Sign out', 'Actions'),
  item('z', 'Éléonore Café', 'Leads'),
  { ...item('payouts', 'Payouts'), description: 'Commissions', isFurther: true },
  { ...item('run', 'New run', 'Actions'), words: 'verser', isFurther: true },
]

test.each([
  ['', ['leads', 'pay', 'out', 'z']],
  ['LEA', ['leads', 'z']],
  ['eleonore', ['z']],
  ['café éLEO', ['z']],
  ['info pay', ['pay']],
  ['pay', ['pay', 'payouts']],
  ['commissions', ['payouts']],
  ['action', ['out', 'run']],
  ['nothing like it', []],
  ['virement', ['pay', 'payouts']],
  ['virment', ['pay', 'payouts']],
  ['verser', ['run']],
  ['nouveau', ['run']],
])('%j finds %j', (typed, ids) => {
  expect(matching(items, typed).map((each) => each.id)).toEqual(ids)
})

test.each([
  ['leads', 1, 'pay'],
  ['z', 1, 'leads'],
  ['leads', -1, 'z'],
  [null, 1, 'leads'],
  [null, -1, 'z'],
  ['gone', 1, 'leads'],
] as const)('from %s a step of %d moves to %s', (from, step, to) => {
  expect(stepFrom(matching(items, ''), from, step)?.id).toBe(to)
})

test('without items there is nothing to move to', () => {
  expect(stepFrom([], null, 1)).toBeUndefined()
})

test('a number that was typed stands before pages, and names after them', () => {
  const number = item('rel', 'REL-2026-11-0012', 'Numbers')
  expect(listed(items.slice(0, 1), [number, item('x', 'Xavier', 'Team')]).map(({ id }) => id)).toEqual(['rel', 'leads', 'x'])
})
