import { expect, test } from 'vitest'
import { hasFailedTooLong, maxAttempts, pauseAfter, webhookEvents } from './domain.ts'

test('a message is tried eleven times in three days, with growing pauses', () => {
  const pauses = Array.from({ length: maxAttempts - 1 }, (_, index) => pauseAfter(index + 1, 0) ?? 0)
  expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses)
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.1)
  expect(pauseAfter(maxAttempts, 0)).toBeNull()
  expect([pauseAfter(2, 0), pauseAfter(2, 0.5), pauseAfter(2, 1)]).toEqual([60, 63, 66])
})

test('an endpoint fails too long after five days', () => {
  const since = new Date('2026-03-01T10:00:00Z')
  const at = (text: string) => hasFailedTooLong(since, new Date(text))
  expect([at('2026-03-06T09:59:59Z'), at('2026-03-06T10:00:00Z')]).toEqual([false, true])
})

test('no endpoint is told of bank details, accounts or sign-ins', () => {
  expect(
    webhookEvents.filter((name) => /payment_info|session|password|two_factor|billing|settings|key|webhook/.test(name)),
  ).toEqual([])
  expect(new Set(webhookEvents).size).toBe(webhookEvents.length)
})
