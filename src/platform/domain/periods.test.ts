import { describe, expect, test } from 'vitest'
import { daysOf, periodPresets, presetOf } from './periods.ts'

describe('periods of a list', () => {
  test.each([
    ['2026-11-22', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31', '2026-10-01 2026-12-31', '2026', '2025'],
    ['2026-01-01', '2026-01-01 2026-01-31', '2025-12-01 2025-12-31', '2026-01-01 2026-03-31', '2026', '2025'],
    ['2024-02-29', '2024-02-01 2024-02-29', '2024-01-01 2024-01-31', '2024-01-01 2024-03-31', '2024', '2023'],
    ['2026-12-31', '2026-12-01 2026-12-31', '2026-11-01 2026-11-30', '2026-10-01 2026-12-31', '2026', '2025'],
  ])('seen from %s are whole months, quarters and years', (today, thisMonth, lastMonth, quarter, year, lastYear) => {
    const expected = [thisMonth, lastMonth, quarter, `${year}-01-01 ${year}-12-31`, `${lastYear}-01-01 ${lastYear}-12-31`]
    expect(periodPresets.map((preset) => Object.values(daysOf(preset, today)).join(' '))).toEqual(expected)
  })

  test('days in the address are named by their preset, others by themselves', () => {
    expect(presetOf({ from: '2026-10-01', to: '2026-10-31' }, '2026-11-22')).toBe('lastMonth')
    expect(presetOf({ from: '2026-10-01', to: '2026-10-30' }, '2026-11-22')).toBeUndefined()
    expect(presetOf({ from: '2026-10-01' }, '2026-11-22')).toBeUndefined()
  })
})
