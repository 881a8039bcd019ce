import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { overviewRoutes } from '#overview/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe.each(databaseKinds('every'))('what a request asks of %s', (databaseKind) => {
  let app: TestApp
  let marie: Client

  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(() => app.close())

  const lead = (n: number) => ({
    name: 'Paul',
    company: `Bernard ${n}`,
    email: `paul${n}@bernard.example`,
    estimatedAmountCents: 100,
    offerType: 'star' as const,
  })
  const keyOf = (n: number, what: string) => ({ 'idempotency-key': `${what} ${n}` })
  const addLead = (n: number) => marie.call(leadRoutes.addLead, { body: lead(n) }, keyOf(n, 'add'))

  /** Exchanges and statements of a request: the least of several, since background jobs use the database as well. */
  async function minOf(prepare: (n: number) => Promise<unknown>, request: (n: number, prepared: unknown) => Promise<unknown>) {
    const counts: { exchanges: number; statements: number }[] = []
    for (let n = 0; n < 12; n += 1) {
      await setTimeout(20)
      const prepared = await prepare(n)
      const { exchanges, statements } = app.portal.database.traffic
      await request(n, prepared)
      const { traffic } = app.portal.database
      counts.push({ exchanges: traffic.exchanges - exchanges, statements: traffic.statements - statements })
    }
    return {
      exchanges: Math.min(...counts.map((each) => each.exchanges)),
      statements: Math.min(...counts.map((each) => each.statements)),
    }
  }
  const nothing = async () => undefined

  test('lists and overviews take one round trip', async () => {
    // One of them reads which leads others share with the partner.
    expect(await minOf(nothing, () => marie.call(leadRoutes.listLeads, { query: {} }))).toEqual({ exchanges: 1, statements: 4 })
    const overview = await minOf(nothing, () => marie.call(overviewRoutes.getOverview, {}))
    expect(overview.exchanges).toBe(1)
    const ofStaff = await minOf(nothing, () => app.admin.call(overviewRoutes.getOverview, {}))
    expect(ofStaff.exchanges).toBe(1)
  })

  test('a new lead and a move take three, with their Idempotency-Key', async () => {
    // One of them reads the stages and the fields, which say where a lead begins, what it needs and who may move it; the board’s
    // sums read the stages in another.
    const added = await minOf(nothing, (n) => addLead(n))
    expect(added.exchanges).toBe(3)
    expect(added.statements).toBeLessThanOrEqual(15)
    const moved = await minOf(
      (n) => addLead(100 + n),
      (n, prepared) => {
        const { id } = prepared as { id: string }
        const body = { from: 'nouveau', to: 'premier_contact' } as const
        return marie.call(leadRoutes.moveLead, { params: { id }, body }, keyOf(n, 'move'))
      },
    )
    expect(moved.exchanges).toBe(3)
    // Two of them read the commission and the board's sums that the answer has, which a tab would ask for apart.
    expect(moved.statements).toBeLessThanOrEqual(13)
  })

  test('nothing refers to a request that has been answered, and no timer or listener stays from it', async () => {
    const requests: WeakRef<object>[] = []
    const work = async (from: number) => {
      for (let n = from; n < from + 30; n += 1) {
        const responses = [
          await marie.send('POST', '/api/leads', lead(n), keyOf(n, 'add')),
          await marie.send('GET', '/api/leads'),
          await app.admin.send('GET', '/api/overview'),
          await marie.send('GET', '/api/nothing-here'),
        ]
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 404])
        requests.push(...responses.flatMap(({ raw }) => [new WeakRef(raw.req), new WeakRef(raw.res)]))
      }
    }
    const staying = () => {
      const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
      return timers + process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
    }
    await work(1000)
    const before = staying()
    await work(2000)
    await setTimeout(50)
    collectGarbage()
    // One of each kind may be the last of a kept connection.
    expect(requests.filter((request) => request.deref()).length).toBeLessThan(10)
    expect(staying() - before).toBeLessThan(10)
  })
})
