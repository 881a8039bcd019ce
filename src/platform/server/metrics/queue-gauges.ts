import { Gauge, type Registry } from '@prometheus-io/client'
import { portalHealth } from '#platform/server/http/health.ts'
import { type QueueState, readQueues } from '#platform/server/jobs/queue-state.ts'
import type { Portal } from '#platform/server/portal.ts'

/** Health asks the mail server and writes a row: once a minute is enough. */
const healthMs = 60_000

/** Gauges of the job queue, read when they are asked for. */
export function addQueueGauges(registry: Registry, { database, log }: Portal, queues: readonly string[]): void {
  let reading: Promise<ReadonlyMap<string, QueueState> | null> | null = null
  /** Null while the database does not answer: an old number would be worse than none. */
  const readOnce = () => {
    reading ??= readQueues(database)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the job queue could not be measured')
        return null
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  new Gauge({
    name: 'passerelle_queue_jobs',
    help: 'Jobs of the queue: due, running, or to be tried later',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      const rows = await readOnce()
      this.reset()
      for (const job of rows ? queues : []) {
        const { due = 0, running = 0, later = 0 } = rows?.get(job) ?? {}
        for (const [state, count] of Object.entries({ due, running, later })) this.set({ job, state }, count)
      }
    },
  })
  new Gauge({
    name: 'passerelle_queue_oldest_seconds',
    help: 'How long the oldest due job has been waiting',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      const rows = await readOnce()
      this.reset()
      for (const job of rows ? queues : []) this.set({ job }, rows?.get(job)?.age ?? 0)
    },
  })
}

/** 1 or 0 for each part that `/health` reports. */
export function addHealthGauge(registry: Registry, portal: Portal): void {
  let checkedAt = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'passerelle_healthy',
    help: 'Whether a part works, as /health reports it: 1 or 0; checked once a minute at most',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      if (performance.now() - checkedAt < healthMs) return
      checkedAt = performance.now()
      const { parts } = await portalHealth(portal)
      for (const [part, health] of Object.entries(parts)) if (health) this.set({ part }, health.ok ? 1 : 0)
    },
  })
}
