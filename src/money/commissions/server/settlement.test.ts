import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { overviewRoutes } from '#overview/api.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay, noonOf } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type Commission, commissionRoutes } from '../api/commissions.ts'

const day = 86_400_000

describe.each(databaseKinds())('paying, holding and taking back on %s', (databaseKind) => {
  let app: TestApp
  let partner: Client
  let partners = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    partners += 1
    partner = await app.newPartner(`settled${partners}@exemple.fr`)
  })

  const params = (id: string) => ({ params: { id } })
  const signed = async (estimatedAmountCents: number) => {
    const form = {
      name: 'Paul Bernard',
      company: 'Boulangerie Bernard',
      email: 'paul@bernard.example',
      offerType: 'star' as const,
    }
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents } })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    return (await rows()).find(({ lead }) => lead?.id === id)?.id ?? ''
  }
  const validated = async (cents: number) => {
    const id = await signed(cents)
    await app.admin.call(commissionRoutes.validateCommission, params(id))
    return id
  }
  const rows = async () => (await partner.call(commissionRoutes.listCommissions, { query: {} })).items
  const rowOf = async (id: string) => {
    const row = (await rows()).find((each) => each.id === id)
    if (!row) throw new Error('the commission is gone')
    return row
  }
  const pay = (id: string, body: { paidOn?: string; reference?: string } | null = null) =>
    app.admin.try(commissionRoutes.payCommission, { ...params(id), body })
  const reverse = (id: string, revenueCents: number, leftCents: number, client = app.admin) =>
    client.try(commissionRoutes.reverseCommission, {
      ...params(id),
      body: { revenueCents, leftCents, reason: 'Client remboursé' },
    })
  const hold = (id: string, reason = 'Facture à éclaircir') =>
    app.admin.try(commissionRoutes.holdCommission, { ...params(id), body: { reason } })
  const release = (id: string) => app.admin.try(commissionRoutes.releaseCommission, params(id))
  const nextPayment = async () =>
    (await app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id: partner.userId } })).money.nextPayment
  const standing = () => partner.call(tierRoutes.myStanding, {})
  const amounts = ({ revenueCents, amountCents, commissionRate, tierName, status }: Commission) => [
    revenueCents,
    amountCents,
    commissionRate,
    tierName,
    status,
  ]

  test('a payment has the day and the reference of the bank, today and none unless given', async () => {
    const [one, two, three] = [await validated(1000), await validated(1000), await validated(1000)]
    const earlier = isoDay(new Date(app.now.getTime() - 3 * day), defaultTimeZone)
    expect((await pay(one, { paidOn: earlier, reference: 'VIR 4711' })).body).toMatchObject({
      status: 'paye',
      paidAt: noonOf(earlier, defaultTimeZone).toISOString(),
      paymentReference: 'VIR 4711',
    })
    expect((await pay(two)).body).toMatchObject({ paidAt: app.now.toISOString(), paymentReference: '' })
    const tomorrow = await pay(three, { paidOn: isoDay(new Date(app.now.getTime() + day), defaultTimeZone) })
    expect([tomorrow.status, tomorrow.body.fields?.[0]?.path]).toEqual([422, 'paidOn'])
    expect((await rowOf(three)).status).toBe('valide')
    const { events } = await partner.call(commissionRoutes.commissionHistory, params(one))
    expect(events.at(-1)).toMatchObject({ name: 'commission.paid', note: 'VIR 4711' })
  })

  test('several are paid by one transfer, with its day and reference', async () => {
    const ids = [await validated(1000), await validated(2000)]
    const payment = { paidOn: isoDay(app.now, defaultTimeZone), reference: 'VIR 12' }
    await app.admin.call(commissionRoutes.payCommissions, { body: { ids, amountCents: 450, payment } })
    expect((await rows()).map((row) => [row.status, row.paymentReference])).toEqual([
      ['paye', 'VIR 12'],
      ['paye', 'VIR 12'],
    ])
  })

  test('the date that was told stays when the clock moves on, and is the stored one', async () => {
    const id = await validated(1000)
    const dueBy = async () => {
      const { items } = await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId: partner.userId } })
      return items[0]?.payableBy
    }
    const payableBy = await dueBy()
    expect(payableBy).toBe(new Date(app.now.getTime() + 30 * day).toISOString())
    app.pass(10 * day)
    expect(await dueBy()).toBe(payableBy)
    const storedRow = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('commissions').select('payable_by').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(storedRow.payable_by?.toISOString()).toBe(payableBy)
  })

  test('a part is taken back by a negative line at the original rate; tier, sums and the next payment follow', async () => {
    const id = await validated(1_200_000)
    expect((await standing()).current?.name).toBe('Silver')
    const { status, body } = await reverse(id, 500_000, 1_200_000)
    expect([status, amounts(body)]).toEqual([201, [-500_000, -75_000, 15, 'Bronze', 'valide']])
    expect(body).toMatchObject({ kind: 'clawback', reversesId: id, payableBy: null, description: 'Client remboursé' })
    const original = await rowOf(id)
    expect([amounts(original), original.left]).toEqual([
      [1_200_000, 180_000, 15, 'Bronze', 'valide'],
      { revenueCents: 700_000, amountCents: 105_000 },
    ])
    expect(await standing()).toMatchObject({ current: { name: 'Bronze' }, totalRevenueCents: 700_000 })
    const overview = await partner.call(overviewRoutes.getOverview, {})
    expect([overview.totalCommissionsCents, (await nextPayment())?.amountCents]).toEqual([105_000, 105_000])
    const { events } = await partner.call(commissionRoutes.commissionHistory, params(body.id))
    expect(events.at(-1)).toMatchObject({
      name: 'commission.reversed',
      after: { revenueCents: -500_000, commissionRate: 15, amountCents: -75_000 },
      note: 'Client remboursé',
    })
  })

  test('a paid commission is taken back too, to the cent and no further', async () => {
    const id = await validated(3)
    await pay(id)
    // 15 % of 1, 1 and 1 cent round to nothing: the rest of the 0,45 cents that were rounded to 0 is 0.
    for (const left of [3, 2, 1]) expect((await reverse(id, 1, left)).status).toBe(201)
    const sum = (of: (row: Commission) => number) => commissions.reduce((total, row) => total + of(row), 0)
    const commissions = await rows()
    expect([sum((row) => row.revenueCents), sum((row) => row.amountCents)]).toEqual([0, 0])
    expect((await rowOf(id)).can.reverse).toBe(false)
    expect((await reverse(id, 1, 0)).body.code).toBe('commissions_changed')
  })

  test('pending commissions and clawbacks are not taken back, nor more than is left', async () => {
    const pending = await signed(1000)
    expect((await reverse(pending, 1000, 1000)).body.code).toBe('commission_not_settled')
    const id = await validated(1000)
    expect((await reverse(id, 1001, 1000)).body).toMatchObject({ code: 'commissions_changed', facts: { revenueCents: 1000 } })
    const clawback = (await reverse(id, 400, 1000)).body
    expect((await reverse(clawback.id, 1, 1)).body.code).toBe('commission_not_settled')
    expect((await reverse(id, 400, 1000)).body).toMatchObject({ code: 'commissions_changed', facts: { revenueCents: 600 } })
    expect((await reverse(id, 0, 600)).status).toBe(422)
  })

  test('of two administrators who take back all of it at once, one does', async () => {
    const id = await validated(100_000)
    const second = await app.newPerson(`second-${id}@acme.example`, 'admin')
    const answers = await Promise.all([reverse(id, 100_000, 100_000), reverse(id, 100_000, 100_000, second)])
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([201, 'commissions_changed'])
    expect((await rows()).reduce((sum, row) => sum + row.amountCents, 0)).toBe(0)
  })

  test('a lead that is taken back from stays signed, and cannot leave Signé', async () => {
    const id = await validated(100_000)
    await reverse(id, 100_000, 100_000)
    const leadId = (await rowOf(id)).lead?.id ?? ''
    const answer = await app.admin.try(leadRoutes.moveLead, {
      params: { id: leadId },
      body: { from: 'signe', to: 'nouveau' },
    })
    expect(answer.body.code).toBe('lead_has_settled_commission')
    const lead = await partner.call(leadRoutes.getLead, { params: { id: leadId } })
    expect(lead.commission).toMatchObject({ revenueCents: 100_000 })
  })

  test('a held commission is not paid, alone or among others, and says why; released it is', async () => {
    const id = await validated(100_000)
    expect((await hold(id)).body).toMatchObject({
      heldReason: 'Facture à éclaircir',
      can: { pay: false, hold: false, release: true },
    })
    expect((await rowOf(id)).heldReason).toBe('Facture à éclaircir')
    const refused = (await pay(id)).body
    expect([refused.code, refused.detail]).toEqual(['commission_held', expect.stringContaining('Facture à éclaircir')])
    const bulk = await app.admin.try(commissionRoutes.payCommissions, { body: { ids: [id], amountCents: 15_000 } })
    expect(bulk.body.code).toBe('commissions_changed')
    expect(await nextPayment()).toBeNull()
    expect((await release(id)).body.heldReason).toBeNull()
    expect((await release(id)).body.code).toBe('commission_not_held')
    expect((await pay(id)).status).toBe(200)
    expect((await hold(id)).body.code).toBe('commission_not_held')
  })

  test('nobody corrects, validates, pays, holds or takes back a commission of their own', async () => {
    const [pending, due] = [await signed(1000), await validated(1000)]
    const own = partner
    await app.changeRole(own, 'admin')
    const from = { revenueCents: 1000, commissionRate: 15 }
    const answers = [
      await own.try(commissionRoutes.correctCommission, { ...params(pending), body: { ...from, revenueCents: 9000, from } }),
      await own.try(commissionRoutes.validateCommission, params(pending)),
      await own.try(commissionRoutes.validateCommissions, { body: { ids: [pending], amountCents: 150 } }),
      await own.try(commissionRoutes.payCommission, params(due)),
      await own.try(commissionRoutes.payCommissions, { body: { ids: [due], amountCents: 150 } }),
      await own.try(commissionRoutes.holdCommission, { ...params(due), body: { reason: 'Rien' } }),
      await reverse(due, 1000, 1000, own),
    ]
    expect(answers.map((answer) => answer.body.code)).toEqual(Array(answers.length).fill('own_commission'))
    const { items } = await own.call(commissionRoutes.listCommissions, { query: { partnerId: own.userId } })
    expect(items.flatMap(({ can }) => Object.values(can)).some(Boolean)).toBe(false)
  })
})
