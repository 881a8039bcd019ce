import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { dice } from '#test/dice.ts'
import { clientPaymentRoutes } from '../api/client-payments.ts'

describe.each(databaseKinds())('what a client’s payment will bring on %s', (databaseKind) => {
  let world: ReceiptsApp
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
  })
  afterAll(() => world.mail.close())
  beforeEach(() => world.mail.next())

  const preview = (leadId: string, netCents: number, reference = '', { client = world.staff, receivedOn = world.today } = {}) =>
    client.call(clientPaymentRoutes.previewClientPayment, {
      params: { id: leadId },
      query: { netCents, receivedOn, reference },
    })

  test('the preview says to the cent what recording brings, over random rates, parts and days', async () => {
    const roll = dice(20_261)
    const upTo = (max: number) => 1 + Math.floor(roll() * max)
    for (let deal = 0; deal < 6; deal += 1) {
      const revenueCents = upTo(3_000_000)
      const leadId = await world.sign(revenueCents, `Client ${deal}`)
      const [pending] = await world.commissionsOf(leadId)
      if (!pending) throw new Error('nothing is pending')
      const { id, commissionRate: before } = pending
      const commissionRate = upTo(9999) / 100
      const from = { revenueCents, commissionRate: before }
      await world.staff.call(commissionRoutes.correctCommission, { params: { id }, body: { revenueCents, commissionRate, from } })
      for (let part = 0; part < 4; part += 1) {
        const [netCents, reference] = [upTo(900_001), `F-${deal}-${part}`]
        const receivedOn = new Date(world.app.now.getTime() - upTo(90) * 86_400_000).toISOString().slice(0, 10)
        const said = await preview(leadId, netCents, reference, { receivedOn })
        const { body } = await world.record(leadId, netCents, reference, { receivedOn })
        const { payment } = body
        expect([said.outcome, said.commissionCents, said.payableBy, said.partner]).toEqual([
          'ready',
          payment.commissionCents,
          payment.payableBy,
          payment.partner,
        ])
        const receipts = await world.receipts(leadId, world.staff)
        expect([said.remainderCents, said.ratePercent]).toEqual([receipts.remainder?.revenueCents ?? 0, commissionRate])
        expect(said.aboveCents).toBe(Math.max(receipts.receivedCents - revenueCents, 0))
        expect(await preview(leadId, netCents, reference, { receivedOn })).toMatchObject({
          outcome: 'repeated',
          commissionCents: payment.commissionCents,
          payableBy: payment.payableBy,
        })
      }
    }
  })

  test('a preview writes nothing, and refuses in words what recording would refuse', async () => {
    const leadId = await world.sign(1_000_000)
    expect(await preview(leadId, 1_200_000)).toMatchObject({ aboveCents: 200_000, message: expect.stringContaining('more than') })
    expect((await world.receipts(leadId, world.staff)).payments).toEqual([])
    await world.record(leadId, 100_000, 'F-1')
    const differing = await preview(leadId, 90_000, 'f-1')
    expect(differing).toMatchObject({ outcome: 'refused', commissionCents: 0, message: expect.stringContaining('not 900,00') })
    const tomorrow = new Date(world.app.now.getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
    expect((await preview(leadId, 100, 'F-2', { receivedOn: tomorrow })).message).toContain('still to come')
    const [partners, unknown] = await Promise.all([
      world.partner.try(clientPaymentRoutes.previewClientPayment, {
        params: { id: leadId },
        query: { netCents: 1, receivedOn: world.today },
      }),
      world.staff.try(clientPaymentRoutes.previewClientPayment, {
        params: { id: '019aa000-0000-7000-8000-000000000000' },
        query: { netCents: 1, receivedOn: world.today },
      }),
    ])
    expect([partners.status, unknown.status]).toEqual([403, 404])
  })

  test('the chooser of leads says of each why no payment can be recorded, before one is tried', async () => {
    const search = `Port${world.mail.partners}`
    const cash = await world.sign(1_000_000, `${search} Cash`)
    const byHand = await world.sign(1_000_000, `${search} Main`)
    const settled = await world.sign(1_000_000, `${search} Réglé`)
    await world.changeBasis(byHand, 'signature')
    const [pending] = await world.commissionsOf(settled)
    await world.changeBasis(settled, 'signature')
    await world.staff.call(commissionRoutes.validateCommission, { params: { id: pending?.id ?? '' } })
    const choose = () => world.staff.call(clientPaymentRoutes.listPayableLeads, { query: { search } })
    const { leads } = await choose()
    expect(leads.map(({ id, obstacle, expectedCents }) => [id, obstacle, expectedCents])).toEqual([
      [settled, 'settled', null],
      [byHand, 'by_hand', 1_000_000],
      [cash, null, 1_000_000],
    ])
    for (const { id, obstacle } of leads) {
      const { body } = await world.record(id, 1000, 'F-9')
      const refusals = { settled: 'lead_has_settled_commission', by_hand: 'lead_paid_by_hand' } as const
      expect(body.code).toBe(obstacle === null ? undefined : refusals[obstacle as keyof typeof refusals])
      expect((await world.receipts(id, world.staff)).obstacle).toBe(obstacle)
    }
    await world.partner.call(leadRoutes.moveLead, { params: { id: byHand }, body: { from: 'signe', to: 'nouveau' } })
    expect((await choose()).leads.map(({ id }) => id)).toEqual([settled, cash])
    expect((await world.receipts(byHand, world.staff)).obstacle).toBe('not_signed')
  })
})
