import { expect, test } from 'vitest'
import { throttleErrors } from './throttled-errors.ts'

test('a repeated error is logged at once, then once a minute with a count', () => {
  let now = 0
  const messages: [string, number][] = []
  const hear = throttleErrors(
    (error, repeated) => messages.push([error.message, repeated]),
    () => now,
  )
  for (; now < 180_000; now += 2000)
    hear(new Error(`cannot execute UPDATE in a read-only transaction (Queue: mail, Worker: ${now})`))
  hear(new Error('something else'))
  const full = expect.stringContaining('cannot execute UPDATE in a read-only transaction')
  expect(messages).toEqual([
    [full, 0],
    [full, 29],
    [full, 29],
    ['something else', 0],
  ])
})
