import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import type { Client } from '#test/test-app.ts'
import { disputeRoutes } from '../api.ts'

describe.each(databaseKinds())('disputes on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  const params = (id: string) => ({ params: { id } })
  const message = 'Le client a signé pour 2 000 €.'
  const validated = async (cents = 100_000) => {
    const id = await world.sign(cents)
    await world.validate(id)
    return id
  }
  const contest = (about: object, client = world.partner) =>
    client.try(disputeRoutes.openDispute, { body: { message, ...about } })
  const contested = async (about: object) => (await contest(about)).body
  const reply = (id: string, client: Client, text = 'Nous regardons.') =>
    client.try(disputeRoutes.replyToDispute, { ...params(id), body: { message: text } })
  const decide = (id: string, outcome: 'corrected' | 'upheld', client = world.app.admin) =>
    client.try(disputeRoutes.decideDispute, { ...params(id), body: { outcome, message: 'Le devis signé fait foi.' } })
  const withdraw = (id: string, client = world.partner) => client.try(disputeRoutes.withdrawDispute, params(id))
  const pay = (id: string) => world.app.admin.try(commissionRoutes.payCommission, { ...params(id), body: null })
  const rowOf = async (id: string, client = world.partner) =>
    (await client.call(commissionRoutes.listCommissions, { query: { limit: 200 } })).items.find((each) => each.id === id)
  const thread = async (id: string, client = world.partner) =>
    (await client.call(disputeRoutes.disputeMessages, { ...params(id), query: {} })).items
  const nextPayment = async () =>
    (await world.app.admin.call(partnerProfileRoutes.getPartnerProfile, { params: { id: world.partner.userId } })).money
      .nextPayment
  const inbox = () => inboxOf(world.app.admin)
  const bonus = { description: 'Complément', revenueCents: 100_000, commissionRate: 15 }
  const addBonus = () =>
    world.app.admin.call(commissionRoutes.addCommission, { body: { ...bonus, partnerId: world.partner.userId } })
  const lostLead = async () => {
    const form = { name: 'Zoé Petit', company: 'Zoe SARL', email: 'zoe@petit.example', offerType: 'star' as const }
    const { id } = await world.partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents: 100_000 } })
    await world.partner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'refuse' } })
    return id
  }

  test('a partner contests an amount: it is not paid, alone or among others, until staff decide', async () => {
    const id = await validated()
    const { status, body } = await contest({ commissionId: id, expectedCents: 30_000 })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        kind: 'amount',
        state: 'open',
        expectedCents: 30_000,
        openedAt: world.app.now.toISOString(),
        can: { reply: true, withdraw: true, uphold: false, closeCorrected: false },
      }),
    ])
    expect(body.commission).toMatchObject({ id, amountCents: 15_000, disputeState: 'open' })
    expect(await rowOf(id)).toMatchObject({ disputeState: 'open', can: { contest: false } })
    expect((await rowOf(id, world.app.admin))?.can).toMatchObject({ pay: false, reverse: true, contest: false })
    expect((await pay(id)).body.code).toBe('commission_disputed')
    const bulk = await world.app.admin.try(commissionRoutes.payCommissions, { body: { ids: [id], amountCents: 15_000 } })
    expect(bulk.body.code).toBe('commissions_changed')
    expect(await nextPayment()).toBeNull()
    expect((await decide(body.id, 'upheld')).body).toMatchObject({ state: 'upheld', closedAt: world.app.now.toISOString() })
    expect(await rowOf(id)).toMatchObject({ disputeState: 'upheld', can: { contest: true } })
    expect((await nextPayment())?.amountCents).toBe(15_000)
    expect((await pay(id)).status).toBe(200)
  })

  test('the database refuses the payment too', async () => {
    const id = await validated()
    await contested({ commissionId: id })
    const paidAnyway = world.app.portal.database.asActor(system, (tx) =>
      tx.updateTable('commissions').set({ status: 'paye', paid_at: new Date() }).where('id', '=', id).execute(),
    )
    await expect(paidAnyway).rejects.toThrow('a contested commission is not paid')
  })

  test('of a payment and a dispute at the same time both happen in turn, or the payment is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await validated()
      const [paid, opened] = await Promise.all([pay(id), contest({ commissionId: id })])
      expect(opened.status).toBe(201)
      const row = await rowOf(id)
      expect(row?.disputeState).toBe('open')
      if (paid.status === 200) expect(row?.status).toBe('paye')
      else expect([paid.body.code, row?.status]).toEqual(['commission_disputed', 'valide'])
    }
  })

  test('one dispute at a time, of several attempts at once too; after a decision another is possible', async () => {
    const id = await validated()
    const answers = await Promise.all([1, 2, 3].map(() => contest({ commissionId: id })))
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([201, 'dispute_exists', 'dispute_exists'])
    const leadId = await lostLead()
    const missing = await Promise.all([1, 2].map(() => contest({ leadId })))
    expect(missing.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([201, 'dispute_exists'])
    const open = answers.find(({ status }) => status === 201)?.body.id ?? ''
    await decide(open, 'upheld')
    expect((await contest({ commissionId: id })).status).toBe(201)
  })

  test('of two administrators who decide at once, one does', async () => {
    const { id } = await contested({ commissionId: await validated() })
    const second = await world.app.newPerson(`second-${id}@acme.example`, 'admin')
    await addBonus()
    const answers = await Promise.all([decide(id, 'upheld'), decide(id, 'corrected', second)])
    expect(answers.map((answer) => answer.body.code ?? answer.status).sort()).toEqual([200, 'dispute_closed'])
    expect(await thread(id)).toHaveLength(2)
    expect((await reply(id, world.partner)).body.code).toBe('dispute_closed')
    expect((await withdraw(id)).body.code).toBe('dispute_closed')
  })

  test('an answer keeps it unpaid, a reply opens it again, and the lead’s thread has both', async () => {
    const commissionId = await validated()
    const { id, lead } = await contested({ commissionId })
    expect((await reply(id, world.app.admin)).body).toMatchObject({ state: 'answered', answeredAt: world.app.now.toISOString() })
    expect((await pay(commissionId)).body.code).toBe('commission_disputed')
    expect((await reply(id, world.partner, 'Voici le devis signé.')).body).toMatchObject({ state: 'open' })
    await decide(id, 'upheld')
    const messages = (await thread(id)).map(({ body, mine, author }) => [body, mine, author.staff])
    expect(messages).toEqual([
      ['Le devis signé fait foi.', false, true],
      ['Voici le devis signé.', true, false],
      ['Nous regardons.', false, true],
      [message, true, false],
    ])
    await world.partner.call(leadRoutes.commentOnLead, { ...params(lead?.id ?? ''), body: { body: 'Merci' } })
    for (const client of [world.partner, world.app.admin]) {
      const { items } = await client.call(leadRoutes.leadComments, { ...params(lead?.id ?? ''), query: {} })
      expect(items.map(({ body, disputed }) => [body, disputed])).toEqual([
        ['Merci', false],
        ...messages.map(([body]) => [body, true]),
      ])
    }
    const { items: history } = await world.partner.call(leadRoutes.leadTimeline, { ...params(lead?.id ?? ''), query: {} })
    expect(history.slice(0, 4).map(({ what }) => what)).toEqual([
      'dispute.upheld',
      'dispute.replied',
      'dispute.answered',
      'dispute.opened',
    ])
    expect(history[3]?.amountCents).toBe(15_000)
  })

  test('a missing commission of a lost lead, or of none, is answered where there is no lead too', async () => {
    const ofLead = await contested({ leadId: await lostLead() })
    expect(ofLead).toMatchObject({ kind: 'missing', commission: null, lead: { name: 'Zoé Petit' } })
    const alone = await contested({ expectedCents: 5000 })
    expect(alone).toMatchObject({ kind: 'missing', commission: null, lead: null, expectedCents: 5000 })
    await reply(alone.id, world.app.admin)
    expect((await thread(alone.id)).map(({ body }) => body)).toEqual(['Nous regardons.', message])
    const { items } = await world.app.admin.call(disputeRoutes.listDisputes, { query: { partnerId: world.partner.userId } })
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([ofLead.id, alone.id]))
    const open = await world.app.admin.call(disputeRoutes.listDisputes, {
      query: { partnerId: world.partner.userId, state: 'open' },
    })
    expect(open.items.map(({ id }) => id)).toEqual([ofLead.id])
  })

  test('it is closed as corrected once something was: the amount, a part taken back, or a commission added', async () => {
    const pendingId = await world.sign(100_000)
    const pending = await contested({ commissionId: pendingId })
    const settled = await contested({ commissionId: await validated() })
    for (const { id } of [pending, settled]) expect((await decide(id, 'corrected')).body.code).toBe('dispute_not_corrected')
    const from = { revenueCents: 100_000, commissionRate: 15 }
    await world.app.admin.call(commissionRoutes.correctCommission, {
      ...params(pendingId),
      body: { ...from, revenueCents: 200_000, from },
    })
    expect((await decide(settled.id, 'corrected')).body.code).toBe('dispute_not_corrected')
    expect((await decide(pending.id, 'corrected')).body).toMatchObject({
      state: 'corrected',
      commission: { amountCents: 30_000 },
    })
    await addBonus()
    const { items } = await world.app.admin.call(disputeRoutes.listDisputes, { query: { state: 'open' } })
    expect(items.find(({ id }) => id === settled.id)?.can).toMatchObject({ closeCorrected: true, uphold: true })
    expect((await decide(settled.id, 'corrected')).status).toBe(200)
    const commissionId = await validated()
    const dispute = await contested({ commissionId })
    await world.app.admin.call(commissionRoutes.reverseCommission, {
      ...params(commissionId),
      body: { revenueCents: 1000, leftCents: 100_000, reason: 'Avoir du client' },
    })
    expect((await decide(dispute.id, 'corrected')).status).toBe(200)
  })

  test('a withdrawn dispute lets the commission be paid; only its partner withdraws', async () => {
    const id = await validated()
    const dispute = await contested({ commissionId: id })
    const other = await world.app.newPartner(`other-${dispute.id}@exemple.fr`)
    expect((await withdraw(dispute.id, other)).status).toBe(404)
    expect((await withdraw(dispute.id, world.app.admin)).status).toBe(403)
    expect((await withdraw(dispute.id)).body).toMatchObject({ state: 'withdrawn', can: { reply: false, withdraw: false } })
    expect((await pay(id)).status).toBe(200)
  })

  test('what belongs to others can neither be contested nor read', async () => {
    const id = await validated()
    const leadId = await lostLead()
    const other = await world.app.newPartner(`stranger-${id}@exemple.fr`)
    expect((await contest({ commissionId: id }, other)).status).toBe(404)
    expect((await contest({ leadId }, other)).status).toBe(404)
    const dispute = await contested({ commissionId: id })
    expect((await reply(dispute.id, other)).status).toBe(404)
    const read = await other.try(disputeRoutes.disputeMessages, { ...params(dispute.id), query: {} })
    expect(read.status).toBe(404)
    expect((await other.call(disputeRoutes.listDisputes, { query: { partnerId: world.partner.userId } })).items).toEqual([])
  })

  test('a lead that is still open cannot be contested', async () => {
    const { id } = await world.partner.call(leadRoutes.addLead, {
      body: { name: 'Ana', company: 'Ana SA', email: 'ana@ana.example', offerType: 'star', estimatedAmountCents: 100 },
    })
    expect((await contest({ leadId: id })).body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'leadId' }] })
  })

  test('a dispute is about one commission or lead, and says why', async () => {
    const id = await validated()
    expect((await contest({ commissionId: id, message: 'Trop bas' })).body.fields?.[0]?.path).toBe('message')
    expect((await contest({ commissionId: id, leadId: await lostLead() })).body.fields?.[0]?.path).toBe('leadId')
  })

  test('a contested commission and its lead stay until the dispute is decided', async () => {
    const commissionId = await world.sign(100_000)
    const { id, lead } = await contested({ commissionId })
    const ofLead = params(lead?.id ?? '')
    const move = () => world.partner.try(leadRoutes.moveLead, { ...ofLead, body: { from: 'signe', to: 'nouveau' } })
    expect((await move()).body.code).toBe('commission_disputed')
    expect((await world.partner.try(leadRoutes.deleteLead, ofLead)).body.code).toBe('commission_disputed')
    const leadId = await lostLead()
    await contested({ leadId })
    expect((await world.partner.try(leadRoutes.deleteLead, params(leadId))).body.code).toBe('commission_disputed')
    const bonusRow = await addBonus()
    await contested({ commissionId: bonusRow.id })
    const removed = await world.app.admin.try(commissionRoutes.removeCommission, params(bonusRow.id))
    expect(removed.body.code).toBe('commission_disputed')
    await decide(id, 'upheld')
    expect((await move()).status).toBe(200)
    const { items } = await world.partner.call(disputeRoutes.listDisputes, { query: { leadId: lead?.id } })
    expect(items).toMatchObject([{ id, state: 'upheld', commission: null }])
    expect(await thread(id)).toHaveLength(2)
  })

  test('nobody answers or decides a dispute of their own', async () => {
    const { id } = await contested({ commissionId: await validated() })
    await world.app.changeRole(world.partner, 'admin')
    const own = world.partner
    expect([(await reply(id, own)).body.code, (await decide(id, 'upheld', own)).body.code]).toEqual([
      'own_commission',
      'own_commission',
    ])
    const { items } = await own.call(disputeRoutes.listDisputes, { query: { partnerId: own.userId } })
    expect(items.flatMap(({ can }) => Object.values(can)).some(Boolean)).toBe(false)
  })

  test('staff find contested commissions by a filter with its sums', async () => {
    const [id] = [await validated(), await validated()]
    await contested({ commissionId: id })
    const query = { disputed: 'yes' as const, partnerId: world.partner.userId }
    const { items } = await world.app.admin.call(commissionRoutes.listCommissions, { query })
    expect(items.map((row) => row.id)).toEqual([id])
    for (const search of [undefined, 'bernard', 'nobody']) {
      const { byStatus } = await world.app.admin.call(commissionRoutes.commissionSummary, { query: { ...query, search } })
      const count = byStatus.reduce((sum, each) => sum + each.count, 0)
      expect([search, count]).toEqual([search, search === 'nobody' ? 0 : 1])
    }
  })

  test('the inbox of staff counts open disputes, with the age of the oldest', async () => {
    const before = (await inbox()).disputesOpen
    await contested({ commissionId: await validated() })
    const now = await inbox()
    expect(now.disputesOpen).toBe(before + 1)
    const { items: open } = await world.app.admin.call(disputeRoutes.listDisputes, { query: { state: 'open', limit: 200 } })
    expect(open).toHaveLength(before + 1)
    expect(now.oldestDisputeAt).toBe(open.at(-1)?.openedAt)
  })

  test('partners get a mail with each answer, unless they switched it off', async () => {
    const { id } = await contested({ commissionId: await validated() })
    await world.received()
    await reply(id, world.app.admin, 'Nous demandons au client.')
    const [answer] = await world.received()
    expect(answer?.subject).toBe('Réponse à votre contestation : votre commission de 150,00 € (Boulangerie Bernard)')
    expect(answer?.text).toContain('Nous demandons au client.')
    expect(answer?.text).toContain('/dashboard/commissions/disputes')
    await decide(id, 'upheld')
    const [decision] = await world.received()
    expect(decision?.subject).toMatch(/^Votre contestation est clôturée/)
    expect(decision?.text).toContain('Le devis signé fait foi.')
    await world.switchOff('dispute_answered')
    const missing = await contested({ expectedCents: 100 })
    await reply(missing.id, world.app.admin)
    expect(await world.received()).toEqual([])
  })
})
