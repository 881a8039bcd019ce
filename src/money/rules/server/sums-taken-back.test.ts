import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'

describe.each(databaseKinds('every'))('sums without revenue on %s', (databaseKind) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
    world.toMidQuarter()
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const fixed = { rate: null, fixedCents: 50_000 } as const
  const reached = { measure: 'signatures', per: 'quarter', from: 1, pays: { cents: 7_000 } } as const
  const seen = (leftCents: number) => ({ revenueCents: 0, leftCents })
  const amounts = async () => (await world.lines()).map(({ kind, amountCents }) => [kind, amountCents])

  test('a fixed sum for a lead of 0 € is taken back whole, once, as it was seen', async () => {
    await world.publish(ruleOf(fixed))
    const leadId = await world.sign(0, world.staff)
    expect((await world.validate(leadId)).status).toBe(200)
    const [line] = await world.linesOf(leadId)
    expect((await world.staff.call(commissionRoutes.listCommissions, { query: {} })).items[0]?.can.reverse).toBe(true)
    expect((await world.takeLineBack(line?.id ?? '', seen(49_999))).body.code).toBe('commissions_changed')
    const taken = await world.takeLineBack(line?.id ?? '', seen(50_000))
    expect([taken.status, taken.body.amountCents]).toEqual([201, -50_000])
    expect((await world.takeLineBack(line?.id ?? '', seen(50_000))).body.code).toBe('commissions_changed')
    expect((await world.takeLineBack(line?.id ?? '', seen(0))).body.code).toBe('commissions_changed')
    expect(await amounts()).toEqual([
      ['fixed', 50_000],
      ['clawback', -50_000],
    ])
    await world.check()
  })

  test('what has revenue is not taken back without it', async () => {
    await world.publish(ruleOf({ rate: { percent: 10 } }))
    const leadId = await world.sign(100_000, world.staff)
    await world.validate(leadId)
    const [line] = await world.linesOf(leadId)
    const nothing = () => world.takeLineBack(line?.id ?? '', { revenueCents: 0, leftCents: 100_000 })
    const invalid = { status: 422, body: { code: 'invalid_input', fields: [{ path: 'revenueCents' }] } }
    expect(await nothing()).toMatchObject(invalid)
    await world.takeBack(leadId)
    expect(await nothing()).toMatchObject(invalid)
  })

  test('of a shared lead of 0 € each partner’s part goes', async () => {
    const other = await world.receipts.app.newPartner(`somme${world.receipts.mail.partners}@exemple.fr`)
    for (const partnerId of [world.partner.userId, other.userId]) await world.publish(ruleOf(fixed), { partnerId })
    const leadId = await world.signShared(0, [other, 40])
    for (const line of [...(await world.lines()), ...(await world.linesFor(other))]) await world.validateLine(line.id)
    const [line] = await world.linesOf(leadId)
    expect((await world.takeLineBack(line?.id ?? '', seen(30_000))).status).toBe(201)
    const all = [...(await world.lines()), ...(await world.linesFor(other))]
    expect(all.map(({ amountCents }) => amountCents)).toEqual([30_000, -30_000, 20_000, -20_000])
    await world.check()
    await world.check(other.userId)
  })

  test('a bonus is taken back, and is not paid again', async () => {
    await world.longAgo(() => world.publish(ruleOf({ ...fixed, bonuses: [reached] })))
    await world.sign(0, world.staff)
    const bonus = (await world.lines()).find(({ kind }) => kind === 'bonus')
    expect((await world.validateLine(bonus?.id ?? '')).status).toBe(200)
    expect((await world.takeLineBack(bonus?.id ?? '', seen(7_000))).status).toBe(201)
    await world.sign(0, world.staff)
    const sums = (await world.lines()).filter(({ lead }) => lead === null).map(({ amountCents }) => amountCents)
    expect(sums).toEqual([7_000, -7_000])
    await world.check()
  })

  test('what is taken back of a lead of 0 € undoes the bonus that counted its signature', async () => {
    await world.longAgo(() => world.publish(ruleOf({ ...fixed, bonuses: [reached] })))
    const leadId = await world.sign(0, world.staff)
    for (const line of await world.lines()) await world.validateLine(line.id)
    const [line] = await world.linesOf(leadId)
    expect((await world.takeLineBack(line?.id ?? '', seen(50_000))).status).toBe(201)
    expect((await world.lines()).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
    await world.check()
  })
})
