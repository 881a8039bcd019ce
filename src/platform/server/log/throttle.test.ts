import { expect, test } from 'vitest'
import { throttle } from './throttle.ts'

test('what is repeated is said at once, then once a minute with a count', () => {
  let now = 0
  const said: [string, number][] = []
  const passedOver = throttle({ now: () => now })
  const hear = (what: string) => {
    const count = passedOver(what)
    if (count !== null) said.push([what, count])
  }
  for (; now < 180_000; now += 2000) hear('the disk is full')
  hear('something else')
  expect(said).toEqual([
    ['the disk is full', 0],
    ['the disk is full', 29],
    ['the disk is full', 29],
    ['something else', 0],
  ])
})
