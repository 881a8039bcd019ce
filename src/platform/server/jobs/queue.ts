import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import { type Db, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database, Tx } from '#platform/server/db/database.ts'
import { takeCarriedJobs } from './carried-jobs.ts'
import { type Carrier, inTraceOf, measure, measured, presentTrace } from '#platform/server/metrics/measurements.ts'
import { prepareJobTables, type QueueDefinition } from './job-tables.ts'
import { throttleErrors } from './throttled-errors.ts'

/** Persistent background jobs; each is processed by one server and survives crashes. */
export interface Queue {
  /**
   * Enqueues a job in the caller's transaction, so that it exists if and only if the change commits. Urgent jobs precede all
   * others of their name and are retried for minutes instead of a day.
   */
  send(tx: Tx, name: JobName, data: JobData, how?: Sending): Promise<void>
  /** The same for many jobs, in one statement. */
  sendAll(tx: Tx, name: JobName, all: readonly JobData[], how?: Pick<Sending, 'urgent'>): Promise<void>
  /** Processes the jobs of one name; a job that throws is retried with increasing delay. */
  work<T extends object>(name: JobName, run: (data: T) => Promise<void>, workers?: Workers): Promise<void>
  /** Called for every job without remaining retries, whether it threw or its server died. */
  whenGivenUp(run: (job: GivenUpJob) => Promise<void>): Promise<void>
  /** Schedules jobs by cron expression (UTC), each on one server; null removes a schedule. The others stay. */
  schedule(times: Schedule): Promise<void>
  /** Waits up to 10 s for running jobs; unfinished ones are retried after the next start. */
  stop(): Promise<void>
}

export const jobNames = [
  'event',
  'mail',
  'vacuum',
  'sweep',
  'timestamps',
  'documents',
  'registrations',
  'months',
  'backup',
  'webhook',
  'journal',
  'news',
  'reminders',
] as const
export type JobName = (typeof jobNames)[number]
export type Schedule = Readonly<Partial<Record<JobName, string | null>>>
export type JobData = Record<string, unknown>

export interface Sending {
  readonly urgent?: boolean
  /** Jobs of one group that run at once are limited by `Workers`. */
  readonly group?: string
  readonly afterSeconds?: number
}

/** Concurrency per server and name: slots for all jobs, plus slots reserved for urgent ones. */
export interface Workers {
  readonly any: number
  readonly urgent: number
  /** How many jobs of one group run at once, on all servers. */
  readonly perGroup?: number
}

export interface GivenUpJob {
  readonly name: string
  readonly data: JobData
  readonly attempts: number
  /** Error of the last attempt. */
  readonly reason: string
}

const schema = 'pgboss'
/** pg-boss's dead-letter queue. */
const givenUp = 'given-up'
const urgentPriority = 10
/** Survives a mail server that is down for a day: 12 attempts, 5 s to 4 h apart. */
const retries = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 14_400 }
/** About 20 minutes, since codes and links in urgent mail expire soon after. */
const urgentRetries = { retryLimit: 9, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 }

/**
 * Notifications start jobs immediately; polling only picks up what had to wait, such as retries. An idle portal does little else:
 * so one slot of each queue whose retries somebody waits for looks often, and wakes the others.
 */
export const usualPolling = {
  often: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
  seldom: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 60 },
}
const awaited: ReadonlySet<string> = new Set<JobName | typeof givenUp>(['event', 'mail', 'webhook', givenUp])
/** How long a stop waits for running jobs. */
const patienceMs = 10_000
/** A job whose server died is taken over after about a minute. */
const liveness = { heartbeatSeconds: 30, expireInSeconds: 600 }

/** One at a time on all servers, for as long as it takes. A failure is told soon: the schedule tries again anyway. */
const backups = { retryLimit: 1, retryDelay: 60, retryBackoff: false, heartbeatSeconds: 30, expireInSeconds: 86_400 }

const queues: readonly QueueDefinition[] = [
  { name: givenUp, options: { notify: true, ...retries, ...liveness } },
  ...jobNames.map((name) => ({
    name,
    ...(name === 'backup' ? { policy: 'exclusive' } : {}),
    options: { notify: true, ...(name === 'backup' ? backups : { ...retries, ...liveness }), deadLetter: givenUp },
  })),
]

/** Opens the job queue on the portal's database. Jobs start within milliseconds after the commit. */
export async function openQueue(database: Database, log: FastifyBaseLogger, polling = usualPolling): Promise<Queue> {
  const db: Db = {
    executeSql: (text, values) => database.runAsJobs(text, values) as Promise<{ rows: never[] }>,
    async listen(channel, onNotification, onReconnect) {
      const close = await database.listen(channel, onNotification, onReconnect)
      return { close }
    },
  }
  await prepareJobTables(database, schema, queues)
  const boss = new PgBoss({ db, schema, migrate: false, createSchema: false, useListenNotify: true, reindex: false })
  boss.on(
    'error',
    throttleErrors((error, repeated) => log.error({ err: error, repeated }, 'the job queue met an error')),
  )
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  // Reads all queues, so that no look-up inside a transaction waits for its own connection.
  await boss.start()
  await takeCarriedJobs(database, async (tx, { id, name, data, priority, startAfter }) => {
    await boss.send(name, data, { db: asPgBossDb(tx), id, priority, startAfter, ...(priority > 0 ? urgentRetries : {}) })
  })

  /** Slots that work on one queue. */
  const workOn = async <T extends object>(
    queue: string,
    slots: number,
    minPriority: number | null,
    run: (job: JobWithMetadata<T>) => Promise<void>,
    perGroup?: number,
  ) => {
    const limits = { ...(minPriority === null ? {} : { minPriority }), ...(perGroup ? { groupConcurrency: perGroup } : {}) }
    const workers: string[] = []
    const work = async ([job]: JobWithMetadata<T>[], slot: number) => {
      if (!job) return
      // Fetch again immediately, here and in the next slot: the next job would otherwise wait for the next poll.
      for (const worker of workers.slice(slot, slot + 2)) boss.notifyWorker(worker)
      try {
        await inTraceOf(job.data as Carrier, () =>
          measured(
            () => run(job),
            (outcome, seconds) => measure('job', () => ({ name: queue, outcome, seconds })),
          ),
        )
      } catch (error) {
        log.warn({ err: error, job: queue, data: job.data, attempt: job.retryCount + 1 }, 'a job failed and will be tried again')
        throw error
      }
    }
    for (let slot = 0; slot < slots; slot += 1) {
      const options = {
        ...polling[slot === 0 && awaited.has(queue) ? 'often' : 'seldom'],
        includeMetadata: true as const,
        ...limits,
      }
      workers.push(await boss.work(queue, options, (jobs: JobWithMetadata<T>[]) => work(jobs, slot)))
    }
  }

  return {
    async send(tx, name, data, { urgent = false, group, afterSeconds } = {}) {
      const how = urgent ? { priority: urgentPriority, ...urgentRetries } : {}
      const place = { ...(group ? { group: { id: group } } : {}), ...(afterSeconds ? { startAfter: afterSeconds } : {}) }
      await boss.send(name, { ...data, ...presentTrace() }, { db: asPgBossDb(tx), ...how, ...place })
    },
    async sendAll(tx, name, all, { urgent = false } = {}) {
      if (all.length === 0) return
      const how = urgent ? { priority: urgentPriority, ...urgentRetries } : {}
      const jobs = all.map((data) => ({ data: { ...data, ...presentTrace() }, ...how }))
      await boss.insert(name, jobs, { db: asPgBossDb(tx) })
    },
    async work<T extends object>(name: JobName, run: (data: T) => Promise<void>, workers: Workers = { any: 1, urgent: 0 }) {
      const { any, urgent, perGroup } = workers
      await workOn<T>(name, any, null, ({ data }) => run(data), perGroup)
      await workOn<T>(name, urgent, urgentPriority, ({ data }) => run(data))
    },
    async whenGivenUp(run) {
      await workOn<JobData>(givenUp, 1, null, ({ data, sourceName, sourceRetryCount, sourceOutput }) =>
        run({ name: sourceName ?? givenUp, data, attempts: (sourceRetryCount ?? 0) + 1, reason: reasonIn(sourceOutput) }),
      )
    },
    async schedule(times) {
      // Most starts find them as they are to be.
      const present = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
      for (const [name, cron] of Object.entries(times)) {
        if (cron === (present.get(name) ?? null)) continue
        if (cron === null) await boss.unschedule(name)
        else await boss.schedule(name, cron)
      }
    },
    async stop() {
      // pg-boss itself would look every half second whether they have ended.
      const ended = Promise.allSettled(queues.map(({ name }) => boss.offWork(name, { wait: true })))
      const done = new AbortController()
      await Promise.race([ended, pause(patienceMs, undefined, { signal: done.signal })])
      done.abort()
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/** pg-boss stores a thrown error as an object, and other reasons inside `value`. */
function reasonIn(output: object | null): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  return String(message ?? value?.message ?? 'The job ended without a reason')
}

/** Adapter through which pg-boss inserts inside our transaction. */
function asPgBossDb(tx: Tx): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as never[] }
    },
  }
}
