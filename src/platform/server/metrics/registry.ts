import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { waysIn } from '#platform/server/db/nesting.ts'
import { mailOutcomes, observe, outcomes } from './measurements.ts'

/** Seconds. A request of a list takes some milliseconds, an upload or an export some seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const exchangeBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const workBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const lagBuckets = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly method: string
  /** The declared address, such as `/api/uploads/:id`: ids would make a series each. */
  readonly route: string
  readonly status: number
  /** Null for live streams, which take as long as their tab is open. */
  readonly seconds: number | null
}

export interface PortalRegistry {
  readonly registry: Registry
  countRequest(request: AnsweredRequest): void
  close(): void
}

/** Metrics of this process, each named and explained for Prometheus. docs/operating/monitoring.md lists them. */
export function openRegistry(version: string, databaseKind: string, jobNames: readonly string[]): PortalRegistry {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'passerelle_info',
    help: 'Always 1; the labels name the version and the kind of database',
    labelNames: ['version', 'database'],
    registers,
  })
    .labels(version, databaseKind)
    .set(1)
  const requests = new Counter({
    name: 'passerelle_http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'passerelle_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer, live streams left out',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  })
  const ends = [...observeDatabase(registers), ...observeWork(registers, jobNames), ...observeLive(registers)]
  return {
    registry,
    countRequest({ method, route, status, seconds }) {
      requests.labels(method, route, String(status)).inc()
      if (seconds !== null) durations.labels(method, route).observe(seconds)
    },
    close() {
      for (const end of ends) end()
    },
  }
}

function observeDatabase(registers: Registry[]) {
  const exchanges = new Histogram({
    name: 'passerelle_database_exchange_duration_seconds',
    help: 'Time of a round trip to the database; its statements travel together',
    buckets: exchangeBuckets,
    registers,
  })
  const statements = new Counter({
    name: 'passerelle_database_statements_total',
    help: 'Statements sent to the database',
    registers,
  })
  const nested = new Counter({
    name: 'passerelle_database_nested_sessions_total',
    help: 'Sessions of the database asked for by work that held one: a fault, logged with its places',
    labelNames: ['way'],
    registers,
  })
  for (const way of waysIn) nested.labels(way).inc(0)
  return [
    observe('nestedSession', ({ way }) => nested.labels(way).inc()),
    observe('exchange', (exchange) => {
      exchanges.observe(exchange.seconds)
      statements.inc(exchange.statements)
    }),
  ]
}

/**
 * Series that alerts ask for the increase of begin at 0: one that appears with its first failure has no increase, and Prometheus
 * would never tell of it.
 */
function observeWork(registers: Registry[], jobNames: readonly string[]) {
  const mails = new Counter({
    name: 'passerelle_mail_attempts_total',
    help: 'Attempts to deliver a mail: sent, refused for good, or failed and tried again',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Histogram({
    name: 'passerelle_job_duration_seconds',
    help: 'Time of an attempt at a job of the queue',
    labelNames: ['job', 'outcome'],
    buckets: workBuckets,
    registers,
  })
  const givenUp = new Counter({
    name: 'passerelle_jobs_given_up_total',
    help: 'Jobs whose last attempt failed; staff see them in their list of failures',
    labelNames: ['job'],
    registers,
  })
  const tasks = new Histogram({
    name: 'passerelle_document_task_duration_seconds',
    help: 'Time of a task on a document in a child process, its waiting included: seal, inspect, pdf',
    labelNames: ['kind', 'outcome'],
    buckets: workBuckets,
    registers,
  })
  for (const outcome of mailOutcomes) mails.labels(outcome).inc(0)
  for (const job of jobNames) givenUp.labels(job).inc(0)
  for (const outcome of outcomes) tasks.zero({ kind: 'seal', outcome })
  return [
    observe('mail', ({ outcome }) => mails.labels(outcome).inc()),
    observe('job', ({ name, outcome, seconds }) => jobs.labels(name, outcome).observe(seconds)),
    observe('jobGivenUp', ({ name }) => givenUp.labels(name).inc()),
    observe('task', ({ kind, outcome, seconds }) => tasks.labels(kind, outcome).observe(seconds)),
  ]
}

function observeLive(registers: Registry[]) {
  const streams = new Gauge({ name: 'passerelle_live_streams', help: 'Open live streams, one for each tab', registers })
  const lag = new Histogram({
    name: 'passerelle_event_lag_seconds',
    help: 'Time from a change to its live message on this server',
    buckets: lagBuckets,
    registers,
  })
  return [observe('stream', ({ change }) => streams.inc(change)), observe('event', (event) => lag.observe(event.lag))]
}
