import type autocannon from 'autocannon'
import { cpuMs } from './cpu.ts'
import type { Target } from './targets/target.ts'
import type { Asker } from './works.ts'

export interface Round {
  readonly requestsPerSecond: number
  /** Latencies in milliseconds, from the fastest to the slowest, without the first of each connection if it had others. */
  readonly latencies: Float64Array
  /** The longest time in which nothing was answered, in milliseconds. */
  readonly stall: number
  /** Processor time for one request, in microseconds. */
  readonly serverCpu: number
  readonly databaseCpu: number
}

/** Sends requests as fast as they are answered. Throws if one is refused. */
export async function runRound(
  target: Target,
  postgresPid: number | null,
  askers: readonly Asker[],
  seconds: number,
): Promise<Round> {
  const latencies: number[] = []
  const refused: string[] = []
  let connection = 0
  const firstLatencies: number[] = []
  const max = Math.min(...askers.map(({ count = Number.POSITIVE_INFINITY }) => count))
  if (max === 0) throw new Error('a connection has nothing to ask')
  let stall = 0
  const server = cpuMs(target.pid)
  const database = postgresPid === null ? 0 : cpuMs(postgresPid)
  const started = performance.now()
  let answered = started
  // Installed beside the benchmark alone, while other programs import what stands here.
  const { default: fire } = await import('autocannon')
  await new Promise<void>((resolve, reject) => {
    const instance = fire(
      {
        url: target.url,
        connections: askers.length,
        duration: seconds,
        ...(Number.isFinite(max) ? { maxConnectionRequests: max } : {}),
        setupClient(client) {
          const asker = askers[connection++] as Asker
          client.setRequests([
            {
              setupRequest: (request: autocannon.Request) => ({ ...request, ...target.httpRequest(asker.next()) }),
              onResponse(status: number, body: string) {
                if (status < 300 && !target.isRefusal(body)) asker.done()
                else refused.push(`${status} ${body.slice(0, 300)}`)
              },
            },
          ])
        },
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    )
    const met = new Set<unknown>()
    instance.on('response', (client, _status, _bytes, time) => {
      // Node accepts one connection in each turn of its event loop: the first answers tell how many were opened at once.
      ;(met.has(client) ? latencies : firstLatencies).push(time)
      met.add(client)
      const now = performance.now()
      stall = Math.max(stall, now - answered)
      answered = now
    })
    instance.on('reqError', (error: unknown) => refused.push(String(error)))
  })
  // A round that has nothing left to ask ends before its time.
  const elapsed = (answered - started) / 1000
  if (refused.length > 0) throw new Error(`${target.title} refused ${refused.length} requests, first: ${refused[0]}`)
  const answers = latencies.length + firstLatencies.length
  if (answers === 0) throw new Error(`${target.title} answered nothing`)
  const perRequest = (ms: number) => (ms * 1000) / answers
  return {
    requestsPerSecond: answers / elapsed,
    latencies: Float64Array.from(latencies.length > 0 ? latencies : firstLatencies).sort(),
    stall,
    serverCpu: perRequest(cpuMs(target.pid) - server),
    databaseCpu: postgresPid === null ? 0 : perRequest(cpuMs(postgresPid) - database),
  }
}
