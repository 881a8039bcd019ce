import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { observe } from '#platform/server/metrics/measurements.ts'
import { createTestEnv, databaseKinds, freshDatabase, type TestEnv, testLog } from '#test/databases.ts'
import { createDatabase, type Database, openDatabase, type Tx } from './database.ts'
import type { OnNotify } from './driver.ts'
import { type WayIn, waysIn } from './nesting.ts'
import { openDriver } from './open-driver.ts'

const one = (tx: Tx) => tx.selectNoFrom(sql<number>`1`.as('one')).executeTakeFirstOrThrow()

/** The error of `askedHere` within `openedHere`. */
const nested = (way: WayIn, within: WayIn) =>
  expect.objectContaining({
    name: 'NestedSession',
    message: expect.stringMatching(
      new RegExp(`^database\\.${way} was asked for within database\\.${within}\\.[^]*askedHere[^]*Within, asked[^]*openedHere`),
    ),
  })

describe.each(databaseKinds('every'))('a session within another one on %s', (databaseKind) => {
  let env: TestEnv
  let database: Database
  let close: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase(databaseKind)
    env = fresh
    ;({ database, close } = fresh)
  })
  afterAll(() => close())

  const asking: Record<WayIn, () => Promise<unknown> | undefined> = {
    asActor: () => database.asActor(system, one),
    auth: () => sql`select 1`.execute(database.auth),
    runAsJobs: () => database.runAsJobs('select 1'),
    asOwner: () => database.asOwner((run) => run('select 1')),
    vacuum: () => database.vacuum(),
    health: () => database.health(),
    listen: () => database.listen('news', () => undefined),
    copyTo: () => database.copyTo?.(`${env.dataDir}/copy`),
  }
  const askedHere = async (way: WayIn) => {
    await asking[way]()
  }
  const ways = waysIn.filter((way) => way !== 'copyTo' || databaseKind === 'pglite')

  test.each(ways)('database.%s is refused within a transaction, with both places', async (way) => {
    const openedHere = () => database.asActor(system, () => askedHere(way))
    await expect(openedHere()).rejects.toEqual(nested(way, 'asActor'))
  })

  test('so is a transaction of the auth library, and one on the reserved disk space', async () => {
    const inAuth = database.asActor(system, () => database.auth.transaction().execute(async () => undefined))
    await expect(inAuth).rejects.toThrow('database.auth was asked for within database.asActor')
    const onReserve = database.asActor(system, () => database.onReserve.asActor(system, one))
    await expect(onReserve).rejects.toThrow('database.asActor was asked for within database.asActor')
  })

  test('whatever holds a session is found: the reserve, the auth library’s transactions and the owner', async () => {
    const openedHere: Partial<Record<WayIn, () => Promise<unknown>>> = {
      asActor: () => database.onReserve.asActor(system, () => askedHere('auth')),
      auth: () => database.auth.transaction().execute(() => askedHere('auth')),
      asOwner: () => database.asOwner(() => askedHere('auth')),
    }
    for (const [within, open] of Object.entries(openedHere)) {
      await expect(open()).rejects.toThrow(`database.auth was asked for within database.${within}`)
    }
  })

  test('the statements of one transaction, and of one of the auth library, go on side by side', async () => {
    expect(await database.asActor(system, (tx) => Promise.all([one(tx), one(tx)]))).toHaveLength(2)
    const rows = await database.auth.transaction().execute((tx) => {
      const count = () => sql`select count(*) from auth.users`.execute(tx)
      return Promise.all([count(), count()])
    })
    expect(rows).toHaveLength(2)
  })

  test('what was started within a transaction and goes on after its end is let through', async () => {
    const started: Promise<unknown>[] = []
    let end = Promise.withResolvers<void>()
    const later = async (ended: Promise<void>) => {
      await ended
      return Promise.all([database.asActor(system, one), askedHere('auth'), database.runAsJobs('select 1')])
    }
    await database.asActor(system, async (tx) => {
      started.push(later(end.promise))
      await one(tx)
    })
    end.resolve()
    await expect(Promise.all(started)).resolves.toHaveLength(1)
    end = Promise.withResolvers()
    const undone = database.asActor(system, async () => {
      started.push(later(end.promise))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    end.resolve()
    await expect(Promise.all(started)).resolves.toHaveLength(2)
  })

  test('what others have asked for may be waited for within a transaction', async () => {
    const shared = database.asActor(system, one)
    expect(await database.asActor(system, () => shared)).toEqual({ one: 1 })
  })

  test('a listener that is told meanwhile holds nothing', async () => {
    const other = await createTestEnv(databaseKind)
    const driver = await openDriver({ ...other, log: testLog })
    let tell: OnNotify = () => undefined
    const listening = new Proxy(driver, {
      get(target, key) {
        if (key === 'listen') return async (_: string, onNotify: OnNotify) => (tell = onNotify)
        const part = Reflect.get(target, key, target)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    const told: Promise<unknown>[] = []
    const opened = createDatabase(listening)
    try {
      await opened.listen('news', () => void told.push(opened.asActor(system, one)))
      await opened.asActor(system, async (tx) => {
        tell('now')
        await one(tx)
      })
      expect(await Promise.all(told)).toEqual([{ one: 1 }])
    } finally {
      await driver.close()
      await other.remove()
    }
  })

  test('a portal in use goes on with a server and logs each place once; the embedded database refuses', async () => {
    const lines: string[] = []
    const { log } = fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } })
    const counted: string[] = []
    const stop = observe('nestedSession', ({ way }) => counted.push(way))
    const other = await createTestEnv(databaseKind)
    const used = await openDatabase({ ...other, log, logsNesting: true })
    const askedHere = () => used.asActor(system, one)
    const openedHere = () => used.asActor(system, askedHere)
    try {
      for (let time = 0; time < 3; time += 1) {
        if (databaseKind === 'postgres') expect(await openedHere()).toEqual({ one: 1 })
        else await expect(openedHere()).rejects.toThrow('database.asActor was asked for within database.asActor')
      }
    } finally {
      stop()
      await used.close()
      await other.remove()
    }
    expect(counted).toEqual(['asActor', 'asActor', 'asActor'])
    expect(lines.map((line) => /NestedSession.*askedHere/.test(line))).toEqual(databaseKind === 'postgres' ? [true] : [])
  })
})
