import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { ReceiptsApp } from '#test/client-payments.ts'
import { databaseKinds } from '#test/databases.ts'
import { dice } from '#test/dice.ts'
import { seedsOf } from '#test/full-run.ts'
import { checkAccounts } from '#test/rule-accounts.ts'

describe.each(databaseKinds())('payments, refunds, closings and corrections on %s', (databaseKind) => {
  let world: ReceiptsApp
  beforeAll(async () => {
    world = await ReceiptsApp.open(databaseKind)
  })
  afterAll(() => world.mail.close())
  beforeEach(() => world.mail.next())

  const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

  /** What holds of a lead after every step; `expected` follows the rules by itself, in whole cents. */
  async function checkLead(leadId: string, model: { expected: number; received: number }) {
    const [receipts, lines] = await Promise.all([world.receipts(leadId), world.commissionsOf(leadId)])
    const countedLines = lines.filter(({ status }) => status !== 'en_attente')
    const remainder = lines.filter(({ status }) => status === 'en_attente')
    const rates = new Set(lines.map(({ commissionRate }) => commissionRate))
    expect(rates.size).toBe(1)
    const [rate = 0] = rates
    expect(receipts.receivedCents).toBe(model.received)
    expect(sum(countedLines, ({ revenueCents }) => revenueCents)).toBe(model.received)
    const exact = (model.received * rate) / 100
    expect(Math.abs(sum(countedLines, ({ amountCents }) => amountCents) - exact)).toBeLessThanOrEqual(countedLines.length)
    const open = Math.max(model.expected - model.received, 0)
    expect([receipts.expectedCents, sum(remainder, ({ revenueCents }) => revenueCents)]).toEqual([model.expected, open])
    expect(remainder).toHaveLength(open > 0 ? 1 : 0)
    await world.app.portal.database.asActor(system, (tx) => checkAccounts(tx, world.partner.userId))
  }

  /** The engine of commission rules comes to the same commissions, to the cent, from what happened. */
  async function checkEngine() {
    const rule = (percent: number | null) => ({
      definition: {
        base: 'client_payment' as const,
        rate: percent === null ? { tiers: true as const } : { percent },
        fixedCents: null,
        when: { always: true as const },
        cap: { leadCents: null, yearCents: null },
        bonuses: [],
        reduction: null,
      },
    })
    const [same, other] = await Promise.all([
      world.staff.call(ruleRoutes.previewRule, { body: rule(null) }),
      world.staff.call(ruleRoutes.previewRule, { body: rule(99) }),
    ])
    const partnerId = world.partner.userId
    expect(same.partners.find((partner) => partner.partnerId === partnerId)).toBeUndefined()
    const nowCents = sum(await world.commissions(), ({ amountCents }) => amountCents)
    expect(other.partners.find((partner) => partner.partnerId === partnerId)?.nowCents).toBe(nowCents)
  }

  test.each(seedsOf(2))('any order of them adds up, to a cent a line (%i)', async (seed) => {
    const roll = dice(seed * 7919)
    const upTo = (max: number) => 1 + Math.floor(roll() * max)
    const models = new Map<string, { expected: number; received: number; payments: Map<string, number> }>()
    for (let step = 0; step < 30; step += 1) {
      const leadIds = [...models.keys()]
      const leadId = leadIds[Math.floor(roll() * leadIds.length)]
      const random = roll()
      if (!leadId || (random < 0.12 && models.size < 3)) {
        const estimate = upTo(2_000_000)
        models.set(await world.sign(estimate, `Client ${models.size}`), { expected: estimate, received: 0, payments: new Map() })
        continue
      }
      const model = models.get(leadId)
      if (!model) throw new Error('no model')
      const open = Math.max(model.expected - model.received, 0)
      const paid = [...model.payments].filter(([, left]) => left > 0)
      if (random < 0.6) {
        const netCents = upTo(roll() < 0.2 ? 3_000_000 : 700_001)
        const { body, status } = await world.record(leadId, netCents, `F-${step}`)
        expect(status).toBe(201)
        model.received += netCents
        model.payments.set(body.payment.id, netCents)
      } else if (random < 0.82 && paid.length > 0) {
        const [paymentId, left] = paid[Math.floor(roll() * paid.length)] as [string, number]
        const netCents = roll() < 0.3 ? left : upTo(left)
        const isExpectedAgain = roll() < 0.5
        expect((await world.refund(paymentId, netCents, `AV-${step}`, { isExpectedAgain })).status).toBe(201)
        model.received -= netCents
        if (!isExpectedAgain) model.expected = Math.min(model.expected, model.received + open)
        model.payments.set(paymentId, left - netCents)
      } else if (random < 0.9 && open > 0 && model.payments.size > 0) {
        expect((await world.close(leadId, open)).status).toBe(200)
        model.expected = model.received
      } else if (open > 0) {
        const pending = (await world.commissionsOf(leadId)).find(({ status }) => status === 'en_attente')
        if (!pending) throw new Error('nothing is pending')
        const { id, commissionRate } = pending
        const revenueCents = upTo(1_000_000)
        await world.staff.call(commissionRoutes.correctCommission, {
          params: { id },
          body: { revenueCents, commissionRate, from: { revenueCents: open, commissionRate } },
        })
        model.expected = model.received + revenueCents
      }
      await checkLead(leadId, model)
    }
    const { totalRevenueCents } = await world.partner.call(tierRoutes.myStanding, {})
    expect(totalRevenueCents).toBe(sum([...models.values()], ({ received }) => received))
    await checkEngine()
  })

  test('of two people who record the same payment at once, one does, and the other is told', async () => {
    const leadId = await world.sign(1_000_000)
    const second = await world.app.newPerson(`second-${leadId}@acme.example`, 'admin')
    const answers = await Promise.all([
      world.record(leadId, 400_000, 'F-1'),
      world.record(leadId, 400_000, 'F-1', { client: second }),
      world.record(leadId, 300_000, 'F-1', { client: second }),
    ])
    const outcomes = answers.map(({ body }) => body.code ?? body.outcome).sort()
    expect([
      ['client_payment_differs', 'recorded', 'repeated'],
      ['client_payment_differs', 'client_payment_differs', 'recorded'],
    ]).toContainEqual(outcomes)
    expect((await world.receipts(leadId)).payments).toHaveLength(1)
  })

  test('of a payment and a move out of Signé at once, one wins and both agree', async () => {
    for (const client of [world.partner, world.staff]) {
      const leadId = await world.sign(1_000_000)
      const [paid, moved] = await Promise.all([
        world.record(leadId, 400_000, 'F-1'),
        client.try(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'signe', to: 'nouveau' } }),
      ])
      const isPaid = paid.status === 201
      expect([paid.body.code, moved.body.code]).toEqual(
        isPaid ? [undefined, 'lead_has_settled_commission'] : ['lead_not_signed', undefined],
      )
      expect((await world.receipts(leadId)).payments).toHaveLength(isPaid ? 1 : 0)
      expect(await world.commissionsOf(leadId)).toHaveLength(isPaid ? 2 : 0)
    }
  })

  test('a refund and a reversal at once take back what was paid once, and no more', async () => {
    const leadId = await world.sign(1_000_000)
    const { payment } = (await world.record(leadId, 400_000, 'F-1')).body
    const part = (await world.commissionsOf(leadId)).find(({ kind }) => kind === 'payment')
    const second = await world.app.newPerson(`second-${leadId}@acme.example`, 'admin')
    const [refunded, reversed] = await Promise.all([
      world.refund(payment.id, 400_000, 'AV-1'),
      second.try(commissionRoutes.reverseCommission, {
        params: { id: part?.id ?? '' },
        body: { revenueCents: 400_000, leftCents: 400_000, reason: 'Client remboursé' },
      }),
    ])
    expect(refunded.status).toBe(201)
    expect([201, 409]).toContain(reversed.status)
    const countedLines = (await world.commissionsOf(leadId)).filter(({ status }) => status !== 'en_attente')
    expect([sum(countedLines, ({ revenueCents }) => revenueCents), sum(countedLines, ({ amountCents }) => amountCents)]).toEqual([
      0, 0,
    ])
    expect(countedLines).toHaveLength(2)
  })

  test('a validation by hand and a change of basis at once pay the lead once', async () => {
    await world.setProgramme('signature')
    const leadId = await world.sign(1_000_000)
    const [pending] = await world.commissionsOf(leadId)
    const [validated, changed] = await Promise.all([
      world.staff.try(commissionRoutes.validateCommission, { params: { id: pending?.id ?? '' } }),
      world.changeBasis(leadId, 'cash'),
    ])
    const paid = await world.record(leadId, 400_000, 'F-1')
    await world.setProgramme('cash')
    expect([validated.status === 200, paid.status === 201]).toContain(true)
    expect(validated.status === 200 && paid.status === 201).toBe(false)
    expect([200, 409]).toContain(changed.status)
    const countedLines = (await world.commissionsOf(leadId)).filter(({ status }) => status !== 'en_attente')
    expect(countedLines).toHaveLength(1)
  })
})
