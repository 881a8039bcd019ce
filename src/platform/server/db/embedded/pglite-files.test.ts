import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { createTestEnv } from '#test/databases.ts'
import { DurableFiles } from './pglite-files.ts'

it('every commit with changes is synced to disk, a read is not', async () => {
  const env = await createTestEnv('pglite')
  const files = new DurableFiles(join(env.dataDir, 'database'))
  const startParams = [...PGlite.defaultStartParams.filter((each) => each !== '-F'), '-c', 'wal_sync_method=fsync']
  const database = await PGlite.create({ fs: files, startParams })
  const before = files.syncs
  for (let round = 0; round < 10; round += 1) await database.query('update settings set tagline = $1', [String(round)])
  const syncs = files.syncs
  expect(syncs - before).toBeGreaterThanOrEqual(10)
  await database.query('select * from settings')
  expect(files.syncs).toBe(syncs)
  await database.close()
  await env.remove()
})
