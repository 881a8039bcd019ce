import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { PayoutApp } from '#test/payout-app.ts'
import type { Client } from '#test/test-app.ts'

describe.each(databaseKinds())('the money of a partner that was merged on %s', inOrder, (databaseKind) => {
  let mailbox: Mailbox
  let payouts: PayoutApp
  let world: MergingWorld
  let from: Client
  let into: Client
  let member: Client
  /** Those who read money of the other partner: its owner, the former one and the accountant. */
  let readers: Client[]
  let payout: string

  beforeAll(async () => {
    mailbox = await Mailbox.open()
    payouts = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
    await payouts.programme({ acceptanceDays: 0 })
    world = new MergingWorld(payouts.app)
    from = await payouts.partner('Alma Cédée')
    into = await payouts.partner('Béatrice Prend')
    readers = [into, from, await world.join(into, 'accountant', 'Anne Comptable')]
    member = await world.join(into, 'member', 'Mila Membre')
    await world.join(into, 'manager', 'Marc Gérant')
    await payouts.payable(from, 12_000)
    expect((await world.merge(from, into)).status).toBe(200)
    await payouts.idle()
    mailbox.mails.length = 0
    const [issued] = await payouts.issued()
    payout = issued?.id ?? ''
    await payouts.idle()
  })
  afterAll(async () => {
    await payouts.app.close()
    await mailbox.close()
  })

  const addressesOf = async (people: readonly Client[]) => {
    const team = await payouts.staff.call(teamRoutes.partnerTeam, { params: { id: into.userId } })
    return people.map(({ userId }) => team.people.find(({ id }) => id === userId)?.email).toSorted()
  }
  const ofFormer = () => ({ query: { partnerId: from.userId } })
  const received = () => mailbox.mails.splice(0)

  test('is told by mail to whoever reads money of the other one, with its name and a link to it', async () => {
    const statements = received()
    expect(statements.map(({ to }) => to).toSorted()).toEqual(await addressesOf(readers))
    for (const { text } of statements) {
      expect(text).toContain('Cela concerne Alma Cédée, fusionné avec votre société le ')
      expect(text).toContain(`https://portal.test/dashboard/commissions/payouts?payout=${payout}&partner=${from.userId}`)
    }
    await payouts.approve([{ id: payout, totalCents: 12_000 }])
    await payouts.staff.call(payoutRoutes.payPayouts, { body: { ids: [payout], totalCents: 12_000 } })
    await payouts.idle()
    const paid = received().filter(({ text }) => text.includes('Cela concerne Alma Cédée'))
    expect(paid.map(({ to }) => to).toSorted()).toEqual(await addressesOf(readers))
  })

  test('is read by them apart from their own: when it was paid, and why this amount', async () => {
    await payouts.payable(into, 34_000)
    for (const reader of readers) {
      const { items } = await reader.call(payoutRoutes.listPayouts, ofFormer())
      expect(items.map(({ id, state, partner, can }) => [id, state, partner.name, can.accept])).toEqual([
        [payout, 'paid', 'Alma Cédée', false],
      ])
      const { lines, paidAt } = await reader.call(payoutRoutes.getPayout, { params: { id: payout } })
      expect([lines.length, paidAt === null]).toEqual([1, false])
      const statement = await reader.send('GET', `/api/payouts/${payout}/statement`)
      expect([statement.statusCode, statement.headers['content-type']]).toEqual([200, 'application/pdf'])
      const commissions = await reader.call(commissionRoutes.listCommissions, ofFormer())
      expect(commissions.items.map(({ amountCents, commissionRate, can }) => [amountCents, commissionRate, can.contest])).toEqual(
        [[12_000, 10, false]],
      )
      const [id = ''] = commissions.items.map((each) => each.id)
      const { events } = await reader.call(commissionRoutes.commissionHistory, { params: { id } })
      expect(events.map(({ name }) => name)).toEqual(['commission.created', 'commission.validated'])
      const [own, former] = [
        await reader.call(commissionRoutes.commissionSummary, { query: {} }),
        await reader.call(commissionRoutes.commissionSummary, ofFormer()),
      ]
      expect(own.former.map(({ id, name }) => [id, name])).toEqual([[from.userId, 'Alma Cédée']])
      const sums = [own, former].map(({ byStatus }) => byStatus.reduce((sum, each) => sum + each.amountCents, 0))
      expect(sums).toEqual([34_000, 12_000])
      expect((await reader.call(payoutRoutes.listPayouts, { query: {} })).items).toEqual([])
    }
  })

  test('is in the file of it alone', async () => {
    const file = async (query: string) => (await into.send('GET', `/api/commissions.csv${query}`)).body
    expect(await file(`?partnerId=${from.userId}`)).toContain('Alma Cédée')
    expect(await file('')).not.toContain('Alma Cédée')
  })

  test('is nothing that a member or somebody else reads, nor that anybody of the other one changes', async () => {
    const stranger = await payouts.partner('Camille Autre')
    expect((await member.try(payoutRoutes.listPayouts, ofFormer())).status).toBe(403)
    expect((await stranger.call(payoutRoutes.listPayouts, ofFormer())).items).toEqual([])
    expect((await stranger.call(commissionRoutes.commissionSummary, ofFormer())).former).toEqual([])
    expect((await stranger.try(payoutRoutes.getPayout, { params: { id: payout } })).status).toBe(404)
    const [commission] = (await into.call(commissionRoutes.listCommissions, ofFormer())).items
    const params = { id: commission?.id ?? '' }
    expect((await stranger.try(commissionRoutes.commissionHistory, { params })).status).toBe(404)
    expect((await member.try(commissionRoutes.commissionHistory, { params })).status).toBe(403)
    expect((await stranger.send('GET', `/api/payouts/${payout}/statement`)).statusCode).toBe(404)
    expect((await into.try(payoutRoutes.acceptPayout, { params: { id: payout } })).status).toBe(404)
  })

  test('is read by those of the last of a line', async () => {
    const last = await payouts.partner('Carla Dernière')
    expect((await world.merge(into, last)).status).toBe(200)
    const { former } = await last.call(commissionRoutes.commissionSummary, { query: {} })
    expect(former.map(({ name }) => name).toSorted()).toEqual(['Alma Cédée', 'Béatrice Prend'])
    expect((await last.call(payoutRoutes.listPayouts, ofFormer())).items.map(({ id }) => id)).toEqual([payout])
  })
})
