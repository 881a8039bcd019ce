import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartnerRole } from '#access/domain/actor.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'

describe.each(databaseKinds('full'))('the person of a lead on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let nadia: Client
  const ids = { marie: '', nadia: '' }
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    nadia = await app.newPerson('nadia@exemple.fr', 'partner', 'Nadia Martin')
    await joins('member')
    ids.marie = await add(marie, 'Hers SARL')
    ids.nadia = await add(nadia, 'Trouvée SARL')
  })
  afterAll(() => app.close())

  const add = async (by: Client, company: string) =>
    (await by.call(leadRoutes.addLead, { body: { ...plainLead, company, email: `${by.userId}@client.example` } })).id
  const joins = (role: PartnerRole) =>
    app.portal.database.asOwner(async (run) => {
      await run('alter table partner_members disable trigger keep_an_owner', [])
      await run('update partner_members set partner_id = $1, role = $2 where person_id = $3', [marie.userId, role, nadia.userId])
      await run('alter table partner_members enable trigger keep_an_owner', [])
    })
  const listed = async (by: Client) =>
    Object.fromEntries((await by.call(leadRoutes.listLeads, { query: {} })).items.map(({ id, typedBy }) => [id, typedBy?.name]))
  const whole = async (by: Client, id: string) => (await by.call(leadRoutes.getLead, { params: { id } })).typedBy?.name

  /** A partner who is one person, with a lead. */
  const single = async (name: string) => {
    const client = await app.newPartner(`${name}@exemple.fr`, name)
    return { client, id: await add(client, `${name} SARL`) }
  }

  test('is not said while its partner is one person', async () => {
    const { client, id } = await single('Paul')
    expect(await listed(client)).toEqual({ [id]: undefined })
    expect([await whole(client, id), await whole(app.admin, id)]).toEqual([undefined, undefined])
  })

  test('is named in lists and by itself, to colleagues and staff, once there are several', async () => {
    const names = { [ids.nadia]: 'Nadia Martin', [ids.marie]: 'Marie Dupont' }
    const { id } = await single('Anne')
    expect(await listed(marie)).toEqual(names)
    expect(await listed(app.admin)).toMatchObject({ ...names, [id]: undefined })
    expect(await listed(nadia)).toEqual({ [ids.nadia]: 'Nadia Martin' })
    expect([await whole(marie, ids.nadia), await whole(app.admin, ids.marie)]).toEqual(['Nadia Martin', 'Marie Dupont'])
  })

  test('narrows lists, boards and sums to the leads of one person', async () => {
    const query = { typedBy: nadia.userId }
    const idsOf = async (by: Client) => (await by.call(leadRoutes.listLeads, { query })).items.map(({ id }) => id)
    const { client } = await single('Luc')
    expect([await idsOf(marie), await idsOf(app.admin), await idsOf(client)]).toEqual([[ids.nadia], [ids.nadia], []])
    const { pages } = await marie.call(leadRoutes.leadBoard, { query: { ...query, columns: 'nouveau' } })
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([ids.nadia])
    const { byStatus } = await marie.call(leadRoutes.leadSummary, { query })
    expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  })

  test('stays named when they have left', async () => {
    const leaves = (until: string | null) =>
      app.portal.database.asOwner((run) =>
        run('update partner_members set until = now() + $1::interval where person_id = $2', [until, nadia.userId]),
      )
    await leaves('1 hour')
    expect(await listed(marie)).toEqual({ [ids.nadia]: 'Nadia Martin', [ids.marie]: 'Marie Dupont' })
    await leaves(null)
  })

  test('is not told to another partner who shares the lead', async () => {
    const { client, id } = await single('Jean')
    await app.admin.call(leadShareRoutes.shareLead, {
      params: { id: ids.marie },
      body: { partnerId: client.userId, percent: 30 },
    })
    expect(await listed(client)).toEqual({ [id]: undefined, [ids.marie]: undefined })
    expect(await whole(client, ids.marie)).toBeUndefined()
  })
})
