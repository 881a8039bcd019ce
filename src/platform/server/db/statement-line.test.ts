import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PayoutApp } from '#test/payout-app.ts'

describe.each(databaseKinds('every'))('a portal without the pipeline on %s', (databaseKind) => {
  let world: PayoutApp
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind, { DB_PIPELINE: 'off' })
  })
  afterAll(() => world.app.close())

  test('takes a lead from its creation to the payout of its commission', async () => {
    const marie = await world.partner()
    await world.app.signIn(marie, marie.email)
    const { id } = await marie.call(leadRoutes.addLead, { body: { ...plainLead, notes: 'À rappeler « lundi »' } })
    const move = (from: 'nouveau' | 'premier_contact', to: 'premier_contact' | 'signe') =>
      marie.try(leadRoutes.moveLead, { params: { id }, body: { from, to } })
    expect((await move('nouveau', 'premier_contact')).status).toBe(200)
    // Refused after it was locked, so that it is rolled back.
    expect((await move('nouveau', 'premier_contact')).body.code).toBe('lead_moved_meanwhile')
    const signed = await move('premier_contact', 'signe')
    expect(signed.body).toMatchObject({ status: 'signe', notes: 'À rappeler « lundi »' })
    expect(signed.body.byStatus).toEqual((await marie.call(leadRoutes.leadSummary, { query: {} })).byStatus)
    const { items } = await world.staff.call(commissionRoutes.listCommissions, { query: {} })
    const [commission] = items
    expect(commission).toMatchObject({ lead: { id }, status: 'en_attente', amountCents: signed.body.commission?.amountCents })
    await world.staff.call(commissionRoutes.validateCommission, { params: { id: commission?.id ?? '' } })
    const [payout] = await world.issued()
    if (!payout) throw new Error('nothing was issued')
    await marie.call(payoutRoutes.acceptPayout, { params: { id: payout.id } })
    expect((await world.approve([payout])).status).toBe(200)
    const paid = { ids: [payout.id], totalCents: payout.totalCents, payment: { reference: 'VIR 1' } }
    await world.staff.call(payoutRoutes.payPayouts, { body: paid })
    expect(await marie.call(payoutRoutes.getPayout, { params: { id: payout.id } })).toMatchObject({ state: 'paid' })
    await world.idle()
  })

  test('sends each statement by itself, and commits at the end', async () => {
    const { database } = world.app.portal
    const { exchanges, statements } = database.traffic
    await database.asActor({ kind: 'system' }, (tx) =>
      Promise.all([1, 2].map(() => tx.selectFrom('leads').select('id').limit(1).execute())),
    )
    // With the beginning and the caller; jobs may have sent others meanwhile.
    expect(database.traffic.exchanges - exchanges).toBeGreaterThanOrEqual(5)
    expect(database.traffic.exchanges - exchanges).toBe(database.traffic.statements - statements)
  })
})
