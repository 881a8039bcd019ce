import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { PayoutApp } from '#test/payout-app.ts'

describe.each(databaseKinds())('what a partner has left to do before it is merged on %s', (databaseKind) => {
  let payouts: PayoutApp
  let world: MergingWorld
  beforeAll(async () => {
    payouts = await PayoutApp.open(databaseKind)
    world = new MergingWorld(payouts.app)
  })
  afterAll(() => payouts.app.close())

  test('is to send invoices, where it writes them itself and is not paid', async () => {
    const from = await new OwnInvoices(() => payouts).partner('Alma Cédée')
    const into = await payouts.partner('Béatrice Prend')
    expect((await world.previewMerge(from.userId, into.userId)).body.obstacles).toEqual([])
    await payouts.payable(from, 12_000)
    expect((await world.merge(from, into)).body).toMatchObject({
      code: 'merge_impossible',
      facts: { obstacle: 'own_invoices' },
    })
  })

  test('is no contract that nobody signed: it is deleted, and no other one', async () => {
    const [from, into] = [await payouts.partner('Alma Cédée'), await payouts.partner('Béatrice Prend')]
    await payouts.app.assignContract(from.userId, 'amendment')
    await payouts.app.assignContract(into.userId, 'amendment')
    const { items: before } = await payouts.staff.call(contractRoutes.listContracts, { query: { limit: 200 } })
    const gone = before.find(({ partner, contractType }) => partner.id === from.userId && contractType === 'amendment')
    expect((await world.previewMerge(from.userId, into.userId)).body.contracts).toEqual({ kept: 1, unsigned: 1 })
    expect((await world.merge(from, into)).status).toBe(200)
    const { items } = await payouts.staff.call(contractRoutes.listContracts, { query: { limit: 200 } })
    const idsOf = (contracts: readonly { id: string }[]) => contracts.map(({ id }) => id).toSorted()
    expect(idsOf(items)).toEqual(idsOf(before.filter(({ id }) => id !== gone?.id)))
  })

  test('is not its introduction link: staff disable it afterwards, for good', async () => {
    const [from, into] = [await payouts.partner('Alma Cédée'), await payouts.partner('Béatrice Prend')]
    await from.call(introductionRoutes.makeIntroductionLink, {})
    expect((await world.merge(from, into)).status).toBe(200)
    const set = (disabled: boolean) =>
      payouts.staff.try(introductionRoutes.disablePartnerLink, { params: { id: from.userId }, body: { disabled } })
    expect((await set(true)).status).toBe(200)
    expect((await set(false)).body.code).toBe('partner_not_active')
  })
})
