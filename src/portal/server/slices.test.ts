import { expect, test } from 'vitest'
import { slices } from './slices.ts'

test.each(['mails', 'background'] as const)('no event has the %s of two slices, of which one would be lost', (part) => {
  const events = Object.values(slices).flatMap((slice) => Object.keys(slice[part] ?? {}))
  expect(events.filter((event, index) => events.indexOf(event) < index)).toEqual([])
})
