import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { maxChangedLeads } from '../api/lead-lists.ts'
import { type ListedLead, leadRoutes } from '../api/leads.ts'
import { leadAbilities } from '../domain/lead-abilities.ts'

const unknown = '01900000-0000-7000-8000-000000000001'

describe.each(databaseKinds())('leads read by their ids after a change on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
  })
  afterAll(() => app.close())

  const add = async (client: Client, more = {}) => (await client.call(leadRoutes.addLead, { body: { ...plainLead, ...more } })).id
  const read = async (client: Client, ids: readonly string[], filter = {}) =>
    client.call(leadRoutes.changedLeads, { query: { ids: ids.join(), ...filter } })
  const idsOf = ({ leads }: { leads: readonly { id: string }[] }) => leads.map(({ id }) => id)

  test('are the caller’s own, as the lists show them, without those that are gone', async () => {
    const [hers, his, deleted] = [await add(marie), await add(jean), await add(marie)]
    await marie.call(leadRoutes.deleteLead, { params: { id: deleted } })
    const ids = [hers, his, deleted, unknown]
    expect(idsOf(await read(marie, ids))).toEqual([hers])
    expect(idsOf(await read(jean, ids))).toEqual([his])
    const { leads } = await read(app.admin, ids)
    expect(leads.map(({ id }) => id).toSorted()).toEqual([hers, his].toSorted())
    const { items } = await app.admin.call(leadRoutes.listLeads, { query: { limit: 200 } })
    for (const lead of leads) expect(lead).toEqual(items.find(({ id }) => id === lead.id))
  })

  test('match the filter, and come with its sums', async () => {
    const [match, other] = [await add(marie, { name: 'Éloïse Trouvée', company: 'Trouvée' }), await add(marie, { name: 'Autre' })]
    const search = { search: 'ELOISE trouv' }
    const answer = await read(app.admin, [match, other], search)
    expect(idsOf(answer)).toEqual([match])
    expect(answer.byStatus).toEqual((await app.admin.call(leadRoutes.leadSummary, { query: search })).byStatus)
    expect(answer.byStatus[0]).toMatchObject({ status: 'nouveau', count: 1 })
    expect(idsOf(await read(app.admin, [match], { partnerId: jean.userId }))).toEqual([])
    expect(idsOf(await read(app.admin, [match], { partnerId: marie.userId }))).toEqual([match])
  })

  test('are found by the id of their commission, whose validation keeps them in Signé', async () => {
    const id = await add(marie)
    await marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    const commission = items.find(({ lead }) => lead?.id === id)?.id ?? ''
    const isMovable = (each: ListedLead) => [each.id, leadAbilities(each).move]
    expect((await read(marie, [commission])).leads.map(isMovable)).toEqual([[id, true]])
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commission } })
    expect((await read(marie, [commission])).leads.map(isMovable)).toEqual([[id, false]])
    expect((await read(jean, [commission])).leads).toEqual([])
  })

  test('are so many at most, and partners cannot filter by duplicates', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => unknown).join()
    const changesOf = (query: { ids: string; duplicates?: 'yes' }) => marie.try(leadRoutes.changedLeads, { query })
    expect((await changesOf({ ids: ids(maxChangedLeads) })).status).toBe(200)
    expect((await changesOf({ ids: ids(maxChangedLeads + 1) })).status).toBe(422)
    expect((await changesOf({ ids: 'nothing' })).status).toBe(422)
    expect((await changesOf({ ids: unknown, duplicates: 'yes' })).body.code).toBe('not_allowed')
  })
})
