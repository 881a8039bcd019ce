import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { testLog } from '#test/databases.ts'
import { asAdmin, findPostgres, startPostgres, type TestPostgres } from '#test/postgres.ts'
import { builtPortal } from '#test/running-portal.ts'
import { type Answer, type Client, password, TestApp } from '#test/test-app.ts'
import { openDatabase } from '../database.ts'

const bin = findPostgres()
const silent = testLog.child({}, { level: 'silent' })

/** TCP proxy that can drop all traffic silently, without closing connections. */
class Way {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  readonly url: string

  private constructor(server: Server, url: string) {
    this.#server = server
    this.url = url
  }

  static open(databaseUrl: string): Promise<Way> {
    const target = new URL(databaseUrl)
    return new Promise((resolve) => {
      const server = createServer((near) => {
        const far = connect(Number(target.port), target.hostname)
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          way.#sockets.add(one)
          one.on('data', (chunk) => other.write(chunk))
          one.on('close', () => other.destroy())
          one.on('error', () => other.destroy())
        }
      })
      const own = new URL(databaseUrl)
      let way: Way
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        own.port = String(address && typeof address === 'object' ? address.port : 0)
        way = new Way(server, own.href)
        resolve(way)
      })
    })
  }

  /** Blackholes existing connections; new ones work. */
  cutSilently(): void {
    for (const socket of this.#sockets) socket.removeAllListeners('data').pause()
    this.#sockets.clear()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

describe.skipIf(!bin)('PostgreSQL outages', () => {
  let server: TestPostgres
  let way: Way
  let databaseUrl: string
  let app: TestApp
  let marie: Client
  const lines: { readonly level: number; readonly msg: string; readonly seconds?: number; readonly err?: Error }[] = []
  beforeAll(async () => {
    server = await startPostgres(bin ?? '', { max_connections: '40' })
    databaseUrl = (await server.newDatabase()).url
    way = await Way.open(databaseUrl)
    const logStream = { write: (line: string) => void lines.push(JSON.parse(line)) }
    app = await TestApp.open('pglite', { DATABASE_URL: way.url }, undefined, { logStream })
    app.portal.log.level = 'info'
    marie = await app.newPartner('marie@exemple.fr')
  }, 180_000)
  afterAll(async () => {
    await server?.thaw()
    await app?.close()
    way?.close()
    await server?.stop()
  }, 60_000)

  const lead = {
    name: 'Paul Bernard',
    company: 'Boulangerie Bernard',
    email: 'paul@bernard.example',
    estimatedAmountCents: 100_000,
    offerType: 'star' as const,
  }
  const list = () => marie.try(leadRoutes.listLeads, { query: {} })
  const add = () => marie.try(leadRoutes.addLead, { body: lead })
  const summary = ({ status, headers, body }: Answer<{ code: string }>) => [status, body.code, Number(headers['retry-after'])]
  const unavailable = [503, 'database_unavailable', 5]
  const health = async () => {
    const { statusCode, body } = await app.anonymous().send('GET', '/health')
    return [statusCode, JSON.parse(body).database.ok]
  }
  const recovered = () =>
    vi.waitFor(
      async () => {
        expect((await list()).status).toBe(200)
        expect((await add()).status).toBe(201)
        expect(await health()).toEqual([200, true])
      },
      // What waited goes first: on a busy machine, and with few connections, that takes its time.
      { timeout: 60_000, interval: 250 },
    )
  /** The result and its duration in ms. */
  const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const started = performance.now()
    return [await work, performance.now() - started]
  }

  test('a read-only server is not a full disk: reads work, changes are refused, /health reports it', async () => {
    await asAdmin(server.adminUrl, 'alter system set default_transaction_read_only = on')
    await asAdmin(server.adminUrl, 'select pg_reload_conf()')
    await vi.waitFor(async () => expect(summary(await add())).toEqual(unavailable), { timeout: 10_000 })
    expect((await add()).body.detail).toContain('n’accepte pas de modification')
    expect((await list()).status).toBe(200)
    expect(await health()).toEqual([503, false])
    await asAdmin(server.adminUrl, 'alter system reset default_transaction_read_only')
    await asAdmin(server.adminUrl, 'select pg_reload_conf()')
    await recovered()
  })

  test('terminated sessions and exhausted connections are 503 with Retry-After', async () => {
    const holder = new pg.Client({
      connectionString: server.adminUrl.replace(/postgres$/, new URL(databaseUrl).pathname.slice(1)),
    })
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin; lock table leads')
    const waiting = list()
    await vi.waitFor(async () => {
      const { rows } = await holder.query("select from pg_stat_activity where wait_event_type = 'Lock' and usename = 'portal'")
      expect(rows.length).toBeGreaterThan(0)
    })
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'portal'"
    await holder.query(end)
    expect(summary(await waiting)).toEqual(unavailable)
    await holder.query('rollback')
    const crowd: pg.Client[] = []
    for (let full = false; !full; ) {
      const one = new pg.Client({ connectionString: server.adminUrl })
      one.on('error', () => {})
      full = await one.connect().then(
        () => false,
        () => true,
      )
      if (!full) crowd.push(one)
      await holder.query(end)
    }
    expect(summary(await list())).toEqual(unavailable)
    await Promise.all([...crowd, holder].map((one) => one.end()))
    await recovered()
  })

  test('a silently dropped connection is detected within 10 s, and the next request works', async () => {
    await list()
    way.cutSilently()
    const [answer, ms] = await timed(list())
    expect(summary(answer)).toEqual(unavailable)
    expect(ms).toBeLessThan(10_000)
    await recovered()
  })

  test('with a frozen server requests get 503 within 10 s, then at once; when it resumes, so does the portal', async () => {
    server.freeze()
    const answers = await Promise.all([timed(list()), timed(add()), timed(list())])
    for (const [answer, ms] of answers) {
      expect(summary(answer)).toEqual(unavailable)
      expect(ms).toBeLessThan(10_000)
    }
    const [next, ms] = await timed(list())
    expect(summary(next)).toEqual(unavailable)
    expect(ms).toBeLessThan(Math.min(...answers.map(([, waited]) => waited)))
    server.thaw()
    await recovered()
  })

  test('with a killed server requests get 503 until it is back, and the log says when', async () => {
    // What the test before it left is over.
    await pause(4000)
    const before = lines.length
    await server.kill()
    expect(summary(await list())).toEqual(unavailable)
    const body = { email: 'marie@exemple.fr', password }
    expect(summary(await app.anonymous().try(authRoutes.signIn, { body }))).toEqual(unavailable)
    expect(await health()).toEqual([503, false])
    // Workers of the queue, the journal and the connection that listens try again meanwhile.
    await pause(4000)
    await server.start()
    await recovered()
    await vi.waitFor(() => expect(lines.at(-1)?.msg).toBe('the database answers again'), { timeout: 10_000 })
    await pause(2500)
    const entries = lines.slice(before).filter(({ level }) => level >= 30)
    expect(entries.map(({ msg, err }) => [msg, err?.message].filter(Boolean).join(': '))).toEqual([
      'the connection to the database is lost: the portal waits for it',
      'the database answers again',
    ])
    expect(entries[1]?.seconds).toBeGreaterThanOrEqual(4)
  })

  test('the start waits for a missing server, and fails with one message when it stays away', async () => {
    const warnings: string[] = []
    const log = Object.assign(Object.create(silent), { warn: (text: string) => warnings.push(text) })
    const open = (url: string, connectTimeoutMs: number) => openDatabase({ dataDir: '', databaseUrl: url, log, connectTimeoutMs })
    const other = (await server.newDatabase()).url
    await server.kill()
    const early = open(other, 60_000)
    await vi.waitFor(() => expect(warnings[0]).toContain('waiting for the PostgreSQL server of DATABASE_URL, 60 s at most'))
    await server.start()
    await (await early).close()
    await expect(open('postgres://portal@nowhere.invalid/portal', 100)).rejects.toThrow(
      /^The PostgreSQL server of DATABASE_URL did not answer for \d+ s: .*nowhere\.invalid/,
    )
    const [error, ms] = await timed(open(`${other}_not`, 60_000).catch((error: Error) => error.message))
    expect(error).toContain('cannot be used')
    expect(ms).toBeLessThan(10_000)
    await recovered()
  }, 90_000)

  test('three servers that start concurrently on an empty database all come up', async () => {
    const { url } = await server.newDatabase()
    const shared = mkdtempSync(join(tmpdir(), 'passerelle-shared-'))
    const admin = { ADMIN_EMAIL: 'admin@acme.example', ADMIN_PASSWORD: 'chemin-de-traverse' }
    const env = { DATABASE_URL: url, DATA_DIR: shared, ...admin }
    const portals = [1, 2, 3].map(() => builtPortal(env))
    try {
      const started = await Promise.allSettled(portals.map((portal) => portal.start()))
      expect(started.map((each) => (each.status === 'fulfilled' ? 'up' : String(each.reason)))).toEqual(['up', 'up', 'up'])
      for (const portal of portals) expect((await fetch(`${portal.url}/health`)).status).toBe(200)
      const database = await openDatabase({ dataDir: '', databaseUrl: url, log: silent })
      const admins = await database.asActor(system, (tx) => tx.selectFrom('user_roles').selectAll().execute())
      await database.close()
      expect(admins).toHaveLength(1)
    } finally {
      await Promise.all(portals.map((portal) => portal.remove()))
      rmSync(shared, { recursive: true, force: true })
    }
  }, 180_000)
})
