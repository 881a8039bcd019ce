import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { systemRoutes } from '#operations/system/api.ts'
import type { JobName } from '#platform/domain/job-names.ts'
import { noteGivenUp } from '#platform/server/jobs/given-up.ts'
import { openQueue, type Queue } from '#platform/server/jobs/queue.ts'
import { databaseKinds } from '#test/databases.ts'
import { freePort } from '#test/postgres.ts'
import { TestApp } from '#test/test-app.ts'
import { scheduleOf } from './schedule.ts'

const everything = scheduleOf({ backups: { directory: '', hours: [], keep: 1, command: null }, tsaUrl: 'on' })
const scheduled = Object.keys(everything) as JobName[]
/** The shortest that pg-boss takes. */
const eager = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 }

describe.each(databaseKinds('every'))('a scheduled job that fails for the last time, on %s', (databaseKind) => {
  const lines: { level: number; job?: string; msg: string }[] = []
  let app: TestApp
  let queue: Queue
  let metricsPort: number
  beforeAll(async () => {
    metricsPort = await freePort()
    app = await TestApp.open(databaseKind, { METRICS_PORT: String(metricsPort) }, undefined, {
      logStream: { write: (line) => void lines.push(JSON.parse(line)) },
    })
    const { portal } = app
    // Each job is to fail once: what the schedule makes at a full minute would be one more.
    await portal.queue.schedule(Object.fromEntries(scheduled.map((name) => [name, null])))
    // The portal's own workers make way for some that fail.
    await portal.queue.stop()
    // What the schedule had begun to make at a full minute is in a queue of its own.
    await portal.database.runAsJobs("delete from pgboss.job where name = any ($1) or name = '__pgboss__send-it'", [scheduled])
    queue = await openQueue(portal.database, portal.log, { often: eager, seldom: eager })
    await portal.database.asActor(system, async (tx) => {
      for (const name of scheduled) await queue.send(tx, name, {})
    })
    // As the schedule makes them, at their last attempt.
    await portal.database.runAsJobs(
      "update pgboss.job set data = null, retry_limit = 0 where name = any ($1) and state = 'created'",
      [scheduled],
    )
    await queue.whenGivenUp((job) => noteGivenUp(portal, job))
    for (const name of scheduled) {
      await queue.work(name, () => Promise.reject(new Error(`no disk for ${name}`)))
    }
  })
  afterAll(async () => {
    await queue.stop()
    await app.close()
  })

  test('stands in the list of failures with its title and reason', async () => {
    const listed = async () => (await app.admin.call(failureRoutes.listFailures, {})).items
    await vi.waitFor(async () => expect(await listed()).toHaveLength(scheduled.length), { timeout: 30_000, interval: 200 })
    const reasons = (await listed()).map(({ job, reason }) => [job, reason])
    expect(new Map(reasons as [string, string][])).toEqual(new Map(scheduled.map((name) => [name, `no disk for ${name}`])))
    const { failures, backups } = await app.admin.call(systemRoutes.getSystem, {})
    expect(failures).toBe(scheduled.length)
    expect(backups).toBeNull()
  })

  test('is a line of level error in the log, and counts where the alert looks', async () => {
    const logged = () => lines.filter(({ level, msg }) => level === 50 && msg === 'a job was given up').map(({ job }) => job)
    await vi.waitFor(() => expect(logged().toSorted()).toEqual(scheduled.toSorted()), { timeout: 30_000 })
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    for (const name of scheduled) expect(metrics).toContain(`passerelle_jobs_given_up_total{job="${name}"} 1\n`)
  })
})
