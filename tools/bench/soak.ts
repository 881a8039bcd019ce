// Mixed load for minutes: how much memory the portal takes idle, under load and afterwards (npm run bench -- --soak=10).
import { readFileSync } from 'node:fs'
import type { BenchPeople } from './people.ts'
import type { Round } from './load.ts'
import { runRound } from './load.ts'
import type { Target } from './targets/target.ts'
import type { WorkName } from './options.ts'
import { works } from './works.ts'

/** What a portal is asked, again and again. Writes have a pace per partner, so that few of them are among the reads. */
const turns: readonly WorkName[] = ['W1', 'W2', 'W3', 'W4', 'W1', 'W2', 'W3', 'W5']
const connections = 8
const roundSeconds = 10
const idleMs = 20_000

/** Resident memory of a process in MB (Linux). */
function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface Soaking {
  readonly target: Target
  readonly people: BenchPeople
  readonly minutes: number
  /** Runs before each round that writes. */
  tidyUp(): Promise<void>
  say(line: string): void
}

/** Prints the memory after each minute of load, and idle before and after. */
export async function soak({ target, people, minutes, tidyUp, say }: Soaking): Promise<void> {
  const idle = residentMb(target.pid)
  const started = performance.now()
  let asked = 0
  const during: number[] = []
  for (let turn = 0; performance.now() - started < minutes * 60_000; turn += 1) {
    const work = turns[turn % turns.length] as WorkName
    if (works[work].writes) await tidyUp()
    const round: Round = await runRound(target, null, works[work].prepare(people, connections), roundSeconds)
    asked += round.latencies.length
    if (performance.now() - started > (during.length + 1) * 60_000) during.push(residentMb(target.pid))
  }
  await pause(idleMs)
  say(`${target.title}: ${asked} requests in ${minutes} minutes`)
  say(`  MB idle ${idle}, after each minute ${during.join(' ')}, idle again ${residentMb(target.pid)}`)
}
