import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { dice } from '#test/dice.ts'
import { seedsOf } from '#test/full-run.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import type { Client } from '#test/test-app.ts'

const ownBonus = { measure: 'signatures', per: 'year', from: 2, pays: { cents: 10_000 } } as const

const programmes = {
  'a share of the estimate with everything': ruleOf({
    rate: { percent: 12.34 },
    fixedCents: 25_000,
    cap: { leadCents: 120_001, yearCents: 400_000 },
    reduction: { months: 12 },
    bonuses: [
      { measure: 'signatures', per: 'quarter', from: 3, pays: { percent: 1.5 } },
      { measure: 'revenue', per: 'year', from: 500_000, pays: { cents: 33_333 } },
    ],
  }),
  'the tiers’ rate of payments, with bonuses': ruleOf({
    base: 'client_payment',
    rate: { tiers: true },
    when: { months: 6 },
    reduction: { months: 7 },
    bonuses: [{ measure: 'amount', per: 'year', from: 50_000, pays: { percent: 7.77 } }, ownBonus],
  }),
  'a sum for the first payment': ruleOf({
    base: 'client_payment',
    rate: null,
    fixedCents: 77_777,
    when: { first: true },
    cap: { leadCents: null, yearCents: 200_000 },
    bonuses: [],
  }),
} as const

/** Rules of offers beside a rule whose bonuses count over all of them. */
const offers = {
  automation: ruleOf({ rate: null, fixedCents: 40_000, reduction: { months: 9 } }),
  custom: ruleOf({ base: 'client_payment', rate: { percent: 8 }, bonuses: [ownBonus] }),
  star: ruleOf({}),
} as const
const overAll = ruleOf({
  rate: { percent: 6 },
  cap: { leadCents: null, yearCents: 350_000 },
  bonuses: [
    { measure: 'signatures', per: 'quarter', from: 3, pays: { cents: 50_000 }, counts: 'all' },
    { measure: 'revenue', per: 'half_year', from: 900_000, pays: { percent: 1.11 }, counts: 'all' },
    { measure: 'amount', per: 'year', from: 30_000, pays: { percent: 5 }, counts: 'all' },
  ],
})

describe.each(databaseKinds())('leads under rules of their own on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const cases = Object.entries(programmes).flatMap(([name, rule]) => seedsOf(2).map((seed) => [name, seed, rule] as const))
  test.each(cases)('%s: any order comes to what the oracle counts, to the cent (%i)', async (_, seed, rule) => {
    const other = await world.receipts.app.newPartner(`reprise${world.receipts.mail.partners}@exemple.fr`)
    for (const partnerId of [world.partner.userId, other.userId])
      expect((await world.publish(rule, { partnerId })).status).toBe(201)
    await anyOrder(seed, ['star'], other)
  })

  test.each(seedsOf(4))('bonuses over all offers: any order comes to what the oracle counts, to the cent (%i)', async (seed) => {
    await world.receipts.setProgramme('signature')
    await world.longAgo(async () => {
      expect((await world.publish(overAll)).status).toBe(201)
      for (const [offer, rule] of Object.entries(offers)) expect((await world.publish(rule, { offer })).status).toBe(201)
    })
    await anyOrder(seed, Object.keys(offers))
    const bonuses = (await world.lines()).filter(({ kind }) => kind === 'bonus')
    expect(bonuses.length).toBeGreaterThan(0)
  })

  /** `other`: who takes leads over. */
  async function anyOrder(seed: number, keys: readonly string[], other: Client | null = null) {
    const roll = dice(seed * 6113)
    const begun = world.receipts.today
    const upTo = (max: number) => 1 + Math.floor(roll() * max)
    const pick = <T>(items: readonly T[]) => items[Math.floor(roll() * items.length)]
    const leads = new Set<string>()
    const payments: { id: string; left: number }[] = []
    const done = new Set<string>()
    for (let step = 0; step < 34; step += 1) {
      const leadId = pick([...leads])
      const random = roll()
      if (!leadId || (random < 0.22 && leads.size < 6)) {
        leads.add(await world.sign(upTo(1_500_000), roll() < 0.5 ? world.partner : world.staff, pick(keys)))
        done.add('signed')
      } else if (random < 0.34) {
        if ((await world.validate(leadId)).status === 200) done.add('validated')
      } else if (random < 0.56) {
        const at = other && roll() < 0.3 ? { receivedOn: begun } : {}
        const { status, body } = await world.receipts.record(leadId, upTo(600_001), `F-${step}`, at)
        if (status === 201) {
          payments.push({ id: body.payment.id, left: body.payment.netCents })
          done.add('paid')
        } else expect(['lead_paid_by_hand', 'lead_has_settled_commission']).toContain(body.code)
      } else if (random < 0.66 && payments.length > 0) {
        const payment = pick(payments.filter(({ left }) => left > 0))
        if (!payment) continue
        const netCents = roll() < 0.3 ? payment.left : upTo(payment.left)
        expect((await world.receipts.refund(payment.id, netCents, `A-${step}`)).status).toBe(201)
        payment.left -= netCents
        done.add('refunded')
      } else if (random < 0.76) {
        const line = pick(
          (await world.linesOf(leadId)).filter(
            ({ kind, status, left }) =>
              kind !== 'clawback' && status !== 'en_attente' && (left.revenueCents > 0 || left.amountCents > 0),
          ),
        )
        if (!line) continue
        const { revenueCents, amountCents } = line.left
        const part = { revenueCents: revenueCents && upTo(revenueCents), leftCents: revenueCents || amountCents }
        const body = { ...part, reason: 'Avoir' }
        expect((await world.staff.try(commissionRoutes.reverseCommission, { params: { id: line.id }, body })).status).toBe(201)
        done.add('taken back')
      } else if (random < 0.86) {
        const line = pick(
          (await world.linesOf(leadId)).filter(({ status, revenueCents }) => status === 'en_attente' && revenueCents > 0),
        )
        if (!line) continue
        const { commissionRate, revenueCents } = line
        const body = { revenueCents: upTo(1_500_000), commissionRate, from: { revenueCents, commissionRate } }
        const corrected = await world.staff.try(commissionRoutes.correctCommission, { params: { id: line.id }, body })
        if (corrected.status !== 200) expect(corrected.body.code).toBe('commissions_changed')
        else done.add('corrected')
      } else if (random < 0.89 && other) {
        const body = { partnerId: other.userId, message: 'Reprise du client' }
        if ((await world.staff.try(registrationRoutes.handOverLead, { params: { id: leadId }, body })).status === 200) {
          done.add('handed over')
        }
        world.receipts.app.pass(86_400_000)
      } else if (random < 0.93) {
        if ((await world.unsign(leadId, roll() < 0.5 ? world.partner : world.staff)).status === 200) {
          leads.delete(leadId)
          done.add('withdrawn')
        }
      } else if ((await world.left(leadId)).status === 204) done.add('left')
      await world.check()
      if (other) await world.check(other.userId)
    }
    expect(done.size).toBeGreaterThan(3)
  }
})
