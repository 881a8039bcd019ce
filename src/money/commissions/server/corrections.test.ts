import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type Commission, commissionRoutes } from '../api/commissions.ts'

/** What a partner may do with a commission of their own: contest it. */
const cannot = {
  correct: false,
  validate: false,
  pay: false,
  remove: false,
  reverse: false,
  hold: false,
  release: false,
  contest: true,
}

describe.each(databaseKinds())('manual commissions and corrections on %s', (databaseKind) => {
  let app: TestApp
  let partner: Client
  let partners = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    partners += 1
    partner = await app.newPartner(`partner${partners}@exemple.fr`, `Partenaire ${partners}`)
  })

  const add = (more: { revenueCents?: number; commissionRate?: number; description?: string } = {}) =>
    app.admin.call(commissionRoutes.addCommission, {
      body: { partnerId: partner.userId, description: 'Prime de salon', revenueCents: 100_000, ...more },
    })
  const validate = (id: string) => app.admin.call(commissionRoutes.validateCommission, { params: { id } })
  const correct = (row: Commission, to: { revenueCents: number; commissionRate: number }, client = app.admin) =>
    client.try(commissionRoutes.correctCommission, {
      params: { id: row.id },
      body: { ...to, from: { revenueCents: row.revenueCents, commissionRate: row.commissionRate } },
    })
  const bulkOf = (rows: readonly Commission[]) => ({
    ids: rows.map((row) => row.id),
    amountCents: rows.reduce((sum, row) => sum + row.amountCents, 0),
  })

  test('a manual commission has the tier’s rate or the given one, and a description', async () => {
    const row = await add()
    expect(row).toMatchObject({
      lead: null,
      description: 'Prime de salon',
      commissionRate: 15,
      tierName: 'Bronze',
      amountCents: 15_000,
    })
    expect(row).toMatchObject({
      status: 'en_attente',
      can: { ...cannot, contest: false, correct: true, validate: true, remove: true, hold: true },
    })
    expect((await add({ commissionRate: 12.5, revenueCents: 999 })).amountCents).toBe(125)
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: {} })
    expect(items.map((each) => [each.description, each.can])).toEqual(Array(2).fill(['Prime de salon', cannot]))
  })

  test('a missing field is named in the error', async () => {
    const body = { partnerId: partner.userId, description: ' ', revenueCents: -1, commissionRate: 101 }
    const answer = await app.admin.try(commissionRoutes.addCommission, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toEqual([
      { path: 'description', message: 'Please fill in all required fields' },
      { path: 'revenueCents', message: 'The revenue must be zero or more' },
      { path: 'commissionRate', message: 'The rate must be between 0 and 100%' },
    ])
    const stranger = { ...body, description: 'Prime', revenueCents: 1, commissionRate: 1, partnerId: app.admin.userId }
    expect((await app.admin.try(commissionRoutes.addCommission, { body: stranger })).body.code).toBe('partner_not_active')
  })

  test('a pending commission is corrected, its amount is recalculated, and its history shows both', async () => {
    const row = await add()
    const { id } = row
    const body = { revenueCents: 80_001, commissionRate: 17.5 }
    expect((await correct(row, body)).body).toMatchObject({ ...body, amountCents: 14_000, tierName: 'Bronze' })
    expect((await correct(row, body)).status).toBe(200)
    await validate(id)
    for (const [client, by] of [
      [app.admin, expect.any(String)],
      [partner, null],
    ] as const) {
      const { events } = await client.call(commissionRoutes.commissionHistory, { params: { id } })
      expect(events.map((event) => [event.name, event.by])).toEqual([
        ['commission.created', by],
        ['commission.corrected', by],
        ['commission.validated', by],
      ])
      expect(events[1]).toMatchObject({
        before: { revenueCents: 100_000, commissionRate: 15, amountCents: 15_000 },
        after: { ...body, amountCents: 14_000 },
      })
    }
    expect((await correct(row, body)).body).toMatchObject({ code: 'commission_not_pending', facts: { status: 'valide' } })
    const other = await app.newPartner(`other${partners}@exemple.fr`)
    expect((await other.try(commissionRoutes.commissionHistory, { params: { id } })).status).toBe(404)
  })

  test('when two administrators correct one commission, the second one is refused', async () => {
    const row = await add()
    const second = await app.newPerson(`corrects${partners}@acme.example`, 'admin')
    const [revenue, rate] = [
      { revenueCents: 123_400, commissionRate: row.commissionRate },
      { revenueCents: row.revenueCents, commissionRate: 12 },
    ]
    const answers = await Promise.all([correct(row, revenue), correct(row, rate, second)])
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([200, 'commissions_changed'])
    const [now] = (await partner.call(commissionRoutes.listCommissions, { query: {} })).items
    expect(now).toMatchObject(answers[0]?.status === 200 ? revenue : rate)
    const late = (await correct(row, { revenueCents: 1, commissionRate: 1 })).body
    expect(late).toMatchObject({ code: 'commissions_changed', facts: { amountCents: now?.amountCents } })
    expect(late.detail).toContain('Nothing was changed')
  })

  test('only a pending manual commission can be removed', async () => {
    const form = { name: 'Paul', company: 'Bernard', email: 'p@b.example', offerType: 'star' as const, estimatedAmountCents: 100 }
    const lead = await partner.call(leadRoutes.addLead, { body: form })
    await partner.call(leadRoutes.moveLead, { params: { id: lead.id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: {} })
    const remove = (id: string) => app.admin.try(commissionRoutes.removeCommission, { params: { id } })
    expect((await remove(items[0]?.id ?? '')).body.code).toBe('commission_of_lead')
    const [kept, gone] = [await add(), await add()]
    await validate(kept.id)
    expect((await remove(kept.id)).body.code).toBe('commission_not_pending')
    expect((await remove(gone.id)).status).toBe(204)
    expect((await remove(gone.id)).status).toBe(404)
    const stats = await partner.call(commissionRoutes.commissionSummary, { query: {} })
    expect(stats.byStatus.map((each) => each.count)).toEqual([1, 1, 0])
  })

  test('several are validated and paid together, only for the total that was displayed', async () => {
    const rows = [await add(), await add({ revenueCents: 600_000 }), await add({ revenueCents: 600_000 })]
    const done = await app.admin.call(commissionRoutes.validateCommissions, { body: bulkOf(rows) })
    expect(done).toEqual({ count: 3, amountCents: 15_000 + 90_000 + 90_000 })
    expect((await partner.call(tierRoutes.myStanding, {})).current?.name).toBe('Silver')
    expect(await app.admin.call(commissionRoutes.payCommissions, { body: bulkOf(rows) })).toEqual(done)
    const { byStatus } = await partner.call(commissionRoutes.commissionSummary, { query: {} })
    expect(byStatus.map((each) => [each.count, each.amountCents])).toEqual([
      [0, 0],
      [0, 0],
      [3, 195_000],
    ])
  })

  test('when one of several has changed nothing is done, and the error counts those that still match', async () => {
    const rows = [await add(), await add()]
    expect((await correct(rows[0] as Commission, { revenueCents: 200_000, commissionRate: 15 })).status).toBe(200)
    const changed = await app.admin.try(commissionRoutes.validateCommissions, { body: bulkOf(rows) })
    expect(changed.body).toMatchObject({ code: 'commissions_changed', facts: { count: 2, amountCents: 45_000 } })
    await validate(rows[1]?.id ?? '')
    const validated = await app.admin.try(commissionRoutes.validateCommissions, { body: bulkOf(rows) })
    expect(validated.body).toMatchObject({ code: 'commissions_changed', facts: { count: 1, amountCents: 30_000 } })
    const { byStatus } = await partner.call(commissionRoutes.commissionSummary, { query: {} })
    expect(byStatus.map((each) => each.count)).toEqual([1, 1, 0])
  })

  test('two administrators who settle the same commissions concurrently settle them once', async () => {
    const rows: Commission[] = []
    for (let count = 0; count < 6; count += 1) rows.push(await add())
    const second = await app.newPerson(`second${partners}@acme.example`, 'admin')
    const answers = await Promise.all(
      [app.admin, second, app.admin, second].map((client, index) =>
        client.try(commissionRoutes.validateCommissions, { body: bulkOf(index % 2 === 0 ? rows : [...rows].reverse()) }),
      ),
    )
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([
      200,
      ...Array(3).fill('commissions_changed'),
    ])
  })
})
