// Mixed load for minutes: how much memory the portal takes idle, under load and afterwards, and whether it grows.
import { readFileSync } from 'node:fs'
import { type Round, runRound } from './load.ts'
import type { WorkName } from './options.ts'
import type { BenchPeople } from './people.ts'
import type { Target } from './targets/target.ts'
import { works } from './works.ts'

/** What a portal is asked, again and again. Writes have a pace per partner, so that few of them are among the reads. */
const turns: readonly WorkName[] = ['W1', 'W2', 'W3', 'W4', 'W1', 'W2', 'W3', 'W5']
const connections = 8
const roundSeconds = 10
const idleMs = 20_000
const sampleMs = 500

/** Megabytes of the process at the end of a minute: all that is resident, and the least that V8's heap had in use meanwhile. */
export interface MinuteOfMemory {
  readonly resident: number
  /** What lives: between two collections the heap has garbage as well. */
  readonly heap: number
}

/** A growth is more than this share and more than these megabytes, from the middle of the minutes to their end. */
const tolerated = { share: 0.08, megabytes: { resident: 25, heap: 6 } }

/** Says what grew in the later half of the minutes; in the first ones caches fill, and compilers work. Null for nothing. */
export function growthOf(minutes: readonly MinuteOfMemory[]): string | null {
  const third = Math.max(1, Math.floor(minutes.length / 3))
  for (const what of ['heap', 'resident'] as const) {
    const middle = median(minutes.slice(-2 * third, -third).map((minute) => minute[what]))
    const last = median(minutes.slice(-third).map((minute) => minute[what]))
    if (last > middle * (1 + tolerated.share) && last > middle + tolerated.megabytes[what]) {
      return `${what} memory grew from ${middle} to ${last} MB`
    }
  }
  return null
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Resident memory of a process in MB (Linux). */
function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

/** What V8 has in use, in MB, from the portal's own metrics. */
async function heapMb(metricsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]
  if (bytes === undefined) throw new Error('the metrics have no nodejs_heap_size_used_bytes')
  return Math.round(Number(bytes) / 2 ** 20)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface Soaking {
  readonly target: Target
  /** Where the portal answers /metrics. */
  readonly metricsPort: number
  readonly people: BenchPeople
  readonly minutes: number
  /** Runs before each round that writes. */
  tidyUp(): Promise<void>
  say(line: string): void
}

/** Prints the memory after each minute of load, and idle before and after. Resolves with what grew, or null. */
export async function soak({ target, metricsPort, people, minutes, tidyUp, say }: Soaking): Promise<string | null> {
  const idle = `${residentMb(target.pid)}/${await heapMb(metricsPort)}`
  const heaps: number[] = []
  const watch = setInterval(() => void heapMb(metricsPort).then((heap) => heaps.push(heap)), sampleMs)
  const during: MinuteOfMemory[] = []
  let requests = 0
  try {
    const started = performance.now()
    for (let turn = 0; performance.now() - started < minutes * 60_000; turn += 1) {
      const work = turns[turn % turns.length] as WorkName
      if (works[work].writes) await tidyUp()
      const round: Round = await runRound(target, null, works[work].prepare(people, connections), roundSeconds)
      requests += round.latencies.length
      if (performance.now() - started < (during.length + 1) * 60_000) continue
      const minute = { resident: residentMb(target.pid), heap: Math.min(...heaps.splice(0)) }
      during.push(minute)
      say(`  ${target.title}, minute ${during.length}: ${minute.resident} MB resident, ${minute.heap} MB heap`)
    }
  } finally {
    clearInterval(watch)
  }
  await pause(idleMs)
  const again = `${residentMb(target.pid)}/${await heapMb(metricsPort)}`
  const grown = growthOf(during)
  const growth = grown ?? 'no growth'
  say(
    `${target.title}: ${requests} requests in ${minutes} minutes, MB resident/heap idle ${idle}, idle again ${again}: ${growth}`,
  )
  return grown === null ? null : `${target.title}: ${grown}`
}
