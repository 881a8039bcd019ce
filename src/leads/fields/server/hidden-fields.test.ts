import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { addressOf, type Route } from '#platform/api/route.ts'
import { portalRoutes } from '#portal/server/slices.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { plainField } from '#test/repeated-fields.ts'
import { fieldChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'

/** What nobody but staff may read: the value of a field, its label, its key, and what was seen before it was hidden. */
const secrets = ['Zibeline', 'Libellé tu', 'unseen_margin', 'Hermine', 'Libellé caché']

const reads = Object.values(portalRoutes)
  .flatMap((routes): Route[] => Object.values(routes))
  .filter(
    ({ method, answer, who }) => method === 'GET' && who !== 'anyone' && (!answer || answer === 'csv' || answer === 'jsonLines'),
  )

describe.each(databaseKinds())('what partners do not see on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let id: string
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    const fields = fieldChanges(() => app.admin)
    const add = (key: string, more: Partial<typeof plainField>) => fields.add({ ...plainField, key, ...more })
    await add('unseen_margin', { name: 'Libellé tu', partner: 'none', searchable: true, onCard: true, inList: true })
    await add('former', { name: 'Libellé caché', searchable: true, onCard: true, inList: true })
    id = (await marie.call(leadRoutes.addLead, { body: { ...plainLead, fields: { former: 'Hermine' } } })).id
    await app.admin.call(leadRoutes.editLead, { params: { id }, body: { fields: { unseen_margin: 'Zibeline' } } })
    expect((await fields.change('former', { partner: 'none' })).status).toBe(200)
  })
  afterAll(() => app.close())

  const answerOf = async (client: Client, route: Route, query = '') => {
    const { body } = await client.send('GET', `${addressOf(route).replace(/:\w+/g, id)}${query}`)
    return body
  }
  const toldBy = async (client: Client) => {
    const told: string[] = []
    for (const route of reads) {
      const text = await answerOf(client, route)
      told.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${route.path}`))
    }
    return told
  }

  test('no read of the API tells a partner value, label or key, of any route that there is', async () => {
    expect(reads.length).toBeGreaterThan(80)
    expect(await toldBy(marie)).toEqual([])
  })

  test('staff read all of them, so that the test would notice', async () => {
    const told = await toldBy(app.admin)
    for (const path of ['/leads/:id', '/leads.csv', '/leads']) {
      for (const secret of ['Zibeline', 'Hermine']) expect(told).toContain(`${secret} in ${path}`)
    }
    expect(told).toContain('Zibeline in /leads/:id/timeline')
    expect(told).toContain('Libellé tu in /lead-settings')
  })

  test.each(['Zibeline', 'Hermine'])('a search for %s finds the lead for staff, and for its partner nothing', async (word) => {
    for (const route of [leadRoutes.listLeads, leadRoutes.leadSummary, leadRoutes.leadBoard, leadRoutes.leadsCsv]) {
      const query = `?search=${word}${route === leadRoutes.leadBoard ? '&columns=all' : ''}`
      expect(await answerOf(app.admin, route, query)).toMatch(/Bernard|"count":1/)
      expect(await answerOf(marie, route, query)).not.toMatch(/Bernard|"count":[1-9]/)
    }
  })

  test('the database tells a partner no event of a field that was never seen, and no row of its values', async () => {
    const mine = { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: true } as const
    const events = await app.portal.database.asActor(mine, (tx) =>
      sql<{ text: string }>`select coalesce(before::text, '') || coalesce(after::text, '') as text from events`.execute(tx),
    )
    for (const { text } of events.rows) expect(text).not.toMatch(/Zibeline|unseen_margin|Libellé tu/)
    const values = app.portal.database.asActor(mine, (tx) => tx.selectFrom('lead_staff_fields').selectAll().execute())
    await expect(values).rejects.toThrow()
  })

  test('mails and deliveries to programs tell nothing of it', async () => {
    const tables = await app.portal.database.asActor(system, (tx) =>
      sql<{ text: string }>`select subject as text from mails union all select body::text from webhook_deliveries`.execute(tx),
    )
    for (const { text } of tables.rows) for (const secret of secrets) expect(text).not.toContain(secret)
  })
})
