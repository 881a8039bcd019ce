import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { commissionRoutes } from '../api/commissions.ts'

const day = 86_400_000

/** Ids from the first migration. */
const tierIds = { bronze: '0190a000-0000-7000-8000-000000000001', silver: '0190a000-0000-7000-8000-000000000002' }

describe.each(databaseKinds())('commissions on %s', (databaseKind) => {
  let app: TestApp
  let second: Client
  let partner: Client
  let partners = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    second = await app.newPerson('second@acme.example', 'admin', 'Anne Seconde')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    partners += 1
    partner = await app.newPartner(`partner${partners}@exemple.fr`)
  })

  const move = (client: Client, id: string, from: LeadStatus, to: LeadStatus) =>
    client.try(leadRoutes.moveLead, { params: { id }, body: { from, to } })
  const newLead = async (estimatedAmountCents: number) =>
    (await partner.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents } })).id
  /** Creates a signed lead. Returns it with its commission. */
  const sign = async (estimatedAmountCents: number) => {
    const leadId = await newLead(estimatedAmountCents)
    expect((await move(partner, leadId, 'nouveau', 'signe')).status).toBe(200)
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return { leadId, id: items.find((each) => each.lead?.id === leadId)?.id ?? '' }
  }
  const validate = (id: string, client = app.admin) => client.try(commissionRoutes.validateCommission, { params: { id } })
  const pay = (id: string, client = app.admin) => client.try(commissionRoutes.payCommission, { params: { id } })
  const eventsOf = (...subjects: string[]) =>
    app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select(['name', 'before', 'after']).where('subject_id', 'in', subjects).orderBy('seq').execute(),
    )
  const statsOf = async (client: Client) => {
    const { byStatus } = await client.call(commissionRoutes.commissionSummary, { query: {} })
    return byStatus.map((each) => [each.status, each.count, each.amountCents])
  }

  test('signing records its events in order: moved, its commission, signed', async () => {
    const { leadId, id } = await sign(1_200_000)
    const events = await eventsOf(leadId, id)
    expect(events.map((each) => each.name)).toEqual(['lead.created', 'lead.moved', 'commission.created', 'lead.signed'])
    expect(events[2]?.after).toEqual({
      leadId,
      revenueCents: 1_200_000,
      commissionRate: 15,
      tierId: tierIds.bronze,
      description: '',
      amountCents: 180_000,
    })
  })

  test('two administrators validate and pay concurrently: each happens once and records one event', async () => {
    const { leadId, id } = await sign(100_000)
    const twenty = (act: typeof validate | typeof pay) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => act(id, index % 2 === 0 ? app.admin : second)))
    const codes = (answers: Awaited<ReturnType<typeof twenty>>) => answers.map((each) => each.body.code ?? each.status).sort()
    expect(codes(await twenty(validate))).toEqual([200, ...Array(19).fill('commission_not_pending')])
    expect(codes(await twenty(pay))).toEqual([200, ...Array(19).fill('commission_not_validated')])
    const names = (await eventsOf(leadId, id)).map((each) => each.name)
    expect(names.filter((name) => name === 'commission.validated' || name === 'commission.paid')).toHaveLength(2)
  })

  test('a request repeated with its key gets the first response and changes nothing twice', async () => {
    const { id } = await sign(100_000)
    const request = { params: { id } }
    const key = { 'idempotency-key': `validate-${id}` }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.admin.try(commissionRoutes.validateCommission, request, key)),
    )
    expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map((each) => JSON.stringify(each.body))).size).toBe(1)
    expect((await eventsOf(id)).filter((each) => each.name === 'commission.validated')).toHaveLength(1)
    expect((await validate(id)).body).toMatchObject({ code: 'commission_not_pending', facts: { status: 'valide' } })
  })

  test('validating a commission while its lead leaves signe: one wins, the other is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { leadId, id } = await sign(100_000)
      const [validated, left] = await Promise.all([validate(id), move(partner, leadId, 'signe', 'refuse')])
      const { status } = await partner.call(leadRoutes.getLead, { params: { id: leadId } })
      if (validated.status === 200) {
        expect([left.body.code, status]).toEqual(['lead_has_settled_commission', 'signe'])
      } else {
        expect([validated.body.code, left.status, status]).toEqual(['not_found', 200, 'refuse'])
      }
    }
  })

  test('concurrent moves, validations and deletions of one partner’s leads never deadlock', async () => {
    const signed = await Promise.all(Array.from({ length: 12 }, () => sign(10_000)))
    const fresh = await Promise.all(Array.from({ length: 12 }, () => newLead(10_000)))
    const answers = await Promise.all([
      ...signed.slice(0, 4).map((each) => move(partner, each.leadId, 'signe', 'nouveau')),
      ...fresh.slice(0, 8).map((id) => move(app.admin, id, 'nouveau', 'signe')),
      ...signed.slice(4, 8).map((each) => validate(each.id)),
      ...signed.slice(8).map((each) => partner.try(leadRoutes.deleteLead, { params: { id: each.leadId } })),
      ...fresh.slice(8).map((id) => partner.try(leadRoutes.editLead, { params: { id }, body: { estimatedAmountCents: 5 } })),
    ])
    expect(answers.filter((each) => each.status >= 400)).toEqual([])
    expect(await statsOf(partner)).toEqual([
      ['en_attente', 8, 12_000],
      ['valide', 4, 6_000],
      ['paye', 0, 0],
    ])
  })

  test('of two concurrent validations exactly one changes the tier and says so', async () => {
    const [one, two] = [await sign(600_000), await sign(600_000)]
    await Promise.all([validate(one.id), validate(two.id)])
    const eventList = (await eventsOf(one.id, two.id)).filter((each) => each.name === 'commission.validated')
    expect(eventList.map((each) => [each.before?.tierId, each.after?.tierId])).toEqual([
      [tierIds.bronze, tierIds.bronze],
      [tierIds.bronze, tierIds.silver],
    ])
    expect((await partner.call(tierRoutes.myStanding, {})).current?.name).toBe('Silver')
  })

  test('the effect of a validation on the tier is shown before it is done', async () => {
    const { id } = await sign(1_200_000)
    const effect = () => app.admin.call(commissionRoutes.validationEffect, { body: { ids: [id] } })
    const bronze = { totalRevenueCents: 0, tierName: 'Bronze', commissionRate: 15 }
    const silver = { totalRevenueCents: 1_200_000, tierName: 'Silver', commissionRate: 20 }
    expect(await effect()).toEqual({
      validates: { count: 1, amountCents: 180_000 },
      standings: [{ partnerId: partner.userId, before: bronze, after: silver }],
      accepts: [],
      left: [],
    })
    // Nothing of it has happened.
    expect((await app.admin.call(commissionRoutes.commissionHistory, { params: { id } })).events.map(({ name }) => name)).toEqual(
      ['commission.created'],
    )
    await validate(id)
    expect(await effect()).toEqual({
      validates: { count: 0, amountCents: 0 },
      standings: [],
      accepts: [],
      left: [{ id, why: 'This commission has already been validated.' }],
    })
  })

  const setTimeZone = (zone: string) =>
    app.portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set({ time_zone: zone }).execute())

  test('a server with a slow clock dates nothing before its cause', async () => {
    const { id } = await sign(100_000)
    app.pass(-2000)
    const validated = await validate(id)
    expect(validated.body.validatedAt).toBe(validated.body.createdAt)
    app.pass(-2000)
    expect((await pay(id)).body.paidAt).toBe(validated.body.validatedAt)
    app.pass(4000)
  })

  test('staff read the date and amount of a partner’s next payment', async () => {
    // Days that begin at midnight UTC, without changes of the clocks.
    await setTimeZone('UTC')
    const nextPayment = async () =>
      (await app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id: partner.userId } })).money.nextPayment
    const [first, sameDay, later] = [await sign(100_000), await sign(200_000), await sign(400_000)]
    expect(await nextPayment()).toBeNull()
    app.pass(day - (app.now.getTime() % day))
    const due = new Date(app.now.getTime() + 30 * day).toISOString()
    expect((await validate(first.id)).body.payableBy).toBe(due)
    app.pass(day - 1)
    await validate(sameDay.id)
    app.pass(1)
    await validate(later.id)
    expect(await nextPayment()).toEqual({ payableBy: due, amountCents: 15_000 + 30_000 })
    await pay(first.id)
    await pay(sameDay.id)
    expect((await nextPayment())?.amountCents).toBe(60_000)
    await setTimeZone(defaultTimeZone)
  })
})
