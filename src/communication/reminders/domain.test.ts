import { expect, test } from 'vitest'
import { reminderSteps } from '#communication/notifications/domain/news-mail.ts'
import { dueStep } from './domain.ts'

const sentAt = new Date('2026-03-02T09:00:00Z')
const after = (days: number) => new Date(sentAt.getTime() + days * 86_400_000)
const due = (days: number, takenSteps: number[] = [], steps: readonly number[] = reminderSteps) =>
  dueStep(sentAt, after(days), { steps, taken: takenSteps })

test('each step is due once, from its day on', () => {
  expect([0, 2.9, 3, 4.9, 6.9, 7, 14, 15.9].map((days) => due(days))).toEqual([null, null, 3, 3, null, 7, 14, 14])
  expect([due(3, [3]), due(7, [3]), due(7, [3, 7]), due(14, [3, 7])]).toEqual([null, 7, null, 14])
})

test('a step that was missed is not made up for', () => {
  expect([due(100), due(16), due(7, [14])]).toEqual([null, null, null])
  expect([due(3, [], []), due(3, [], [7])]).toEqual([null, null])
})
