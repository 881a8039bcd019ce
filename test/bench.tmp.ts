import { mkdtempSync, rmSync } from 'node:fs'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/database.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { findPostgres, startPostgres } from './postgres.ts'
const log = fastify({ logger: { level: 'debug' } }).log
const pgs = await startPostgres(findPostgres()!)
const url = (await pgs.newDatabase()).url
const now = () => performance.now()
for (const databaseUrl of [null, url]) {
  const dataDir = mkdtempSync('/tmp/pb-')
  let t = now()
  let db = await openDatabase({ dataDir, databaseUrl, log })
  console.log(db.home, 'first open+migrate', (now() - t).toFixed())
  t = now()
  let q = await openQueue(db, log)
  console.log(' queue first', (now() - t).toFixed())
  t = now()
  await q.stop()
  await db.close()
  console.log(' close', (now() - t).toFixed())
  t = now()
  db = await openDatabase({ dataDir, databaseUrl, log })
  console.log(' warm open', (now() - t).toFixed())
  t = now()
  q = await openQueue(db, log)
  console.log(' queue warm', (now() - t).toFixed())
  const bench = async (name: string, n: number, f: () => Promise<unknown>) => {
    for (let i = 0; i < 20; i++) await f()
    const each: number[] = []
    for (let i = 0; i < n; i++) {
      const s = now()
      await f()
      each.push(now() - s)
    }
    each.sort((a, b) => a - b)
    console.log(' ', name, 'median', each[n >> 1]!.toFixed(2), 'p95', each[Math.floor(n * 0.95)]!.toFixed(2))
  }
  const sys = { kind: 'system' } as const
  await bench('actor select', 300, () => db.asActor(sys, (tx) => sql`select 1`.execute(tx)))
  await bench('actor read settings', 300, () =>
    db.asActor({ kind: 'anonymous' }, (tx) => tx.selectFrom('settings').selectAll().execute()),
  )
  await bench('actor update (1 fsync)', 200, () =>
    db.asActor(sys, (tx) =>
      tx
        .updateTable('settings')
        .set({ tagline: String(Math.random()) })
        .execute(),
    ),
  )
  await bench('8 parallel reads', 50, () =>
    Promise.all(
      Array.from({ length: 8 }, () => db.asActor({ kind: 'anonymous' }, (tx) => tx.selectFrom('settings').selectAll().execute())),
    ),
  )
  await bench('jobs select', 100, () => db.runAsJobs('select 1'))
  await db.asActor(sys, (tx) => q.send(tx, 'event', { eventId: 'x' }))
  await db.runAsJobs(
    "update pgboss.job set state='active', started_on=now() - interval '5 minutes', heartbeat_on = now() - interval '5 minutes', heartbeat_seconds=30",
  )
  let at = 0
  t = now()
  await q.work('event', async () => {
    at = now() - t
  })
  for (let i = 0; i < 150 && !at; i++) await new Promise((r) => setTimeout(r, 1000))
  console.log('  orphaned job done after', at.toFixed())
  await q.stop()
  await db.close()
  rmSync(dataDir, { recursive: true })
}
await pgs.stop()
