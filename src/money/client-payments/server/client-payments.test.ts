import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay, noonOf } from '#platform/server/provider-calendar.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'

const day = 86_400_000

describe.each(databaseKinds())('client payments on %s', (databaseKind) => {
  let world: ReceiptsApp
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
  })
  afterAll(() => world.mail.close())
  beforeEach(async () => {
    await world.mail.next()
    await world.setProgramme('cash')
  })

  const params = (id: string) => ({ params: { id } })
  const lines = async (leadId: string) =>
    (await world.commissionsOf(leadId)).map(({ kind, revenueCents, amountCents, commissionRate, tierName, status }) => [
      kind,
      revenueCents,
      amountCents,
      commissionRate,
      tierName,
      status,
    ])
  const validate = async (leadId: string) => {
    const [row] = await world.commissionsOf(leadId)
    return world.staff.try(commissionRoutes.validateCommission, params(row?.id ?? ''))
  }

  test('a payment validates its part at the rate of the signature, and the remainder shrinks', async () => {
    await world.mail.saveBank()
    const leadId = await world.sign(1_200_000)
    const received = isoDay(new Date(world.app.now.getTime() - 3 * day), defaultTimeZone)
    const first = await world.record(leadId, 500_000, 'F-2026-12', { receivedOn: received })
    expect([first.status, first.body.outcome, first.body.payment.commissionCents]).toEqual([201, 'recorded', 75_000])
    expect(await lines(leadId)).toEqual([
      ['deal', 700_000, 105_000, 15, 'Bronze', 'en_attente'],
      ['payment', 500_000, 75_000, 15, 'Bronze', 'valide'],
    ])
    const [remainder, part] = await world.commissionsOf(leadId)
    expect(part).toMatchObject({
      payableBy: new Date(noonOf(received, defaultTimeZone).getTime() + 30 * day).toISOString(),
      clientPayment: { kind: 'payment', reference: 'F-2026-12', receivedOn: received },
    })
    expect(remainder).toMatchObject({ awaitsClient: true, expectedCents: 1_200_000 })
    const { events } = await world.partner.call(commissionRoutes.commissionHistory, params(remainder?.id ?? ''))
    expect(events.at(-1)).toMatchObject({
      name: 'commission.remainder_changed',
      before: { revenueCents: 1_200_000 },
      after: { revenueCents: 700_000, amountCents: 105_000 },
      note: 'F-2026-12',
    })
    // The tier rises with the second part: its rate stays.
    await world.record(leadId, 700_000, 'F-2026-13')
    expect(await lines(leadId)).toEqual([
      ['payment', 500_000, 75_000, 15, 'Bronze', 'valide'],
      ['payment', 700_000, 105_000, 15, 'Bronze', 'valide'],
    ])
    const standing = await world.partner.call(tierRoutes.myStanding, {})
    expect([standing.current?.name, standing.totalRevenueCents]).toEqual(['Silver', 1_200_000])
    // More than was expected.
    await world.record(leadId, 10_000, 'F-2026-14')
    expect((await lines(leadId)).at(-1)).toEqual(['payment', 10_000, 1500, 15, 'Bronze', 'valide'])
    expect(await world.receipts(leadId)).toMatchObject({
      expectedCents: 1_200_000,
      receivedCents: 1_210_000,
      remainder: null,
      commissionCents: 181_500,
    })
  })

  test('a repeated payment changes nothing and says so; another amount or day is refused with both', async () => {
    const leadId = await world.sign(1_000_000)
    const first = await world.record(leadId, 400_000, 'F-1')
    const again = await world.record(leadId, 400_000, 'f-1')
    expect([again.body.outcome, again.body.payment.id]).toEqual(['repeated', first.body.payment.id])
    const other = await world.record(leadId, 500_000, 'F-1')
    expect([other.status, other.body.code, other.body.facts]).toEqual([
      409,
      'client_payment_differs',
      { recordedCents: 400_000, netCents: 500_000 },
    ])
    expect(other.body.detail.replace(/\s/g, ' ')).toContain('4 000,00 €')
    expect(other.body.detail.replace(/\s/g, ' ')).toContain('5 000,00 €')
    const yesterday = isoDay(new Date(world.app.now.getTime() - day), defaultTimeZone)
    expect((await world.record(leadId, 400_000, 'F-1', { receivedOn: yesterday })).body.code).toBe('client_payment_differs')
    expect((await world.receipts(leadId)).payments).toHaveLength(1)
  })

  test('a refund takes back what its payment brought, also when that was paid', async () => {
    const leadId = await world.sign(1_200_000)
    const { payment } = (await world.record(leadId, 500_000, 'F-1')).body
    const part = (await world.commissionsOf(leadId)).find(({ kind }) => kind === 'payment')
    await world.staff.call(commissionRoutes.payCommission, { ...params(part?.id ?? ''), body: null })
    const refund = await world.refund(payment.id, 100_000, 'AV-1')
    expect(refund.body).toMatchObject({ outcome: 'recorded', payment: { commissionCents: -15_000, refundsReference: 'F-1' } })
    expect(await lines(leadId)).toEqual([
      ['deal', 700_000, 105_000, 15, 'Bronze', 'en_attente'],
      ['payment', 500_000, 75_000, 15, 'Bronze', 'paye'],
      ['clawback', -100_000, -15_000, 15, 'Bronze', 'valide'],
    ])
    expect(await world.receipts(leadId)).toMatchObject({ expectedCents: 1_100_000, receivedCents: 400_000, paidCents: 500_000 })
    expect((await world.partner.call(tierRoutes.myStanding, {})).totalRevenueCents).toBe(400_000)
    expect((await world.refund(payment.id, 100_000, 'AV-1')).body.outcome).toBe('repeated')
    expect((await world.refund(payment.id, 100_001, 'AV-1')).body.code).toBe('client_payment_differs')
    expect((await world.refund(payment.id, 400_001, 'AV-2')).body).toMatchObject({
      code: 'refund_exceeds_payment',
      facts: { leftCents: 400_000 },
    })
    expect((await world.refund(refund.body.payment.id, 1, 'AV-3')).body.code).toBe('not_found')
  })

  test('a payment that was recorded by mistake is expected again', async () => {
    const leadId = await world.sign(1_200_000)
    const { payment } = (await world.record(leadId, 5_000_000, 'F-1')).body
    expect((await world.receipts(leadId)).remainder).toBeNull()
    await world.refund(payment.id, 5_000_000, 'ERREUR-1', { isExpectedAgain: true })
    expect(await world.receipts(leadId)).toMatchObject({
      expectedCents: 1_200_000,
      receivedCents: 0,
      remainder: { revenueCents: 1_200_000, amountCents: 180_000 },
      commissionCents: 0,
    })
    await world.record(leadId, 500_000, 'F-1 bis')
    expect((await world.receipts(leadId)).remainder?.revenueCents).toBe(700_000)
  })

  test('what was taken back by hand is not taken back again by a refund', async () => {
    const leadId = await world.sign(1_000_000)
    const { payment } = (await world.record(leadId, 400_000, 'F-1')).body
    const part = (await world.commissionsOf(leadId)).find(({ kind }) => kind === 'payment')
    const reversal = { revenueCents: 300_000, leftCents: 400_000, reason: 'Erreur' }
    await world.staff.call(commissionRoutes.reverseCommission, { ...params(part?.id ?? ''), body: reversal })
    expect((await world.refund(payment.id, 250_000, 'AV-1')).body.payment.commissionCents).toBe(-15_000)
    expect((await world.refund(payment.id, 150_000, 'AV-2')).body.payment.commissionCents).toBe(0)
    expect((await world.commissionsOf(leadId)).slice(1).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
  })

  test('a remainder that will not come is closed with a reason, as it was seen', async () => {
    const leadId = await world.sign(1_200_000)
    expect((await world.close(leadId, 1_200_000)).body.code).toBe('remainder_not_open')
    await world.record(leadId, 500_000, 'F-1')
    expect((await world.close(leadId, 1_200_000)).body).toMatchObject({
      code: 'commissions_changed',
      facts: { revenueCents: 700_000 },
    })
    const closed = await world.close(leadId, 700_000)
    expect(closed.body).toMatchObject({ expectedCents: 500_000, receivedCents: 500_000, remainder: null, can: { close: false } })
    expect(await lines(leadId)).toEqual([['payment', 500_000, 75_000, 15, 'Bronze', 'valide']])
    const { items } = await world.partner.call(leadRoutes.leadTimeline, { ...params(leadId), query: {} })
    expect(items.find(({ what }) => what === 'lead.remainder_closed')).toMatchObject({
      amountCents: 700_000,
      note: 'Projet réduit',
    })
    expect(items.find(({ what }) => what === 'client_payment.recorded')).toMatchObject({ amountCents: 500_000, note: 'F-1' })
    expect((await world.record(leadId, 100_000, 'F-2')).body.payment.commissionCents).toBe(15_000)
  })

  test('a pending commission that awaits its client is not validated by hand', async () => {
    const leadId = await world.sign(1_000_000)
    const [pending] = await world.commissionsOf(leadId)
    const id = pending?.id ?? ''
    const asStaff = (await world.staff.call(commissionRoutes.listCommissions, { query: { partnerId: world.partner.userId } }))
      .items[0]
    expect(asStaff).toMatchObject({ awaitsClient: true, can: { validate: false, correct: true } })
    const refused = await validate(leadId)
    expect([refused.status, refused.body.code]).toEqual([409, 'commission_awaits_client'])
    expect(refused.body.detail).toContain('Boulangerie Bernard')
    const bulk = await world.staff.try(commissionRoutes.validateCommissions, { body: { ids: [id], amountCents: 150_000 } })
    expect(bulk.body.code).toBe('commission_awaits_client')
  })

  test('the rate of a pending commission is frozen once a part was paid', async () => {
    const leadId = await world.sign(1_000_000)
    const [pending] = await world.commissionsOf(leadId)
    const id = pending?.id ?? ''
    const correct = (revenueCents: number, commissionRate: number, from: number, fromRate = commissionRate) =>
      world.staff.try(commissionRoutes.correctCommission, {
        ...params(id),
        body: { revenueCents, commissionRate, from: { revenueCents: from, commissionRate: fromRate } },
      })
    expect((await correct(1_000_000, 20, 1_000_000, 15)).status).toBe(200)
    await world.record(leadId, 400_000, 'F-1')
    expect((await correct(600_000, 25, 600_000, 20)).body.code).toBe('commission_rate_frozen')
    expect((await correct(0, 20, 600_000)).body.code).toBe('commission_rate_frozen')
    expect((await correct(900_000, 20, 600_000)).status).toBe(200)
    expect(await world.receipts(leadId)).toMatchObject({ expectedCents: 1_300_000, remainder: { revenueCents: 900_000 } })
  })

  test('with the setting `signature` commissions are validated by hand, unless the lead has its own basis', async () => {
    await world.setProgramme('signature')
    const leadId = await world.sign(1_000_000)
    expect((await world.record(leadId, 1000, 'F-1')).body.code).toBe('lead_paid_by_hand')
    expect((await world.changeBasis(leadId, 'cash')).body).toMatchObject({
      basis: 'cash',
      ownBasis: 'cash',
      can: { record: true },
    })
    await world.record(leadId, 1000, 'F-1')
    expect((await world.changeBasis(leadId, null)).body.code).toBe('lead_has_client_payments')
    const settled = await world.sign(1_000_000)
    expect((await validate(settled)).status).toBe(200)
    expect((await world.changeBasis(settled, 'cash')).body.code).toBe('lead_has_settled_commission')
    await world.setProgramme('cash')
    expect((await world.record(settled, 1000, 'F-1')).body.code).toBe('lead_has_settled_commission')
    const byHand = await world.sign(1_000_000)
    await world.changeBasis(byHand, 'signature')
    expect((await validate(byHand)).status).toBe(200)
  })

  test('a lead whose client has paid does not leave Signé, and only a signed lead is paid for', async () => {
    const leadId = await world.sign(1_000_000)
    await world.record(leadId, 400_000, 'F-1')
    for (const client of [world.partner, world.staff]) {
      const lead = await client.call(leadRoutes.getLead, params(leadId))
      expect(lead.can).toMatchObject({ move: false, delete: false })
      const moved = await client.try(leadRoutes.moveLead, { ...params(leadId), body: { from: 'signe', to: 'nouveau' } })
      expect(moved.body.code).toBe('lead_has_settled_commission')
      expect((await client.try(leadRoutes.deleteLead, params(leadId))).body.code).toBe('lead_has_settled_commission')
    }
    const other = await world.sign(1_000_000)
    await world.partner.call(leadRoutes.moveLead, { ...params(other), body: { from: 'signe', to: 'nouveau' } })
    expect((await world.record(other, 1000, 'F-1')).body.code).toBe('lead_not_signed')
    const tomorrow = isoDay(new Date(world.app.now.getTime() + day), defaultTimeZone)
    const early = await world.record(leadId, 1000, 'F-2', { receivedOn: tomorrow })
    expect([early.status, early.body.fields?.[0]?.path]).toEqual([422, 'receivedOn'])
  })

  test('what is held while it is expected is held when it comes', async () => {
    const leadId = await world.sign(1_000_000)
    const [pending] = await world.commissionsOf(leadId)
    await world.staff.call(commissionRoutes.holdCommission, { ...params(pending?.id ?? ''), body: { reason: 'Litige' } })
    await world.record(leadId, 400_000, 'F-1')
    expect((await world.commissionsOf(leadId)).map(({ heldReason }) => heldReason)).toEqual(['Litige', 'Litige'])
  })

  test('nobody records, refunds or closes what pays a commission of their own', async () => {
    const leadId = await world.sign(1_000_000)
    const { payment } = (await world.record(leadId, 400_000, 'F-1')).body
    const own = world.partner
    await world.app.changeRole(own, 'admin')
    const answers = [
      await world.record(leadId, 1000, 'F-2', { client: own }),
      await world.refund(payment.id, 1000, 'AV-1', { client: own }),
      await world.close(leadId, 600_000, own),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('own_commission'))
    expect((await world.receipts(leadId, own)).can).toEqual({ record: false, refund: false, close: false, changeBasis: false })
  })

  test('the partner reads what a payment brings in a mail that has a switch, and the new tier with it', async () => {
    world.app.passTo('2026-03-05T10:00:00Z')
    await world.mail.saveBank()
    const leadId = await world.sign(1_200_000)
    await world.mail.received()
    await world.record(leadId, 500_000, 'F-2026-12', { receivedOn: '2026-03-05' })
    const [mail] = await world.mail.received()
    expect(mail?.subject.replace(/\s/g, ' ')).toBe('Votre client a payé : 750,00 € pour vous')
    expect(mail?.text.replace(/\s/g, ' ')).toContain(
      'Boulangerie Bernard, facture F-2026-12 payée le 5 mars 2026 : 5 000,00 € × 15 % = 750,00 €, payable au plus tard ' +
        'le 4 avril 2026.',
    )
    await world.mail.switchOff('client_payment_received')
    await world.record(leadId, 500_000, 'F-2026-13')
    expect((await world.mail.received()).map(({ subject }) => subject)).toEqual(['Félicitations, vous êtes Silver'])
  })
})
