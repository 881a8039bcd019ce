import { expect, test } from 'vitest'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import { dormantSince, winRate } from './domain.ts'

const day = 86_400_000
const joined = new Date('2026-01-01T09:00:00Z')
const after = (days: number, from = joined) => new Date(from.getTime() + days * day)

test('a partner is dormant some days after the newest lead, or after joining without one', () => {
  expect(dormantSince(null, joined, after(dormantAfterDays - 1))).toBeNull()
  expect(dormantSince(null, joined, after(dormantAfterDays))).toEqual(after(dormantAfterDays))
  const lead = after(100)
  expect(dormantSince(lead, joined, after(100 + dormantAfterDays - 1))).toBeNull()
  expect(dormantSince(lead, joined, after(400))).toEqual(after(dormantAfterDays, lead))
})

test('leads that staff entered before do not make a partner dormant on the first day', () => {
  expect(dormantSince(after(-300), joined, after(1))).toBeNull()
})

test('who has not joined is never dormant', () => {
  expect(dormantSince(after(-300), null, after(900))).toBeNull()
})

test('the win rate is of what was decided, and none before', () => {
  const rows = (won: number, lost: number) => [
    { status: 'nouveau', count: 7 } as const,
    { status: 'signe', count: won } as const,
    { status: 'refuse', count: lost } as const,
  ]
  expect(winRate(rows(0, 0))).toEqual({ won: 0, decided: 0, percent: null })
  expect(winRate(rows(2, 1))).toEqual({ won: 2, decided: 3, percent: 67 })
  expect(winRate([])).toEqual({ won: 0, decided: 0, percent: null })
})
