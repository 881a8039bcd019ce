import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf, paymentsOf } from '#test/imports.ts'
import { inOrder } from '#test/in-order.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import type { Client } from '#test/test-app.ts'
import { ruleRoutes } from '../api/rules.ts'
import { simulateByRules } from '../domain/simulation.ts'

const third = { measure: 'signatures', per: 'quarter', from: 3, pays: { cents: 50_000 }, counts: 'all' } as const
const byTiers = ruleOf({})

describe.each(databaseKinds())('bonuses over all offers on %s', inOrder, (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
    await world.receipts.setProgramme('signature')
    world.toMidQuarter()
    await world.longAgo(async () => {
      const programme = { partnerId: null, after: 1 }
      expect((await world.publish(ruleOf({ rate: { percent: 10 }, bonuses: [third] }), programme)).status).toBe(201)
      const fixed = ruleOf({ rate: null, fixedCents: 25_000 })
      expect((await world.publish(fixed, { partnerId: null, offer: 'automation' })).status).toBe(201)
      expect((await world.publish(byTiers, { partnerId: null, offer: 'custom' })).status).toBe(201)
    })
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const bonusesOf = async (client: Client = world.partner) => {
    const lines = await world.linesFor(client)
    const ids = new Set(lines.flatMap(({ id, kind }) => (kind === 'bonus' ? [id] : [])))
    return lines.filter(({ id, reversesId }) => ids.has(reversesId ?? id))
  }
  const sumOf = async (client?: Client) => (await bonusesOf(client)).reduce((sum, { amountCents }) => sum + amountCents, 0)
  const signThree = async () => {
    const ids = [await world.sign(100_000), await world.sign(200_000, world.partner, 'automation')]
    return [...ids, await world.sign(300_000, world.partner, 'custom')]
  }

  test('the third signature of a quarter brings one, whatever the offers, and says so', async () => {
    await signThree()
    const [bonus] = await bonusesOf()
    expect(bonus).toMatchObject({ kind: 'bonus', amountCents: 50_000, status: 'en_attente' })
    expect(bonus?.rule?.name).toBe('Règle du programme, version 2')
    expect(bonus?.rule?.arithmetic?.replace(/\s/g, ' ')).toMatch(/^3 signatures, toutes offres confondues, en .*: 500,00 €$/)
    expect(await world.check()).toBe(4)
  })

  test('a lead at the rate of the tier alone counts too', async () => {
    for (let count = 0; count < 3; count += 1) await world.sign(100_000, world.partner, 'custom')
    expect(await sumOf()).toBe(50_000)
    await world.check()
  })

  test('a lead at the rate of the tier alone does not count where its client’s payments bring commissions', async () => {
    await world.receipts.setProgramme('cash')
    const id = await world.sign(100_000, world.partner, 'custom')
    expect((await world.receipts.record(id, 40_000, 'F-1')).status).toBe(201)
    const kinds = (await world.linesOf(id)).map(({ kind, amountCents }) => `${kind} ${amountCents}`).sort()
    await world.receipts.setProgramme('signature')
    expect(kinds).toEqual(['deal 9000', 'payment 6000'])
  })

  test('a signature that is taken back undoes it, and another one brings it again', async () => {
    const [first = ''] = await signThree()
    expect((await world.unsign(first)).status).toBe(200)
    expect(await sumOf()).toBe(0)
    await world.sign(50_000, world.staff, 'automation')
    expect(await sumOf()).toBe(50_000)
    await world.check()
  })

  test('what is clawed back of one offer undoes what was validated', async () => {
    const [first = ''] = await signThree()
    for (const { id } of await bonusesOf()) expect((await world.validateLine(id)).status).toBe(200)
    expect((await world.validate(first)).status).toBe(200)
    expect((await world.takeBack(first)).status).toBe(201)
    expect(await sumOf()).toBe(0)
    expect((await bonusesOf()).map(({ kind, amountCents }) => [kind, amountCents]).sort()).toEqual([
      ['bonus', 50_000],
      ['clawback', -50_000],
    ])
    await world.check()
  })

  test('own terms for one offer leave it to the programme', async () => {
    await world.publish(ruleOf({ rate: { percent: 15 } }), { offer: 'star' })
    await signThree()
    expect(await sumOf()).toBe(50_000)
    await world.check()
  })

  test('own terms for every offer have their own in place of the programme’s, from the next quarter on', async () => {
    await world.publish(ruleOf({ rate: { percent: 15 } }))
    await signThree()
    expect(await sumOf()).toBe(50_000)
    await world.receipts.mail.next()
    await world.longAgo(() => world.publish(ruleOf({ rate: { percent: 15 } })))
    await signThree()
    expect(await sumOf()).toBe(0)
    await world.check()
  })

  test('a lead that two partners share counts for both', async () => {
    const other = await world.receipts.app.newPartner(`autre${world.receipts.mail.partners}@exemple.fr`)
    await world.sign(100_000)
    await world.sign(100_000, world.partner, 'automation')
    await world.signShared(100_000, [other, 40])
    expect([await sumOf(), await sumOf(other)]).toEqual([50_000, 0])
    await world.check()
    await world.check(other.userId)
  })

  test('a lead that is handed over counts for whoever has it', async () => {
    const other = await world.receipts.app.newPartner(`suite${world.receipts.mail.partners}@exemple.fr`)
    const [first = ''] = await signThree()
    const body = { partnerId: other.userId, message: 'Changement de secteur' }
    expect((await world.staff.try(registrationRoutes.handOverLead, { params: { id: first }, body })).status).toBeLessThan(300)
    expect([await sumOf(), await sumOf(other)]).toEqual([0, 0])
    await world.check()
    await world.check(other.userId)
  })

  test('leads that are imported as signed count', async () => {
    const rows = [1, 2, 3].map((number) => ({
      name: 'Paul Bernard',
      company: `Import ${world.receipts.mail.partners} ${number}`,
      amount: '1000',
      status: 'Signé',
      email: `import${world.receipts.mail.partners}-${number}@exemple.fr`,
      offer: number === 2 ? 'automation' : 'custom',
    }))
    const done = await leadsOf(world.receipts.app, world.partner).add(rows)
    expect(done.map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'imported'])
    expect(await sumOf()).toBe(50_000)
    await world.check()
  })

  test('one file has payments of leads under several rules', async () => {
    const bonus = { measure: 'amount', per: 'year', from: 1, pays: { percent: 5 }, counts: 'all' } as const
    const paid = { base: 'client_payment', rate: { percent: 10 } } as const
    await world.longAgo(async () => {
      expect((await world.publish(ruleOf({ ...paid, bonuses: [bonus] }))).status).toBe(201)
      expect((await world.publish(ruleOf(paid), { offer: 'custom' })).status).toBe(201)
    })
    const ids = [await world.sign(100_000), await world.sign(100_000, world.partner, 'custom')]
    const rows = ids.map((leadId) => ({ leadId, reference: 'I-1', receivedOn: world.receipts.today, amount: '100,00' }))
    const done = await paymentsOf(world.receipts.app, world.staff).record(rows, { all: true })
    expect(done.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
    expect((await world.lines()).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(2_100)
    await world.check()
  })

  test('the simulator pays it once for offers of several rules', async () => {
    const { rules = [], tiers, totalRevenueCents } = await world.partner.call(tierRoutes.myStanding, {})
    const signings = ['star', 'automation', 'custom'].map((offer) => ({ key: offer, offer, revenueCents: 100_000 }))
    const start = { rules, tiers, revenueCents: totalRevenueCents, day: world.receipts.today }
    const { bonuses } = simulateByRules(start, signings, 'oneByOne')
    expect(bonuses.map(({ amountCents }) => amountCents)).toEqual([50_000])
  })

  test('an offer’s rule has none: it is refused at its field', async () => {
    const refused = await world.publish(ruleOf({ bonuses: [third] }), { offer: 'star' })
    expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([422, ['definition.bonuses.0.counts']])
  })

  test('the preview of a rule for every offer counts the leads of other rules and compares its own', async () => {
    await signThree()
    const before = await world.previewFor(ruleOf({ rate: { percent: 10 }, bonuses: [third] }), { offer: null })
    expect(before.own).toBeUndefined()
    const doubled = await world.previewFor(ruleOf({ rate: { percent: 20 }, bonuses: [{ ...third, from: 4 }] }), { offer: null })
    expect(doubled.own).toMatchObject({ nowCents: 60_000, thenCents: 20_000, bonusCents: 0 })
    const ofOffer = await world.previewFor(ruleOf({ rate: null, fixedCents: 30_000 }), { offer: 'automation' })
    expect(ofOffer.own).toMatchObject({ nowCents: 25_000, thenCents: 30_000, bonusCents: 0 })
  })

  test('a further version of the rule leaves the quarter that has begun its bonus', async () => {
    const after = 2
    expect((await world.publish(ruleOf({ rate: { percent: 10 } }), { partnerId: null, after })).status).toBe(201)
    await signThree()
    expect(await sumOf()).toBe(50_000)
    await world.check()
  })

  test('a percentage over all offers warns of the highest rate that it comes beside', async () => {
    const bonuses = [{ measure: 'revenue', per: 'year', from: 100, pays: { percent: 70 }, counts: 'all' }] as const
    const { status, body } = await world.staff.try(ruleRoutes.publishRule, {
      body: {
        partnerId: null,
        offer: null,
        after: 3,
        validFrom: world.receipts.today,
        definition: ruleOf({ rate: { percent: 10 }, bonuses }),
      },
    })
    expect([status, body.code, body.fields?.map(({ path }) => path)]).toEqual([
      409,
      'rule_pays_more_than_revenue',
      ['definition.rate'],
    ])
  })
})
