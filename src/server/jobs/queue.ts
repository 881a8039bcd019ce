import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { Db } from 'pg-boss'
import { PgBoss } from 'pg-boss'
import type { Database, Tx } from '../db/database.ts'
import { prepareJobTables } from './job-tables.ts'

/** Work that no request waits for, kept in the database: it survives a crash and is done by one server. */
export interface Queue {
  /** Sends a job in the caller's transaction: it exists if and only if the change does. */
  send(tx: Tx, name: JobName, data: Record<string, unknown>): Promise<void>
  /** Does the jobs of one name, one at a time on each server; a job that throws is tried again, later each time. */
  work<T extends object>(name: JobName, run: (data: T) => Promise<void>): Promise<void>
  /** Sends a job at every time of the cron line (UTC), on one server. */
  schedule(name: JobName, cron: string): Promise<void>
  /** Waits for jobs under way, 10 s at most; what is not finished is done after the next start. */
  stop(): Promise<void>
}

const jobNames = ['event', 'vacuum', 'sweep'] as const
export type JobName = (typeof jobNames)[number]

const schema = 'pgboss'
/** A mail server that is down for a day loses no mail: 12 tries, from 5 s to 4 h apart. */
const retries = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 14_400 }

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
  boss.on('error', (error) => log.error({ err: error }, 'the job queue met an error'))
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warns'))
  await boss.start()
  for (const name of jobNames) {
    await boss.createQueue(name, { notify: true, ...retries, ...liveness })
    // Lets the library know the queue by heart: asking in the middle of a transaction would wait for its own turn.
    await boss.findJobs(name, { id: noJob })
  }

  return {
    async send(tx, name, data) {
      await boss.send(name, data, { db: overTransaction(tx) })
    },
    async work<T extends object>(name: JobName, run: (data: T) => Promise<void>) {
      let worker: string | null = null
      worker = await boss.work<T>(name, polling, async ([job]) => {
        if (!job) return
        // Another job may wait behind this one: without the nudge it would wait for the next poll.
        if (worker) boss.notifyWorker(worker)
        try {
          await run(job.data)
        } catch (error) {
          log.error({ err: error, job: name, data: job.data }, 'a job failed and will be tried again')
          throw error
        }
      })
    },
    async schedule(name, cron) {
      await boss.schedule(name, cron)
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000, close: false })
    },
  }
}

/** Lets the queue write its row inside a transaction of ours. */
function overTransaction(tx: Tx): Db {
  return {
    async executeSql(text, values = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as never[] }
    },
  }
}
