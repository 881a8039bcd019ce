// Rounds of all targets alternate, so that what disturbs the machine for a while disturbs them alike.

import { type Round, runRound } from './load.ts'
import type { WorkName } from './options.ts'
import type { BenchPeople } from './people.ts'
import { forgetAsked, type PutBack } from './put-back.ts'
import type { Target } from './targets/target.ts'
import { works } from './works.ts'

export interface Figures {
  readonly work: WorkName
  readonly connections: number
  readonly target: string
  readonly requestsPerSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** The longest time in which nothing was answered. */
  readonly stall: number
  /** Microseconds of processor time for a request. */
  readonly serverCpu: number
  readonly databaseCpu: number
}

export interface Measuring {
  /** Null for a portal with the embedded database, which has no process of its own. */
  readonly postgresPid: number | null
  /** Waits until nothing of the round before is being done. */
  rest(): Promise<void>
  /** Runs before each round of a work that writes. */
  tidyUp(target: Target): Promise<void>
  /** Runs after each round of signatures. */
  putBack: PutBack
  readonly people: BenchPeople
  readonly rounds: number
  readonly seconds: number
}

/** The medians of each target's rounds. */
export async function measure(
  { postgresPid, rest, tidyUp, putBack, people, rounds, seconds }: Measuring,
  work: WorkName,
  connections: number,
  targets: readonly Target[],
): Promise<Figures[]> {
  const results = new Map<Target, Round[]>(targets.map((target) => [target, []]))
  // The first round warms caches and compilers up.
  for (let round = 0; round <= rounds; round += 1) {
    for (let place = 0; place < targets.length; place += 1) {
      const target = targets[(place + round) % targets.length] as Target
      await rest()
      if (works[work].writes) await tidyUp(target)
      const askers = works[work].prepare(people, connections)
      const result = await runRound(target, postgresPid, askers, round === 0 ? seconds / 2 : seconds)
      if (work === 'W6') {
        await rest()
        await putBack(target, people)
        forgetAsked(people)
      }
      if (round > 0) results.get(target)?.push(result)
    }
  }
  return targets.map((target) => {
    const all = results.get(target) ?? []
    const medianOf = (figure: (round: Round) => number) => median(all.map(figure))
    return {
      work,
      connections,
      target: target.title,
      requestsPerSecond: medianOf((round) => round.requestsPerSecond),
      p50: medianOf(({ latencies }) => quantile(latencies, 0.5)),
      p95: medianOf(({ latencies }) => quantile(latencies, 0.95)),
      p99: medianOf(({ latencies }) => quantile(latencies, 0.99)),
      stall: Math.max(...all.map((round) => round.stall)),
      serverCpu: medianOf((round) => round.serverCpu),
      databaseCpu: medianOf((round) => round.databaseCpu),
    }
  })
}

function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5)
}

export function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
