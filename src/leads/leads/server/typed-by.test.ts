import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadShareRoutes } from '#leads/shares/api.ts'
import type { PartnerRole } from '#platform/domain/actor.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'

describe.each(databaseKinds())('the person of a lead on %s', (databaseKind) => {
  let app: TestApp
  let paul: Client
  let marie: Client
  let nadia: Client
  const ids = { paul: '', marie: '', nadia: '' }
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    paul = await app.newPartner('paul@exemple.fr', 'Paul Seul')
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    nadia = await app.newPerson('nadia@exemple.fr', 'partner', 'Nadia Martin')
    ids.paul = await add(paul, 'Seule SARL')
    ids.marie = await add(marie, 'Hers SARL')
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

  test('is not said while its partner is one person', async () => {
    expect(await listed(marie)).toEqual({ [ids.marie]: undefined })
    expect([await whole(marie, ids.marie), await whole(app.admin, ids.marie)]).toEqual([undefined, undefined])
  })

  test('is named in lists and by itself, to colleagues and staff, once there are several', async () => {
    await joins('member')
    ids.nadia = await add(nadia, 'Trouvée SARL')
    const names = { [ids.nadia]: 'Nadia Martin', [ids.marie]: 'Marie Dupont' }
    expect(await listed(marie)).toEqual(names)
    expect(await listed(app.admin)).toEqual({ ...names, [ids.paul]: undefined })
    expect(await listed(nadia)).toEqual({ [ids.nadia]: 'Nadia Martin' })
    expect([await whole(marie, ids.nadia), await whole(app.admin, ids.marie)]).toEqual(['Nadia Martin', 'Marie Dupont'])
  })

  test('narrows lists, boards and sums to the leads of one person', async () => {
    const query = { typedBy: nadia.userId }
    const idsOf = async (by: Client) => (await by.call(leadRoutes.listLeads, { query })).items.map(({ id }) => id)
    expect([await idsOf(marie), await idsOf(app.admin), await idsOf(paul)]).toEqual([[ids.nadia], [ids.nadia], []])
    const { pages } = await marie.call(leadRoutes.leadBoard, { query: { ...query, columns: 'nouveau' } })
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([ids.nadia])
    const { byStatus } = await marie.call(leadRoutes.leadSummary, { query })
    expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  })

  test('stays named when they have left', async () => {
    await app.portal.database.asOwner((run) =>
      run("update partner_members set until = now() + interval '1 hour' where person_id = $1", [nadia.userId]),
    )
    expect(await listed(marie)).toEqual({ [ids.nadia]: 'Nadia Martin', [ids.marie]: 'Marie Dupont' })
  })

  test('is not told to another partner who shares the lead', async () => {
    await app.admin.call(leadShareRoutes.shareLead, { params: { id: ids.marie }, body: { partnerId: paul.userId, percent: 30 } })
    expect(await listed(paul)).toEqual({ [ids.paul]: undefined, [ids.marie]: undefined })
    expect(await whole(paul, ids.marie)).toBeUndefined()
  })
})
