import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { databaseKinds } from '#test/databases.ts'
import { paymentsOf } from '#test/imports.ts'
import { RuleWorld, ruleOf } from '#test/rule-world.ts'
import { type Client, password } from '#test/test-app.ts'
import { ruleRoutes } from '../api/rules.ts'

const day = 86_400_000
const recurring = ruleOf({ base: 'client_payment', rate: { percent: 10 } })

describe.each(databaseKinds('every'))('recurring commissions of who goes away on %s', (databaseKind) => {
  let world: RuleWorld
  let other: Client
  beforeAll(async () => {
    world = await RuleWorld.open(databaseKind)
    // Months pass: sessions of staff last until today.
    world.receipts.app.pass(-300 * day)
  })
  afterAll(() => world.receipts.mail.close())
  beforeEach(async () => {
    await world.receipts.mail.next()
    other = await world.receipts.app.newPartner(`suite${world.receipts.mail.partners}@exemple.fr`)
    for (const partnerId of [world.partner.userId, other.userId]) await world.publish(recurring, { partnerId })
  })

  let payments = 0
  const pay = async (leadId: string, netCents: number, receivedOn = world.receipts.today) => {
    payments += 1
    const answer = await world.receipts.record(leadId, netCents, `F-${payments}`, { receivedOn })
    expect(answer.body).toMatchObject({ outcome: 'recorded' })
    return answer.body.payment
  }
  const remove = (recurringChoice?: 'keep' | 'end', id = world.partner.userId) =>
    world.staff.try(partnerRoutes.deletePartner, {
      params: { id },
      query: recurringChoice === undefined ? {} : { recurring: recurringChoice },
    })
  const endNow = (id = world.partner.userId) => world.staff.try(ruleRoutes.endRecurring, { params: { id } })
  const handOver = (id: string, partnerId = other.userId) =>
    world.staff.try(registrationRoutes.handOverLead, { params: { id }, body: { partnerId, message: 'Reprise du client' } })
  const brought = async (partnerId = world.partner.userId) => {
    const { items } = await world.staff.call(commissionRoutes.listCommissions, { query: { partnerId, limit: 200, sort: 'date' } })
    return items.map(({ amountCents }) => amountCents)
  }
  const tomorrow = () => world.receipts.app.pass(day)
  const check = async () => {
    await world.check()
    await world.check(other.userId)
  }

  test('the deletion of a partner with leads that go on earning asks what becomes of them', async () => {
    const [one, two] = [await world.sign(100_000), await world.sign(100_000)]
    await pay(one, 50_000)
    const { recurring: shown } = await world.staff.call(partnerCorrectionRoutes.deletionEffects, {
      params: { id: world.partner.userId },
    })
    expect(shown).toEqual({ leads: 2, lastYearCents: 5_000 })
    const refused = await remove()
    expect([refused.status, refused.body.code, refused.body.facts]).toEqual([409, 'recurring_undecided', { leads: 2 }])
    expect(refused.body.detail).toContain('2 leads go on')
    expect((await remove('keep')).status).toBe(204)
    tomorrow()
    await pay(two, 30_000)
    expect(await brought()).toEqual([5_000, 3_000])
    await check()
  })

  test('who earns nothing more is deleted without a question', async () => {
    await world.publish(ruleOf({ rate: { percent: 10 } }), { after: 1 })
    await world.sign(100_000)
    expect((await remove()).status).toBe(204)
  })

  test('a first payment that is there, and months that are over, are nothing that goes on', async () => {
    await world.publish(ruleOf({ ...recurring, when: { first: true } }), { after: 1 })
    const first = await world.sign(100_000)
    await world.publish(ruleOf({ ...recurring, when: { months: 1 } }), { after: 2 })
    await world.sign(100_000)
    expect((await remove()).body.facts).toEqual({ leads: 2 })
    const { id } = await pay(first, 10_000)
    expect((await remove()).body.facts).toEqual({ leads: 1 })
    await world.receipts.refund(id, 10_000, 'A-F')
    expect((await remove()).body.facts).toEqual({ leads: 2 })
    await pay(first, 10_000)
    world.receipts.app.pass(31 * day)
    expect((await remove()).status).toBe(204)
  })

  const sum = (cents: readonly number[]) => cents.reduce((total, each) => total + each, 0)

  test('ended with the deletion, later payments bring nothing, in whatever order they are recorded', async () => {
    const [one, two] = [await world.sign(100_000), await world.sign(100_000)]
    const last = world.receipts.today
    const { id } = await pay(one, 40_000)
    expect((await remove('end')).status).toBe(204)
    tomorrow()
    await pay(one, 20_000)
    await pay(two, 20_000)
    await pay(two, 40_000, last)
    expect(await brought()).toEqual([4_000, 4_000])
    // What counts is taken back as before.
    await world.receipts.refund(id, 10_000, 'A-1')
    expect(sum(await brought())).toBe(7_000)
    expect((await world.receipts.receipts(one, world.staff)).ended).toMatchObject([
      { partner: { id: world.partner.userId, deleted: true }, on: last },
    ])
    await check()
  })

  test('whoever is kept is ended later, once; who has access is not', async () => {
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    expect((await endNow()).body.code).toBe('partner_active')
    expect((await endNow(leadId)).status).toBe(404)
    await remove('keep')
    tomorrow()
    await pay(leadId, 10_000)
    const params = { id: world.partner.userId }
    const before = await world.staff.call(partnerProfileRoutes.getPartnerProfile, { params })
    expect(before.recurring).toEqual({ leads: 1, lastYearCents: 2_000 })
    expect((await endNow()).body).toEqual({ leads: 1 })
    expect((await endNow()).body).toEqual({ leads: 0 })
    tomorrow()
    await pay(leadId, 10_000)
    expect(await brought()).toEqual([1_000, 1_000])
    const { items } = await world.staff.call(leadRoutes.leadTimeline, { params: { id: leadId }, query: {} })
    expect(items.filter(({ what }) => what === 'lead.earnings_ended')).toHaveLength(1)
    await check()
  })

  test('the invitation of who has not come in yet is withdrawn in the same way', async () => {
    const form = { email: `venir${world.receipts.mail.partners}@exemple.fr`, fullName: 'Luc Avenir' }
    const { id } = await world.staff.call(partnerRoutes.invite, { body: form })
    await world.publish(recurring, { partnerId: id })
    const lead = { name: 'Paul Bernard', company: `Avenir ${id}`, email: 'avenir@client.fr', offerType: 'star' as const }
    const body = { ...lead, estimatedAmountCents: 100_000, partnerId: id }
    const added = await world.staff.call(leadRoutes.addLead, { body })
    await world.staff.call(leadRoutes.moveLead, { params: { id: added.id }, body: { from: 'nouveau', to: 'signe' } })
    const withdraw = (query: { recurring?: 'end' }) =>
      world.staff.try(partnerRoutes.withdrawInvitation, { params: { id }, query })
    expect((await withdraw({})).body.code).toBe('recurring_undecided')
    expect((await withdraw({ recurring: 'end' })).status).toBe(204)
    tomorrow()
    await pay(added.id, 10_000)
    expect(await brought(id)).toEqual([])
  })

  test('a merged partner goes on earning until that is ended, and its leads are handed over', async () => {
    const [one, two] = [await world.sign(100_000), await world.sign(100_000)]
    await pay(one, 10_000)
    const merge = { id: world.partner.userId }
    const { state } = await world.staff.call(mergingRoutes.mergePreview, {
      params: merge,
      query: { intoPartnerId: other.userId },
    })
    await world.staff.call(mergingRoutes.mergePartner, {
      params: merge,
      body: { intoPartnerId: other.userId, state, reason: 'Fusion des deux cabinets', password, ownersBecome: 'owner' },
    })
    tomorrow()
    await pay(one, 10_000)
    expect((await handOver(two)).status).toBe(200)
    expect((await endNow()).body).toEqual({ leads: 1 })
    tomorrow()
    await pay(one, 10_000)
    await pay(two, 10_000)
    expect([await brought(), await brought(other.userId)]).toEqual([[1_000, 1_000], [1_000]])
    await check()
  })

  test('the lead of a deleted partner is handed over: who takes it over earns on what is paid after that day', async () => {
    const [one, two] = [await world.sign(100_000), await world.sign(100_000)]
    const { id } = await pay(one, 10_000)
    await remove('keep')
    tomorrow()
    const last = world.receipts.today
    for (const leadId of [one, two]) expect((await handOver(leadId)).status).toBe(200)
    tomorrow()
    await pay(one, 20_000)
    await pay(one, 30_000, last)
    await pay(two, 40_000)
    expect([await brought(), await brought(other.userId)]).toEqual([
      [1_000, 3_000],
      [2_000, 4_000],
    ])
    await world.receipts.refund(id, 10_000, 'A-1')
    expect([sum(await brought()), sum(await brought(other.userId))]).toEqual([3_000, 6_000])
    const own = await world.receipts.receipts(one, other)
    expect([own.expectedCents, own.receivedCents, own.ended]).toEqual([90_000, 50_000, []])
    await check()
  })

  test('handed over after the end, what was paid in between is nobody’s', async () => {
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    await remove('end')
    tomorrow()
    const between = world.receipts.today
    tomorrow()
    expect((await handOver(leadId)).status).toBe(200)
    tomorrow()
    await pay(leadId, 20_000, between)
    await pay(leadId, 30_000)
    expect([await brought(), await brought(other.userId)]).toEqual([[1_000], [3_000]])
    await check()
  })

  test('months and the departure of the client go on counting with who takes over', async () => {
    const months = ruleOf({ ...recurring, when: { months: 3 }, reduction: { months: 4 } })
    for (const partnerId of [world.partner.userId, other.userId]) await world.publish(months, { partnerId, after: 1 })
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    world.receipts.app.pass(40 * day)
    await handOver(leadId)
    tomorrow()
    await pay(leadId, 20_000)
    world.receipts.app.pass(60 * day)
    await pay(leadId, 20_000)
    expect([await brought(), await brought(other.userId)]).toEqual([[1_000], [2_000]])
    // Three of four months are over.
    expect((await world.left(leadId)).status).toBe(204)
    expect([sum(await brought()), sum(await brought(other.userId))]).toEqual([750, 1_500])
    await check()
  })

  test('who takes over under a rule for the first payment earns on none but that', async () => {
    const first = ruleOf({ ...recurring, when: { first: true } })
    await world.publish(first, { partnerId: other.userId, after: 1 })
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    expect((await handOver(leadId)).status).toBe(200)
    tomorrow()
    await pay(leadId, 20_000)
    expect(await brought(other.userId)).toEqual([])
    await check()
  })

  test('a first payment that staff took back whole is none, also for who takes the lead over', async () => {
    const first = ruleOf({ ...recurring, when: { first: true } })
    for (const partnerId of [world.partner.userId, other.userId]) await world.publish(first, { partnerId, after: 1 })
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    const [line] = await world.linesOf(leadId)
    await world.takeLineBack(line?.id ?? '', { revenueCents: 10_000, leftCents: 10_000 })
    expect((await remove()).body.facts).toEqual({ leads: 1 })
    expect((await handOver(leadId)).status).toBe(200)
    tomorrow()
    await pay(leadId, 20_000)
    expect([sum(await brought()), await brought(other.userId)]).toEqual([0, [2_000]])
    await check()
  })

  test('who takes over after the departure earns the months that the client stayed', async () => {
    const leaving = ruleOf({ ...recurring, reduction: { months: 4 } })
    for (const partnerId of [world.partner.userId, other.userId]) await world.publish(leaving, { partnerId, after: 1 })
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    world.receipts.app.pass(40 * day)
    expect((await world.left(leadId)).status).toBe(204)
    expect((await handOver(leadId)).status).toBe(200)
    tomorrow()
    await pay(leadId, 20_000)
    expect([sum(await brought()), await brought(other.userId)]).toEqual([250, [500]])
    await check()
  })

  test('a payment before the hand-over is not asked about, one before the client’s signature is', async () => {
    const leadId = await world.sign(100_000)
    const since = world.receipts.today
    await pay(leadId, 10_000)
    world.receipts.app.pass(40 * day)
    const taken = world.receipts.today
    expect((await handOver(leadId)).status).toBe(200)
    const previewed = (receivedOn: string) =>
      world.staff.call(clientPaymentRoutes.previewClientPayment, { params: { id: leadId }, query: { netCents: 100, receivedOn } })
    const before = new Date(Date.parse(since) - day).toISOString().slice(0, 10)
    const notes = [await previewed(since), await previewed(before)].map(({ message, note }) => [message, note])
    const notYet = expect.stringContaining(dayText(taken))
    expect(notes).toEqual([
      [null, notYet],
      [expect.stringContaining(dayText(since)), notYet],
    ])
  })

  test('a rule that pays nothing of the payments takes nothing over, nor who has earned on the lead', async () => {
    const leadId = await world.sign(100_000)
    await pay(leadId, 10_000)
    await world.publish(ruleOf({ rate: { percent: 20 } }), { partnerId: other.userId, after: 1 })
    const refused = await handOver(leadId)
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_input'])
    await world.publish(recurring, { partnerId: other.userId, after: 2 })
    expect((await handOver(leadId)).status).toBe(200)
    expect((await handOver(leadId, world.partner.userId)).body.code).toBe('invalid_input')
    await check()
  })

  test('a share ends with its partner, and the other parts stay as they are', async () => {
    const third = await world.receipts.app.newPartner(`tiers${world.receipts.mail.partners}@exemple.fr`)
    await world.publish(recurring, { partnerId: third.userId })
    const leadId = await world.signShared(100_000, [other, 40])
    await pay(leadId, 10_000)
    expect((await remove('end', other.userId)).status).toBe(204)
    tomorrow()
    await pay(leadId, 10_000)
    expect([await brought(), await brought(other.userId)]).toEqual([[600, 600], [400]])
    expect((await handOver(leadId, third.userId)).status).toBe(200)
    tomorrow()
    await pay(leadId, 10_000)
    expect([await brought(), await brought(other.userId), await brought(third.userId)]).toEqual([[600, 600], [400], [600]])
    await check()
    await world.check(third.userId)
  })

  test('a lead without payments that was taken over is given back by staff alone', async () => {
    const leadId = await world.sign(100_000)
    await remove('end')
    expect((await handOver(leadId)).status).toBe(200)
    expect((await world.unsign(leadId, other)).body.code).toBe('lead_has_settled_commission')
    expect((await world.unsign(leadId, world.staff)).status).toBe(200)
    await check()
  })

  test('an import says at the row what a payment after the end brings', async () => {
    const leadId = await world.sign(100_000)
    const last = world.receipts.today
    await remove('end')
    tomorrow()
    const row = (reference: string, receivedOn: string) => ({ leadId, reference, receivedOn, amount: '100,00' })
    const rows = [row('I-1', world.receipts.today), row('I-2', last)]
    const payments = paymentsOf(world.receipts.app, world.staff)
    const checked = await payments.check(rows)
    expect(checked.map(({ read }) => read?.commissionCents)).toEqual([0, 1_000])
    await payments.record(rows, { all: true })
    expect(await brought()).toEqual([1_000])
    const query = { netCents: 5_000, receivedOn: world.receipts.today, reference: 'I-3' }
    const preview = await world.staff.call(clientPaymentRoutes.previewClientPayment, { params: { id: leadId }, query })
    expect([preview.outcome, preview.commissionCents]).toEqual(['ready', 0])
    expect([preview.message, preview.note]).toEqual([null, expect.stringContaining(dayText(last))])
    await check()
  })
})
