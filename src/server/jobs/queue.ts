import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Db, JobWithMetadata } from 'pg-boss'
import { PgBoss } from 'pg-boss'
import type { Database, Tx } from '../db/database.ts'
import { prepareJobTables } from './job-tables.ts'
import { sparingly } from './sparingly.ts'

/** Work that no request waits for, kept in the database: it survives a crash and is done by one server. */
export interface Queue {
  /**
   * Sends a job in the caller's transaction: it exists if and only if the change does. An urgent one passes all others of
   * its name, and is tried for minutes instead of a day.
   */
  send(tx: Tx, name: JobName, data: JobData, how?: { readonly urgent?: boolean }): Promise<void>
  /** Does the jobs of one name; a job that throws is tried again, later each time. */
  work<T extends object>(name: JobName, run: (data: T) => Promise<void>, workers?: Workers): Promise<void>
  /** Hears of every job that was given up, whatever its name: it threw each time, or the server that did it ended each time. */
  whenGivenUp(run: (job: GivenUpJob) => Promise<void>): Promise<void>
  /** Sends a job at every time of the cron line (UTC), on one server; null ends what was scheduled before. */
  schedule(name: JobName, cron: string | null): Promise<void>
  /** Waits for jobs under way, 10 s at most; what is not finished is done after the next start. */
  stop(): Promise<void>
}

const jobNames = ['event', 'mail', 'vacuum', 'sweep', 'timestamps'] as const
export type JobName = (typeof jobNames)[number]
export type JobData = Record<string, unknown>

/** How many jobs of a name each server does at once: any job, and beside those only urgent ones. */
export interface Workers {
  readonly any: number
  readonly urgent: number
}

export interface GivenUpJob {
  readonly name: string
  readonly data: JobData
  readonly attempts: number
  /** What its last attempt threw. */
  readonly reason: string
}

const schema = 'pgboss'
/** Where the library moves jobs that are not tried again. */
const givenUp = 'given-up'
const urgentPriority = 10
/** A mail server that is down for a day loses no mail: 12 tries, from 5 s to 4 h apart. */
const retries = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 14_400 }
/** About 20 minutes: the codes and links that urgent mail carries do not live much longer. */
const urgentRetries = { retryLimit: 9, retryDelay: 5, retryBackoff: true, retryDelayMax: 300 }

const noJob = '00000000-0000-0000-0000-000000000000'

/** Announcements start jobs at once; polling finds those whose time has come again after a failure. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }
/** A job whose server died without a word is given to another one after about a minute. */
const liveness = { heartbeatSeconds: 30, expireInSeconds: 600 }

/** Opens the job queue on the portal's own database. Jobs start within milliseconds of the commit that sent them. */
export async function openQueue(database: Database, log: FastifyBaseLogger): Promise<Queue> {
  const db: Db = {
    executeSql: (text, values) => database.runAsJobs(text, values) as Promise<{ rows: never[] }>,
    async listen(channel, onNotification, onReconnect) {
      const close = await database.listen(channel, onNotification, onReconnect)
      return { close }
    },
  }
  await prepareJobTables(database, schema)
  const boss = new PgBoss({ db, schema, migrate: false, createSchema: false, useListenNotify: true, reindex: false })
  boss.on(
    'error',
    sparingly((error, repeated) => log.error({ err: error, repeated }, 'the job queue met an error')),
  )
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  await boss.start()
  await boss.createQueue(givenUp, { notify: true, ...retries, ...liveness })
  for (const name of jobNames) {
    const options = { notify: true, ...retries, ...liveness, deadLetter: givenUp }
    await boss.createQueue(name, options)
    // A queue that is there already keeps the options it was made with.
    await boss.updateQueue(name, options)
    // Lets the library know the queue by heart: asking in the middle of a transaction would wait for its own turn.
    await boss.findJobs(name, { id: noJob })
  }

  const workOn = async <T extends object>(
    queue: string,
    minPriority: number | null,
    run: (job: JobWithMetadata<T>) => Promise<void>,
  ) => {
    const options = { ...polling, includeMetadata: true as const, ...(minPriority === null ? {} : { minPriority }) }
    let worker: string | null = null
    worker = await boss.work(queue, options, async ([job]: JobWithMetadata<T>[]) => {
      if (!job) return
      // Another job may wait behind this one: without the nudge it would wait for the next poll.
      if (worker) boss.notifyWorker(worker)
      try {
        await run(job)
      } catch (error) {
        log.warn({ err: error, job: queue, data: job.data, attempt: job.retryCount + 1 }, 'a job failed and will be tried again')
        throw error
      }
    })
  }

  return {
    async send(tx, name, data, { urgent = false } = {}) {
      const how = urgent ? { priority: urgentPriority, ...urgentRetries } : {}
      await boss.send(name, data, { db: asPgBossDb(tx), ...how })
    },
    async work<T extends object>(name: JobName, run: (data: T) => Promise<void>, workers: Workers = { any: 1, urgent: 0 }) {
      for (let each = 0; each < workers.any; each += 1) await workOn<T>(name, null, ({ data }) => run(data))
      for (let each = 0; each < workers.urgent; each += 1) await workOn<T>(name, urgentPriority, ({ data }) => run(data))
    },
    async whenGivenUp(run) {
      await workOn<JobData>(givenUp, null, ({ data, sourceName, sourceRetryCount, sourceOutput }) =>
        run({ name: sourceName ?? givenUp, data, attempts: (sourceRetryCount ?? 0) + 1, reason: reasonIn(sourceOutput) }),
      )
    },
    async schedule(name, cron) {
      if (cron === null) await boss.unschedule(name)
      else await boss.schedule(name, cron)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000, close: false })
    },
  }
}

/** The library keeps what a job threw as an object, and what ended a job without a word inside `value`. */
function reasonIn(output: object | null): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  return String(message ?? value?.message ?? 'The job ended without a reason')
}

/** Lets the queue write its row inside a transaction of ours. */
function asPgBossDb(tx: Tx): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as never[] }
    },
  }
}
