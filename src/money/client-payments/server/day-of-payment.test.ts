import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayText } from '#platform/domain/day-text.ts'
import { databaseKinds } from '#test/databases.ts'
import { paymentsOf } from '#test/imports.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import { clientPaymentRoutes } from '../api/client-payments.ts'

const [signedOn, before, yearBefore, tooEarly] = ['2026-01-20', '2025-12-20', '2025-01-20', '2025-01-19'] as const

describe.each(databaseKinds('every'))('the day of a client’s payment on %s', (databaseKind) => {
  let world: RuleWorld
  const payments = () => paymentsOf(world.receipts.app, world.staff)
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
    world.receipts.app.passTo(`${signedOn}T10:00:00Z`)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(() => world.receipts.mail.next())

  const record = (leadId: string, receivedOn: string, seenCommissionCents?: number) => {
    const seen = seenCommissionCents === undefined ? {} : { seenCommissionCents }
    const body = { leadId, reference: 'F-1', netCents: 100_000, receivedOn, ...seen }
    return world.staff.try(clientPaymentRoutes.recordClientPayment, { body })
  }
  const preview = (leadId: string, receivedOn: string) =>
    world.staff.call(clientPaymentRoutes.previewClientPayment, {
      params: { id: leadId },
      query: { netCents: 100_000, receivedOn },
    })
  const capped = ruleOf({ base: 'client_payment', rate: { percent: 50 }, cap: { leadCents: null, yearCents: 30_000 } })

  test('before the signature is recorded only by somebody who has seen what it makes', async () => {
    const leadId = await world.sign(400_000)
    const asked = await record(leadId, before)
    expect([asked.status, asked.body.code, asked.body.facts]).toEqual([
      409,
      'client_payment_before_signature',
      { signedOn, year: '2025', commissionCents: 15_000, partner: 'Marie Dupont' },
    ])
    const said = await preview(leadId, before)
    expect([said.outcome, said.commissionCents]).toEqual(['ready', 15_000])
    for (const text of [said.message, asked.body.detail])
      for (const day of [before, signedOn]) expect(text).toContain(dayText(day))
    expect((await record(leadId, before, 14_999)).body.code).toBe('client_payment_before_signature')
    expect((await record(leadId, before, 15_000)).status).toBe(201)
    expect((await record(leadId, before)).body.outcome).toBe('repeated')
    expect((await preview(leadId, signedOn)).message).toBeNull()
  })

  test('before the signature says which year’s cap it counts for', async () => {
    await world.publish(capped)
    const [one, other] = [await world.sign(400_000), await world.sign(400_000)]
    expect((await record(one, signedOn)).body.payment.commissionCents).toBe(30_000)
    expect((await preview(other, signedOn)).commissionCents).toBe(0)
    const asked = await record(other, before)
    expect(asked.body.facts).toMatchObject({ year: '2025', capCents: 30_000, commissionCents: 30_000 })
    expect(asked.body.detail).toContain('The payment counts for 2025')
    expect((await record(other, before, 30_000)).status).toBe(201)
    await world.check()
  })

  test('above the expected sum and before the signature is asked about once', async () => {
    const leadId = await world.sign(50_000)
    const asked = await record(leadId, before)
    expect(asked.body.code).toBe('client_payment_above_expected')
    expect(asked.body.facts).toMatchObject({ aboveCents: 50_000, signedOn, commissionCents: 15_000 })
    expect(asked.body.detail).toContain(dayText(before))
    expect((await record(leadId, before, 15_000)).status).toBe(201)
  })

  test('is no more than a year before the signature', async () => {
    const leadId = await world.sign(400_000)
    for (const day of [tooEarly, '1900-01-01']) {
      const { status, body } = await record(leadId, day, 15_000)
      expect([status, body.fields?.map(({ path }) => path)]).toEqual([422, ['receivedOn']])
      expect((await preview(leadId, day)).outcome).toBe('refused')
    }
    expect((await record(leadId, yearBefore, 15_000)).status).toBe(201)
  })

  test('is not after that of its refund', async () => {
    const leadId = await world.sign(400_000)
    const { payment } = (await record(leadId, signedOn)).body
    const refused = await world.receipts.refund(payment.id, 1000, 'A-1', { receivedOn: '2026-01-19' })
    expect([refused.status, refused.body.fields?.map(({ path }) => path)]).toEqual([422, ['receivedOn']])
    expect((await world.receipts.refund(payment.id, 1000, 'A-1', { receivedOn: signedOn })).status).toBe(201)
  })

  const row = (leadId: string, reference: string, receivedOn: string) => ({ leadId, reference, receivedOn, amount: '1000' })

  test('of a file before the signature is said at its row, and left out until it was seen', async () => {
    const leadId = await world.sign(400_000)
    const rows = [row(leadId, 'F-1', before), row(leadId, 'F-2', signedOn), row(leadId, 'F-3', tooEarly)]
    const checked = await payments().check(rows)
    expect(checked.map(({ outcome, read }) => [outcome, read?.toConfirm])).toEqual([
      ['ready', true],
      ['ready', false],
      ['refused', undefined],
    ])
    expect(checked.map(({ messages }) => messages.map(({ path }) => path))).toEqual([['receivedOn'], [], ['receivedOn']])
    expect(checked[0]?.messages[0]?.message).toContain(dayText(signedOn))
    const take = async (seenCents: number) => (await payments().record(rows, { seenCents })).map(({ outcome }) => outcome)
    expect(await take(0)).toEqual(['refused', 'imported', 'refused'])
    expect(await take(15_000)).toEqual(['imported', 'repeated', 'refused'])
  })

  test('of a file after the client has left is said at its row', async () => {
    const leadId = await world.longAgo(async () => {
      await world.publish(ruleOf({ base: 'client_payment', rate: { percent: 10 }, reduction: { months: 24 } }))
      return world.sign(400_000)
    }, 31)
    const rows = [row(leadId, 'F-1', signedOn)]
    const check = async () => (await payments().check(rows))[0]
    expect((await check())?.messages).toEqual([])
    await world.left(leadId)
    const checked = await check()
    expect([checked?.outcome, checked?.read?.commissionCents, checked?.read?.toConfirm]).toEqual(['ready', 417, false])
    expect(checked?.messages.map(({ message }) => message)).toEqual([
      'The client left after 1 of 24 months: the payment is worth that part of its commission.',
    ])
    expect((await preview(leadId, signedOn)).note).toContain('after 1 of 24 months')
    const done = await payments().record(rows)
    expect(done[0]?.messages).toEqual(checked?.messages)
    expect(done[0]?.read?.commissionCents).toBe(417)
    await world.check()
  })
})
