import { expect, test } from 'vitest'
import { shareTable } from './report.ts'
import type { Figures } from './rounds.ts'

const figures = (target: string, requestsPerSecond: number, more: Partial<Figures> = {}): Figures => ({
  work: 'W1',
  connections: 8,
  target,
  requestsPerSecond,
  p50: 1,
  p95: 2,
  p99: 3,
  stall: 5,
  serverCpu: 200.4,
  databaseCpu: 99.6,
  ...more,
})
const rowsOf = (all: readonly Figures[]) => shareTable(all)?.split('\n').slice(2)

test('portal and PostGraphile are shares of the floor with as many connections', () => {
  const one = [figures('floor', 1000), figures('PostGraphile', 300), figures('portal', 170, { p99: 9, serverCpu: 1900 })]
  const more = [figures('portal', 400, { connections: 64, p99: 6 }), figures('floor', 2000, { connections: 64 })]
  expect(rowsOf([...more, ...one])).toEqual([
    "| W1 a partner's newest 50 leads | 0.17/0.20 | 0.30 | 0.15/1.00 | 3.0/2.0 | 1900 + 100 | 200 + 100 | 200 + 100 |",
  ])
})

test('work that the floor was not measured in has no share', () => {
  expect(rowsOf([figures('floor', 1000), figures('portal', 500), figures('portal', 500, { work: 'W2' })])).toHaveLength(1)
  expect(shareTable([figures('portal', 500)])).toBe(null)
})
