import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { maxSavedViews, savedViewRoutes } from '../api.ts'

const view = { page: pagePaths.commissions, name: 'À payer', query: 'status=valide&sort=-amount' }

describe.each(databaseKinds())('saved views on %s', inOrder, (kind) => {
  let app: TestApp
  let partner: Client
  beforeAll(async () => {
    app = await TestApp.open(kind)
    partner = await app.newPartner('vera@exemple.fr', 'Véra Vues')
  })
  afterAll(() => app.close())
  const viewsOf = async (client: Client) => (await client.call(savedViewRoutes.listSavedViews, {})).views

  test('a view is kept under its name, and one of the same name takes its place', async () => {
    const { id } = await partner.call(savedViewRoutes.saveView, { body: view })
    expect(await viewsOf(partner)).toEqual([{ id, ...view }])
    await partner.call(savedViewRoutes.saveView, { body: { ...view, query: 'status=paye' } })
    expect(await viewsOf(partner)).toEqual([{ id, ...view, query: 'status=paye' }])
  })

  test('nobody reads or deletes the view of somebody else', async () => {
    const [own] = await viewsOf(partner)
    expect(await viewsOf(app.admin)).toEqual([])
    await app.admin.call(savedViewRoutes.deleteSavedView, { params: { id: own?.id ?? '' } })
    expect(await viewsOf(partner)).toEqual([own])
    await partner.call(savedViewRoutes.deleteSavedView, { params: { id: own?.id ?? '' } })
    expect(await viewsOf(partner)).toEqual([])
  })

  test(`a person keeps at most ${maxSavedViews}`, async () => {
    const save = (name: string) => app.admin.try(savedViewRoutes.saveView, { body: { ...view, name } })
    for (let count = 1; count <= maxSavedViews; count += 1) expect((await save(`Vue ${count}`)).status).toBe(200)
    expect((await save('Encore une')).status).toBe(422)
  })

  test('they go with a deleted person', async () => {
    await partner.call(savedViewRoutes.saveView, { body: view })
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: partner.userId }, query: {} })
    const left = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('saved_views').select('id').where('user_id', '=', partner.userId).execute(),
    )
    expect(left).toEqual([])
  })
})
