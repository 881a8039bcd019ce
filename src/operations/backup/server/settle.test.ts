import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alone } from '#platform/server/db/migrate.ts'
import { databaseKinds, emptyTestEnv, type TestEnv } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { until } from '#test/lock-waits.ts'
import { declareReady, incomingFolder, openIncoming } from './incoming.ts'
import { serverOf, settle, settleAtStart } from './settle.ts'

const folder = mkdtempSync(join(tmpdir(), 'passerelle-settle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A former portal with its embedded database, and a complete one that arrives. */
async function arriving(called: string, name: string, server: string): Promise<string> {
  const dataDir = join(folder, called)
  mkdirSync(join(dataDir, 'database'), { recursive: true })
  writeFileSync(join(dataDir, 'secret'), 'old')
  writeFileSync(join(await openIncoming(dataDir, null), 'secret'), 'new')
  await declareReady(dataDir, { name, server, aside: 'replaced-1' })
  return dataDir
}
const secretIn = (dataDir: string) => readFileSync(join(dataDir, 'secret'), 'utf8')

test('after an arrival on a server, a start of the embedded database changes nothing and says why', async () => {
  const dataDir = await arriving('embedded', 'arrived 1', 'db.acme.example:5432/portal')
  await expect(settleAtStart({ dataDir, databaseUrl: null })).rejects.toThrow(
    /and the PostgreSQL database db\.acme\.example:5432\/portal was interrupted at its last step: start it with DATABASE_URL/,
  )
  expect([secretIn(dataDir), existsSync(join(dataDir, 'database')), secretIn(incomingFolder(dataDir))]).toEqual([
    'old',
    true,
    'new',
  ])
})

test('one with an embedded database takes its place, whatever DATABASE_URL is', async () => {
  const dataDir = await arriving('own', '', '')
  expect(await settle({ dataDir, databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' })).toBe(true)
  expect([secretIn(dataDir), secretIn(join(dataDir, 'replaced-1'))]).toEqual(['new', 'old'])
})

test('a server is named without its password', () => {
  expect(serverOf('postgres://portal:geheim@db.acme.example/leads')).toBe('db.acme.example:5432/leads')
})

describe.skipIf(!databaseKinds().includes('postgres'))('on a server', inOrder, () => {
  let env: TestEnv
  let databaseUrl = ''
  let client: pg.Client
  beforeAll(async () => {
    env = await emptyTestEnv('postgres')
    databaseUrl = env.databaseUrl ?? ''
    client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await env.remove()
  })

  test('what was not committed is removed, but not because of another database', async () => {
    const elsewhere = await arriving('elsewhere', 'arrived 1', 'db.acme.example:5432/portal')
    await expect(settle({ dataDir: elsewhere, databaseUrl })).rejects.toThrow('start it with DATABASE_URL set to that database')
    expect(secretIn(incomingFolder(elsewhere))).toBe('new')

    const dataDir = await arriving('uncommitted', 'arrived 1', serverOf(databaseUrl))
    expect(await settle({ dataDir, databaseUrl })).toBe(false)
    expect([secretIn(dataDir), readdirSync(dataDir).sort()]).toEqual(['old', ['database', 'secret']])
  })

  test('a commit that is under way is waited for', async () => {
    const dataDir = await arriving('under-way', 'arrived 1', serverOf(databaseUrl))
    let isSettled = false
    const run = (text: string) => client.query(text)
    const [settling] = await alone(run, async () => {
      await run("begin; create schema passerelle; comment on schema passerelle is 'arrived 1'")
      const settling = settle({ dataDir, databaseUrl }).finally(() => {
        isSettled = true
      })
      const waiting =
        'select from pg_locks l join pg_database d on d.oid = l.database where not granted and datname = current_database()'
      await until(
        async () => isSettled || (await run(waiting)).rows.length > 0,
        () => 'nobody waits',
      )
      expect(isSettled).toBe(false)
      await run('commit')
      // In an array, since a promise would be waited for under the lock.
      return [settling] as const
    })
    expect(await settling).toBe(true)
    expect([secretIn(dataDir), secretIn(join(dataDir, 'replaced-1'))]).toEqual(['new', 'old'])
  })
})
