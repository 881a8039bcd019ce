import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { createTestEnv } from '#test/databases.ts'
import { createDatabase } from '../database.ts'
import { defaultLimits } from '../driver.ts'
import { StartError } from '../start-error.ts'
import { openPglite, type PgliteOptions } from './pglite-driver.ts'

async function open(options: Omit<PgliteOptions, 'dataDir' | 'limits'>) {
  const env = await createTestEnv('pglite')
  const driver = await openPglite({ dataDir: env.dataDir, limits: defaultLimits, ...options })
  return { dataDir: env.dataDir, database: createDatabase(driver), close: () => driver.close().then(env.remove) }
}

it('refuses to start when commits would not reach the disk', async () => {
  const { dataDir, remove } = await createTestEnv('pglite')
  const error = await openPglite({ dataDir, limits: defaultLimits, patched: false }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartError)
  expect((error as StartError).message).toContain('does not write its commits to disk')
  await remove()
})

it('refuses writes while the disk is nearly full, and keeps reading', async () => {
  let free = 1e12
  const { database, close } = await open({ freeBytes: async () => free })
  const write = () => database.asActor(system, (tx) => tx.updateTable('settings').set({ tagline: 'new' }).execute())
  const read = () => database.asActor(system, (tx) => tx.selectFrom('settings').select('tagline').execute())
  await write()
  free = 63 * 1024 * 1024
  await pause(300)
  await expect(write()).rejects.toMatchObject({ code: '53100' })
  await expect(database.runAsJobs('create table pgboss.more (id int)')).rejects.toMatchObject({ code: '53100' })
  await expect(database.vacuum()).rejects.toMatchObject({ code: '53100' })
  expect(await read()).toEqual([{ tagline: 'new' }])
  expect(await database.health()).toMatchObject({ ok: false })
  free = 1e12
  await pause(300)
  await write()
  await close()
})

it('keeps the log of writes within 128 MB, however much is written between two starts', async () => {
  const { database, dataDir, close } = await open({})
  const megabyte = sql`select pg_logical_emit_message(true, 'passerelle', repeat('x', 1000000))`
  for (let count = 0; count < 300; count += 1) await database.asActor(system, (tx) => megabyte.execute(tx))
  const segments = readdirSync(join(dataDir, 'database/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(segments.length * 16).toBeLessThanOrEqual(128)
  await close()
})

it('sign-in may use the disk reserve, down to its end', async () => {
  let free = 1e12
  const { database, close } = await open({ freeBytes: async () => free })
  const write = (by: Pick<typeof database, 'asActor'>) =>
    by.asActor(system, (tx) => tx.updateTable('settings').set({ tagline: 'new' }).execute())
  const count = () => sql`insert into auth.rate_limits values ('k', 1, now()) on conflict (key) do nothing`.execute(database.auth)
  free = 40 * 1024 * 1024
  await pause(300)
  await count()
  await write(database.onReserve)
  await expect(write(database)).rejects.toMatchObject({ code: '53100' })
  free = 31 * 1024 * 1024
  await pause(300)
  await expect(count()).rejects.toMatchObject({ code: '53100' })
  await expect(write(database.onReserve)).rejects.toMatchObject({ code: '53100' })
  await close()
})

it('does not start on a disk that is nearly full', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-test-'))
  const start = openPglite({ dataDir, limits: defaultLimits, freeBytes: async () => 1000 })
  await expect(start).rejects.toThrow('Less than 64 MB are free')
  rmSync(dataDir, { recursive: true })
})

it('never leaks the job queue’s role into the next transaction, however it ended', async () => {
  const { database, close } = await open({})
  await expect(database.runAsJobs('begin; select 1/0; commit')).rejects.toMatchObject({ code: '22012' })
  const { rows } = await database.runAsJobs("select current_user as role; select 'second' as role")
  expect(rows).toEqual([{ role: 'passerelle_jobs' }, { role: 'second' }])
  await database.asOwner(async (run) => {
    expect((await run('select current_user as role')).rows).toEqual([{ role: 'postgres' }])
  })
  await close()
})

it('restarts PostgreSQL for the next transaction when its thread dies', async () => {
  const { database, close } = await open({})
  const death = database.asActor(system, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
  await expect(death).rejects.toMatchObject({ name: 'DatabaseError' })
  expect(await database.health()).toEqual({ ok: true })
  await database.asActor(system, (tx) => tx.updateTable('settings').set({ tagline: 'alive' }).execute())
  await close()
})
