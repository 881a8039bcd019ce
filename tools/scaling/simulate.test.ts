import { expect, test } from 'vitest'
import type { Scenario } from './simulate.ts'
import { randomOf, simulate } from './simulate.ts'

/** Nothing is scarce: 10 ms of work, of which a millisecond with the partner's sums and one of flush. */
const plenty: Scenario = {
  servers: 10,
  connectionsPerServer: 100,
  cores: 100,
  shards: 1,
  replicaCores: 0,
  isNotifying: false,
  partners: 10_000,
  busiest: 0,
  changes: 100,
  reads: 100,
  costs: { change: { server: 4, database: 5 }, read: { server: 2, database: 1 }, partnerHeld: 1, flush: 1 },
  seconds: 20,
  seed: 1,
}

test('the same scenario has the same outcome, another seed another one', () => {
  expect(simulate(plenty)).toEqual(simulate(plenty))
  expect(simulate({ ...plenty, seed: 2 })).not.toEqual(simulate(plenty))
  const random = randomOf(7)
  const mean = Array.from({ length: 10_000 }, random).reduce((sum, each) => sum + each, 0) / 10_000
  expect(mean).toBeCloseTo(0.5, 1)
})

test('where nothing is scarce all is answered, in the time of its own work, and use is load times cost', () => {
  const { changes, reads, p50, used } = simulate(plenty)
  expect(changes / 100).toBeCloseTo(1, 1)
  expect(reads / 100).toBeCloseTo(1, 1)
  expect(p50).toBeGreaterThanOrEqual(10)
  expect(p50).toBeLessThan(11)
  // 100 changes of 5 ms and 100 reads of 1 ms a second, over 100 cores.
  expect(used.cores).toBeCloseTo(0.006, 3)
  expect(used.servers).toBeGreaterThan(0.05)
})

const dear = { ...plenty.costs, change: { server: 0.1, database: 4 } }

test.each([
  ['one server', { servers: 1 }, 'servers', 250],
  ['one connection', { servers: 1, connectionsPerServer: 1, costs: dear }, 'connections', 200],
  ['one core', { cores: 1 }, 'cores', 200],
  ['notified commits of 1 ms', { isNotifying: true, servers: 100 }, 'notify', 1000],
  ['two shards of them', { isNotifying: true, shards: 2, servers: 100 }, 'notify', 2000],
  ['one partner’s sums, held for 1 ms and a flush', { busiest: 1 }, 'partner', 500],
] as const)('%s lets as many changes through as it can, and no more', (_what, less, resource, most) => {
  const below = simulate({ ...plenty, ...less, reads: 0, seconds: 5, changes: most * 0.9 })
  expect(below.changes / most).toBeCloseTo(0.9, 1)
  expect(below.used[resource]).toBeCloseTo(0.9, 1)
  const beyond = simulate({ ...plenty, ...less, reads: 0, seconds: 3, changes: most * 2 })
  expect(beyond.changes / most).toBeLessThanOrEqual(1.01)
  expect(beyond.used[resource]).toBeGreaterThan(0.99)
  expect(beyond.p95).toBeGreaterThan(10 * below.p50)
})

test('replicas take the reads from the database of changes', () => {
  const busy = { ...plenty, cores: 1, changes: 100, reads: 900, servers: 100 }
  expect(simulate(busy).reads).toBeLessThan(700)
  expect(simulate({ ...busy, replicaCores: 2 }).reads).toBeGreaterThan(850)
})
