import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'

const nobody = '01900000-0000-7000-8000-000000000000'
const forStaff = Object.values(portalRoutes)
  .flatMap((all) => Object.values(all) as Route[])
  .filter(({ who, answer }) => who === 'admin' && answer !== 'eventStream')

interface Line {
  readonly msg: string
  readonly refused: string
  readonly userId: string
  readonly method: string
  readonly route: string
  readonly address: string
  readonly alsoRefused?: number
}

describe.each(databaseKinds())('refused calls on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  const lines: Line[] = []
  beforeAll(async () => {
    const write = (line: string) => void lines.push(JSON.parse(line) as Line)
    app = await TestApp.open(databaseKind, {}, undefined, { logStream: { write } })
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(() => app.close())
  const refused = () => lines.filter(({ msg }) => msg === 'a call was refused')

  test('each address of staff leaves a line when a partner calls it: who, what, from where', async () => {
    for (const { method, path } of forStaff) {
      const response = await marie.send(
        method,
        addressOf({ path } as Route).replace(/:\w+/g, nobody),
        method === 'GET' ? undefined : {},
      )
      expect([path, response.statusCode]).toEqual([path, 403])
    }
    expect(forStaff.length).toBeGreaterThan(80)
    expect(refused()).toHaveLength(forStaff.length)
    for (const line of refused()) {
      expect(line).toMatchObject({ refused: 'not_allowed', kind: 'partner', userId: marie.userId, address: '127.0.0.1' })
      expect(line.route).not.toContain(nobody)
    }
  })

  test('another person’s record and a missing permission leave a line, a missing session none', async () => {
    const before = refused().length
    await marie.try(leadRoutes.getLead, { params: { id: nobody } })
    const program = await app.newProgram(['leads:read'])
    await program.send('POST', '/api/leads', {})
    await app.anonymous().send('GET', '/api/leads')
    const more = refused().slice(before)
    expect(more.map(({ refused: code, userId }) => [code, userId])).toEqual([
      ['not_found', marie.userId],
      ['api_scope_missing', program.userId],
    ])
  })

  test('the same again within a minute leaves none', async () => {
    const before = refused().length
    for (let time = 0; time < 5; time += 1) await marie.try(leadRoutes.getLead, { params: { id: nobody } })
    expect(refused()).toHaveLength(before)
  })
})
