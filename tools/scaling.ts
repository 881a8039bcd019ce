// Prints the tables of docs/scaling.md: node tools/scaling.ts
import type { Outcome, Scenario } from './scaling/simulate.ts'
import { simulate } from './scaling/simulate.ts'

/**
 * Milliseconds, at 100 000 leads with 8 connections (docs/performance.md): W4 a change, W1 a read. The flush is a commit's that
 * notifies; how long a partner's sums are held beside it is assumed (docs/scaling.md).
 */
const costs: Scenario['costs'] = {
  change: { server: 0.919, database: 1.4 },
  read: { server: 0.711, database: 0.423 },
  partnerHeld: 0.35,
  flush: 0.45,
}

const wanted: Scenario = {
  servers: 10,
  connectionsPerServer: 10,
  cores: 8,
  shards: 1,
  replicaCores: 0,
  isNotifying: true,
  partners: 10_000,
  busiest: 0.01,
  changes: 1000,
  reads: 5000,
  costs,
  seconds: 10,
  seed: 2026,
}

const scenarios: readonly (readonly [what: string, scenario: Scenario])[] = [
  ['1 server, database of 1 core, 400 changes and 400 reads', { ...wanted, servers: 1, cores: 1, changes: 400, reads: 400 }],
  ['the load wanted, database of 2 cores', { ...wanted, cores: 2 }],
  ['database of 8 cores', wanted],
  ['reads on replicas of 4 cores', { ...wanted, replicaCores: 4, cores: 4 }],
  ['disk that flushes in 2 ms', { ...wanted, costs: { ...costs, flush: 2 } }],
  ['the same, announced outside the commit', { ...wanted, costs: { ...costs, flush: 2 }, isNotifying: false }],
  ['2 000 changes, 16 cores', { ...wanted, changes: 2000, cores: 16 }],
  ['2 000 changes, announced outside the commit', { ...wanted, changes: 2000, cores: 16, isNotifying: false }],
  ['4 000 changes, 20 servers, 4 shards of 8 cores', { ...wanted, changes: 4000, servers: 20, shards: 4 }],
  [
    'one partner makes half of 2 000 changes, outside the commit',
    { ...wanted, changes: 2000, cores: 16, busiest: 0.5, isNotifying: false },
  ],
  [
    'one partner makes all of 2 000 changes, outside the commit',
    { ...wanted, changes: 2000, cores: 16, busiest: 1, isNotifying: false },
  ],
]

const percent = (share: number) => `${Math.round(share * 100)} %`

function row(what: string, { changes, reads, p50, p95, used }: Outcome): string {
  const shares = [used.servers, used.connections, used.cores, used.notify, used.partner].map(percent)
  return `| ${[what, Math.round(changes), Math.round(reads), p50.toFixed(1), p95.toFixed(1), ...shares].join(' | ')} |`
}

const lines = [
  '| | changes/s | reads/s | p50 ms | p95 ms | servers | connections | cores | commits that notify | busiest partner |',
  '|---|---|---|---|---|---|---|---|---|---|',
  ...scenarios.map(([what, scenario]) => row(what, simulate(scenario))),
]
process.stdout.write(`${lines.join('\n')}\n`)
