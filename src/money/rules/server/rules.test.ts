import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import { ruleRoutes } from '../api/rules.ts'

describe.each(databaseKinds())('commission rules on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const ofPartner = async () =>
    (await world.staff.call(ruleRoutes.listRules, { query: { partnerId: world.partner.userId } })).rules[0]

  test('a lead keeps the version of the day on which it was signed, and says which made its lines', async () => {
    const before = await world.sign(1_000_000)
    await world.publish(ruleOf({ rate: { percent: 10 }, fixedCents: 25_000 }))
    const first = await world.sign(1_000_000)
    await world.publish(ruleOf({ rate: { percent: 20 } }), { after: 1 })
    const second = await world.sign(1_000_000)
    await world.publish(null, { after: 2 })
    const after = await world.sign(1_000_000)
    const told = async (id: string) =>
      (await world.linesOf(id)).map(({ kind, amountCents, rule }) => [
        kind,
        amountCents,
        rule?.name,
        rule?.arithmetic?.replace(/\s/g, ' ') ?? null,
      ])
    const ofProgramme = ['deal', 150_000, 'Règle du programme, version 1', null]
    expect(await told(before)).toEqual([ofProgramme])
    expect((await told(first)).sort()).toEqual([
      ['deal', 100_000, 'Conditions propres, version 1', '10 000,00 € × 10 % = 1 000,00 €'],
      ['fixed', 25_000, 'Conditions propres, version 1', 'forfait : 250,00 €'],
    ])
    expect(await told(second)).toEqual([['deal', 200_000, 'Conditions propres, version 2', '10 000,00 € × 20 % = 2 000,00 €']])
    expect(await told(after)).toEqual([ofProgramme])
    expect((await ofPartner())?.versions.map(({ version, state }) => [version, state])).toEqual([
      [3, 'current'],
      [2, 'past'],
      [1, 'past'],
    ])
  })

  test('a partner reads the rules that apply to them today, where these are more than the rate of the tier', async () => {
    const rules = async () => (await world.partner.call(tierRoutes.myStanding, {})).rules
    expect(await rules()).toBeUndefined()
    const own = ruleOf({ rate: null, fixedCents: 40_000 })
    await world.publish(own)
    await world.publish(ruleOf({ rate: { percent: 11 } }), { after: 1, validFrom: '2126-01-01' })
    expect(await rules()).toContainEqual({ offer: null, isOwn: true, definition: own })
    expect(await rules()).toHaveLength(2)
  })

  test('whom the rate of no tier reaches is said to be paid by own terms', async () => {
    const paidBy = async () => (await world.partner.call(tierRoutes.myStanding, {})).paidBy
    const ofStaff = async () =>
      (await world.staff.call(partnerProfileRoutes.getPartnerProfile, { params: { id: world.partner.userId } })).standing.paidBy
    expect([await paidBy(), await ofStaff()]).toEqual([undefined, undefined])
    await world.publish(ruleOf({ rate: null, fixedCents: 40_000 }))
    expect([await paidBy(), await ofStaff()]).toEqual(['own_terms', 'own_terms'])
    await world.publish(ruleOf({}), { offer: 'star' })
    expect([await paidBy(), await ofStaff()]).toEqual([undefined, undefined])
  })

  test('a version to come is withdrawn, one that has begun is not', async () => {
    await world.publish(ruleOf({ rate: { percent: 10 } }))
    await world.publish(ruleOf({ rate: { percent: 11 } }), { after: 1, validFrom: '2126-01-01' })
    const id = (await ofPartner())?.id ?? ''
    const withdraw = (version: number) => world.staff.try(ruleRoutes.withdrawRule, { params: { id, version } })
    expect((await withdraw(1)).body.code).toBe('rule_version_in_force')
    expect((await withdraw(2)).status).toBe(200)
    expect((await ofPartner())?.versions).toHaveLength(1)
  })

  test('a rule that could pay more than the revenue is published once that is confirmed', async () => {
    const body = {
      partnerId: world.partner.userId,
      offer: null,
      validFrom: world.receipts.today,
      after: 0,
      definition: ruleOf({ rate: { percent: 99 }, fixedCents: 100_000 }),
    }
    const asked = await world.staff.try(ruleRoutes.publishRule, { body })
    expect([asked.status, asked.body.code]).toEqual([409, 'rule_pays_more_than_revenue'])
    expect((await world.staff.try(ruleRoutes.publishRule, { body: { ...body, confirmed: true } })).status).toBe(201)
  })

  test('a version that begins before the day, or after what somebody else has published, is refused', async () => {
    const rule = ruleOf({ rate: { percent: 10 } })
    expect(
      (await world.publish(rule, { validFrom: '2020-01-01' })).body.fields.map(({ path }: { path: string }) => path),
    ).toEqual(['validFrom'])
    await world.publish(rule)
    expect((await world.publish(rule)).body.code).toBe('commission_rules_changed_meanwhile')
  })
})
