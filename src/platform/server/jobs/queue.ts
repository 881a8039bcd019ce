import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import { type Db, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobCause } from '#platform/domain/job-cause.ts'
import { type JobName, jobNames } from '#platform/domain/job-names.ts'
import type { Database, Tx } from '#platform/server/db/database.ts'
import { throttle } from '#platform/server/log/throttle.ts'
import { type Carrier, inTraceOf, measure, measured, presentTrace } from '#platform/server/metrics/measurements.ts'
import { takeCarriedJobs } from './carried-jobs.ts'
import { prepareJobTables, type QueueDefinition } from './job-tables.ts'

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
  /** Slots are added while all are taken, up to so many, where a group that hangs is to keep no other one waiting. */
  readonly max?: number
}

export interface GivenUpJob {
  readonly name: string
  readonly data: JobData
  readonly attempts: number
  /** Error of the last attempt. */
  readonly reason: string
  /** Its facts, of a `JobFailure`. */
  readonly failure?: JobCause
}

/** Work that is given up at once, since only a correction by staff mends it. */
export interface UnmadeJob extends Pick<GivenUpJob, 'name' | 'data'> {
  readonly cause: JobCause
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
const awaited: ReadonlySet<string> = new Set<JobName | typeof givenUp>(['event', 'mail', 'link', 'webhook', givenUp])
/** How long a stop waits for running jobs. */
const stopTimeoutMs = 10_000
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
  // A queue that polls every two seconds would otherwise fill the log. pg-boss appends queue and worker to the message.
  const passedOver = throttle()
  boss.on('error', (error) => {
    const repeated = passedOver(error.message.replace(/ \(Queue: [^)]*\)$/, ''))
    if (repeated !== null) log.error({ err: error, repeated }, 'the job queue met an error')
  })
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  // Reads all queues, so that no look-up inside a transaction waits for its own connection.
  await boss.start()
  await takeCarriedJobs(database, async (tx, { id, name, data, priority, startAfter }) => {
    await boss.send(name, data, { db: asPgBossDb(tx), id, priority, startAfter, ...(priority > 0 ? urgentRetries : {}) })
  })
  return new BossQueue(boss, log, polling)
}

/** Workers on one queue, each with one job at a time. */
interface Slots<T> {
  readonly queue: string
  readonly count: number
  readonly run: (job: JobWithMetadata<T>) => Promise<void>
  readonly minPriority?: number
  readonly perGroup?: number | undefined
}

const urgency = (urgent: boolean) => (urgent ? { priority: urgentPriority, ...urgentRetries } : {})

class BossQueue implements Queue {
  readonly #boss: PgBoss
  readonly #log: FastifyBaseLogger
  readonly #polling: typeof usualPolling
  #isStopping = false

  constructor(boss: PgBoss, log: FastifyBaseLogger, polling: typeof usualPolling) {
    this.#boss = boss
    this.#log = log
    this.#polling = polling
  }

  async send(tx: Tx, name: JobName, data: JobData, { urgent = false, group, afterSeconds }: Sending = {}): Promise<void> {
    const place = { ...(group ? { group: { id: group } } : {}), ...(afterSeconds ? { startAfter: afterSeconds } : {}) }
    await this.#boss.send(name, { ...data, ...presentTrace() }, { db: asPgBossDb(tx), ...urgency(urgent), ...place })
  }

  async sendAll(tx: Tx, name: JobName, all: readonly JobData[], { urgent = false }: Pick<Sending, 'urgent'> = {}): Promise<void> {
    if (all.length === 0) return
    const jobs = all.map((data) => ({ data: { ...data, ...presentTrace() }, ...urgency(urgent) }))
    await this.#boss.insert(name, jobs, { db: asPgBossDb(tx) })
  }

  async work<T extends object>(
    name: JobName,
    run: (data: T) => Promise<void>,
    { any, urgent, perGroup, max }: Workers = { any: 1, urgent: 0 },
  ): Promise<void> {
    const slots: Omit<Slots<T>, 'count'> = { queue: name, run: ({ data }) => run(data) }
    if (max) await this.#keepOneFree({ ...slots, count: max, perGroup })
    else await this.#fill({ ...slots, count: any, perGroup })
    await this.#fill({ ...slots, count: urgent, minPriority: urgentPriority })
  }

  async whenGivenUp(run: (job: GivenUpJob) => Promise<void>): Promise<void> {
    await this.#fill<JobData>({
      queue: givenUp,
      count: 1,
      run: ({ data, sourceName, sourceRetryCount, sourceOutput }) =>
        // Jobs of a schedule have none.
        run({ name: sourceName ?? givenUp, data: data ?? {}, attempts: (sourceRetryCount ?? 0) + 1, ...reasonIn(sourceOutput) }),
    })
  }

  async schedule(times: Schedule): Promise<void> {
    // Most starts find them as they are to be.
    const present = new Map((await this.#boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    for (const [name, cron] of Object.entries(times)) {
      if (cron === (present.get(name) ?? null)) continue
      if (cron === null) await this.#boss.unschedule(name)
      else await this.#boss.schedule(name, cron)
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    // pg-boss itself would look every half second whether they have ended.
    const ended = Promise.allSettled(queues.map(({ name }) => this.#boss.offWork(name, { wait: true })))
    const done = new AbortController()
    await Promise.race([ended, pause(stopTimeoutMs, undefined, { signal: done.signal })])
    done.abort()
    await this.#boss.stop({ graceful: false, close: false })
  }

  /** Starts a worker for each slot. */
  async #fill<T extends object>(slots: Slots<T>): Promise<void> {
    const workers: string[] = []
    for (let slot = 0; slot < slots.count; slot += 1) {
      const pace = slot === 0 && awaited.has(slots.queue) ? 'often' : 'seldom'
      const worker = await this.#startWorker(slots, pace, async (job) => {
        // Fetch again immediately, here and in the next slot: the next job would otherwise wait for the next poll.
        for (const each of workers.slice(slot, slot + 2)) this.#boss.notifyWorker(each)
        await this.#runJob(slots, job)
      })
      workers.push(worker)
    }
  }

  /**
   * Starts one worker, and another one when none is free. One that has ended its job fetches again, since only then its group has
   * room; the worker that was free instead of it ends.
   */
  async #keepOneFree<T extends object>(slots: Slots<T>): Promise<void> {
    const workers = new Set<string>()
    const free = new Set<string>()
    const start = async () => {
      const worker = await this.#startWorker(slots, 'often', async (job) => {
        free.delete(worker)
        this.#boss.notifyWorker(worker)
        if (free.size === 0 && workers.size < slots.count && !this.#isStopping) await start()
        try {
          await this.#runJob(slots, job)
        } finally {
          // One that was ended while it fetched this job is no longer among them.
          if (workers.has(worker)) {
            for (const each of free) {
              workers.delete(each)
              await this.#boss.offWork(slots.queue, { id: each, wait: false })
            }
            free.clear()
            free.add(worker)
          }
        }
      })
      workers.add(worker)
      free.add(worker)
    }
    await start()
  }

  #startWorker<T extends object>(
    { queue, minPriority, perGroup }: Slots<T>,
    pace: keyof typeof usualPolling,
    run: (job: JobWithMetadata<T>) => Promise<void>,
  ): Promise<string> {
    const limits = {
      ...(minPriority === undefined ? {} : { minPriority }),
      ...(perGroup ? { groupConcurrency: perGroup } : {}),
    }
    return this.#boss.work(
      queue,
      { ...this.#polling[pace], ...limits, includeMetadata: true as const },
      async ([job]: JobWithMetadata<T>[]) => {
        if (job) await run(job)
      },
    )
  }

  async #runJob<T extends object>({ queue, run }: Slots<T>, job: JobWithMetadata<T>): Promise<void> {
    try {
      await inTraceOf(job.data as Carrier, () =>
        measured(
          () => run(job),
          (outcome, seconds) => measure('job', () => ({ name: queue, outcome, seconds })),
        ),
      )
    } catch (error) {
      const attempt = job.retryCount + 1
      this.#log.warn({ err: error, job: queue, data: job.data, attempt }, 'a job failed and will be tried again')
      throw error
    }
  }
}

/** pg-boss stores a thrown error as an object, and other reasons inside `value`. */
function reasonIn(output: object | null): Pick<GivenUpJob, 'reason' | 'failure'> {
  const { message, value, jobCause } = (output ?? {}) as {
    message?: unknown
    value?: { message?: unknown; jobCause?: JobCause }
    jobCause?: JobCause
  }
  const failure = jobCause ?? value?.jobCause
  return {
    reason: String(message ?? value?.message ?? 'The job ended without a reason'),
    ...(failure ? { failure } : {}),
  }
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
