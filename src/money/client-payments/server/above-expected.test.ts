import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { payableCommissions } from '#money/payouts/server/payable.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { paymentsOf } from '#test/imports.ts'
import { clientPaymentRoutes } from '../api/client-payments.ts'

const day = 86_400_000

describe.each(databaseKinds())('payments above the expected sum on %s', (databaseKind) => {
  let world: ReceiptsApp
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
    world.app.passTo('2026-03-05T10:00:00Z')
    await world.mail.next()
  })
  afterAll(() => world.mail.close())

  const record = (leadId: string, netCents: number, reference: string, seenCommissionCents?: number) =>
    world.staff.try(clientPaymentRoutes.recordClientPayment, {
      body: {
        leadId,
        reference,
        receivedOn: world.today,
        netCents,
        ...(seenCommissionCents === undefined ? {} : { seenCommissionCents }),
      },
    })

  test('is recorded only by somebody who has seen what it makes and for whom', async () => {
    const leadId = await world.sign(840_000, 'Ateliers Vasseur')
    const refusal = await record(leadId, 999_999_900, 'F-1')
    expect([refusal.status, refusal.body.code, refusal.body.facts]).toMatchObject([
      409,
      'client_payment_above_expected',
      {
        expectedCents: 840_000,
        receivedCents: 0,
        aboveCents: 999_159_900,
        commissionCents: 149_999_985,
        partner: 'Marie Dupont',
      },
    ])
    for (const part of ['Ateliers Vasseur', '1\u202f499\u202f999,85', 'Marie Dupont']) expect(refusal.body.detail).toContain(part)
    expect((await record(leadId, 999_999_900, 'F-1', 149_999_984)).body.code).toBe('client_payment_above_expected')
    expect((await world.receipts(leadId)).payments).toEqual([])
    expect((await record(leadId, 840_000, 'F-1')).status).toBe(201)
    expect((await record(leadId, 1, 'F-2')).body.code).toBe('client_payment_above_expected')
    expect((await record(leadId, 1000, 'F-2', 150)).status).toBe(201)
    // Told again, it is the payment that was recorded.
    expect((await record(leadId, 1000, 'F-2')).body.outcome).toBe('repeated')
  })

  test('of a file are left out until what they make was seen', async () => {
    await world.sign(100_000, 'Menuiserie Haute')
    const row = (reference: string, amount: string) => ({
      company: 'Menuiserie Haute',
      reference,
      receivedOn: '05/03/2026',
      amount,
    })
    const rows = [row('H-1', '900,00'), row('H-2', '300,00'), row('H-3', '50,00')]
    const payments = paymentsOf(world.app, world.staff)
    const checked = await payments.check(rows)
    expect(checked.map(({ outcome, read }) => [outcome, read?.aboveCents, read?.commissionCents])).toEqual([
      ['ready', 0, 13_500],
      ['ready', 20_000, 4500],
      ['ready', 25_000, 750],
    ])
    const take = async (seenCents = 0) => (await payments.record(rows, { seenCents })).map(({ outcome }) => outcome)
    // Without the second row, the third is not above.
    expect(await take()).toEqual(['imported', 'refused', 'imported'])
    expect(await take(4499)).toEqual(['repeated', 'refused', 'repeated'])
    expect(await take(4500)).toEqual(['repeated', 'imported', 'repeated'])
  })

  test('a correction settles with the line that it corrects, and no earlier', async () => {
    await world.mail.next()
    await world.setProgramme('cash')
    const leadId = await world.sign(1_000_000, 'Serrurerie Basse')
    const paid = await record(leadId, 1_000_000, 'S-1')
    await world.refund(paid.body.payment.id, 1_000_000, 'S-2', { isExpectedAgain: true })
    const planned = async (days: number) => {
      const payableUntil = isoDay(new Date(world.app.now.getTime() + days * day), defaultTimeZone)
      const { payouts } = await world.staff.call(payoutRoutes.previewRun, { body: { payableUntil, exclusions: [] } })
      return payouts
        .filter(({ partner }) => partner.id === world.partner.userId)
        .map(({ netCents, lines }) => [netCents, lines.length])
    }
    expect(await planned(1)).toEqual([])
    expect(await planned(31)).toEqual([[0, 2]])
    // A statement names the client's invoice of what a payment made, and none of a clawback.
    const payableUntil = new Date(world.app.now.getTime() + 31 * day)
    const rows = await world.app.portal.database.asActor(system, (tx) => payableCommissions(tx, { payableUntil }))
    const ofLead = rows.filter(({ client }) => client === 'Serrurerie Basse').map(({ kind, paid }) => [kind, paid])
    expect(ofLead.toSorted()).toEqual([
      ['clawback', null],
      ['payment', { reference: 'S-1', netCents: 1_000_000 }],
    ])
    // The next payment of the partner, as staff read it, says so too.
    const other = await world.sign(100_000, 'Serrurerie Haute')
    await record(other, 100_000, 'S-3')
    const of = { params: { id: world.partner.userId } }
    const { money } = await world.staff.call(partnerProfileRoutes.getPartnerProfile, of)
    expect(money.nextPayment?.amountCents).toBe(15_000)
  })
})
