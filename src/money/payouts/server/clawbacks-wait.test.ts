import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { registeredProvider, selfBilledPartner } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { payoutRoutes } from '../api/payouts.ts'

describe.each(databaseKinds('full'))('clawbacks of what is not settled on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
  })
  afterAll(() => world.app.close())

  const waits = 'Clawback of a commission that is not settled yet: it is deducted with it, no earlier'
  const hold = (id: string) =>
    world.staff.call(commissionRoutes.holdCommission, { params: { id }, body: { reason: 'À éclaircir' } })
  const release = (id: string) => world.staff.call(commissionRoutes.releaseCommission, { params: { id } })
  /** A commission of 100 €, 40 € of which are taken back, and another one of 70 €. */
  const owed = async (partner: Client) => {
    const original = await world.payable(partner, 10_000)
    const body = { revenueCents: 40_000, leftCents: 100_000, reason: 'Client remboursé' }
    const { id } = await world.staff.call(commissionRoutes.reverseCommission, { params: { id: original }, body })
    const other = await world.payable(partner, 7000)
    return { original, clawback: id, other }
  }
  const planned = async (partner: Client, ...exclusions: { partnerId: string; commissionId: string; reason: string }[]) => {
    const { payouts } = await world.preview(exclusions)
    const own = payouts.find(({ partner: { id } }) => id === partner.userId)
    return { netCents: own?.netCents, left: own?.leftOut.map(({ commissionId, reason }) => [commissionId, reason]) }
  }

  test('one on hold, contested or left out of a run takes its clawback along, and says so', async () => {
    const anne = await world.partner('Anne')
    const { original, clawback } = await owed(anne)
    expect(await planned(anne)).toEqual({ netCents: 13_000, left: [] })
    await hold(original)
    expect(await planned(anne)).toEqual({
      netCents: 7000,
      left: [
        [original, 'À éclaircir'],
        [clawback, waits],
      ],
    })
    await release(original)
    const excluded = { partnerId: anne.userId, commissionId: original, reason: 'Plus tard' }
    expect(await planned(anne, excluded)).toEqual({
      netCents: 7000,
      left: [
        [original, 'Plus tard'],
        [clawback, waits],
      ],
    })
    const dispute = await anne.call(disputeRoutes.openDispute, { body: { commissionId: original, message: 'Il en manque' } })
    expect(await planned(anne)).toEqual({
      netCents: 7000,
      left: [
        [original, 'Dispute open'],
        [clawback, waits],
      ],
    })
    const [payout] = await world.issued()
    expect(payout?.totalCents).toBe(7000)
    const own = await anne.call(payoutRoutes.getPayout, { params: { id: payout?.id ?? '' } })
    expect(own.held.map(({ amountCents, reason }) => [amountCents, reason])).toEqual([
      [10_000, 'Contestation en cours'],
      [-4000, 'Reprise d’une commission qui n’est pas encore réglée : elle est déduite avec elle, pas avant'],
    ])
    await anne.call(disputeRoutes.withdrawDispute, { params: { id: dispute.id } })
    expect((await world.issued()).map(({ totalCents }) => totalCents)).toEqual([6000])
  })

  test('so does that of a partner who is self-billed', async () => {
    await world.programme(registeredProvider)
    const bruno = await selfBilledPartner(world, 'Bruno')
    const { original, clawback } = await owed(bruno)
    await hold(original)
    expect(await planned(bruno)).toEqual({
      netCents: 7000,
      left: [
        [original, 'À éclaircir'],
        [clawback, waits],
      ],
    })
    await release(original)
    expect(await planned(bruno)).toEqual({ netCents: 13_000, left: [] })
    await world.issued()
  })

  test('what is coming and the next payment leave it out, with its reason', async () => {
    const chloe = await world.partner('Chloé')
    const { original, clawback, other } = await owed(chloe)
    await hold(original)
    const { lines, totalCents } = await chloe.call(ownMoneyRoutes.getComing, {})
    expect(lines.find(({ id }) => id === clawback)).toMatchObject({
      source: 'clawback',
      state: 'blocked',
      obstacle: 'clawback_waits',
      payableBy: null,
    })
    expect([lines.find(({ id }) => id === other)?.state, totalCents]).toEqual(['payable', 13_000])
    const of = { params: { id: chloe.userId } }
    const next = async () => (await world.staff.call(partnerProfileRoutes.getPartnerProfile, of)).money.nextPayment?.amountCents
    expect(await next()).toBe(7000)
    await release(original)
    expect(await next()).toBe(13_000)
    const [own] = (await chloe.call(ownMoneyRoutes.getComing, {})).lines.filter(({ id }) => id === clawback)
    expect(own).toMatchObject({ state: 'payable', obstacle: null })
    await world.issued()
  })

  test('by hand it is paid with its commission or after it, never before', async () => {
    const dora = await world.partner('Dora')
    const { original, clawback } = await owed(dora)
    const bulk = (ids: string[], amountCents: number) =>
      world.staff.try(commissionRoutes.payCommissions, { body: { ids, amountCents } })
    const one = () => world.staff.try(commissionRoutes.payCommission, { params: { id: clawback }, body: null })
    expect([(await one()).body.code, (await bulk([clawback], -4000)).body.code]).toEqual(['commission_held', 'commission_held'])
    expect((await bulk([original, clawback], 6000)).status).toBe(200)
    const next = await owed(dora)
    expect((await bulk([next.original], 10_000)).status).toBe(200)
    const after = await world.staff.try(commissionRoutes.payCommission, { params: { id: next.clawback }, body: null })
    expect(after.status).toBe(200)
  })
})
