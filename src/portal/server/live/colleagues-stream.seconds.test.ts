import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds } from '#test/databases.ts'
import { LiveListener } from '#test/live-listener.ts'
import { changeRoleOf, joinPartner, leavePartner } from '#test/partner-people.ts'
import { freePort } from '#test/postgres.ts'
import { type Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds('every'))('the open tab of a colleague on %s', (databaseKind) => {
  let app: TestApp
  let port: number
  let owner: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    port = await freePort()
    await app.running.app.listen({ port, host: '127.0.0.1' })
    owner = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
  })
  afterAll(() => app.close())

  test.each([
    ['whose role is changed', (who: Client) => changeRoleOf(app, who, 'accountant')],
    ['who leaves the company', (who: Client) => leavePartner(app, who)],
  ] as const)('%s is ended within a second', async (fullName, change) => {
    const email = `${fullName.replaceAll(' ', '-')}@exemple.fr`
    const who = await joinPartner(app, owner, { email, role: 'manager', fullName })
    const tab = await LiveListener.open(port, who)
    const started = performance.now()
    await change(who)
    expect(await tab.over).toBeNull()
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
