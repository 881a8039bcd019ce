import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { mailsFor } from '#portal/server/mails.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { day, ibans, PayoutApp } from '#test/payout-app.ts'
import { type Client, password } from '#test/test-app.ts'
import type { ObstacleCode } from '../domain/obstacles.ts'

interface Earned {
  readonly email: string
  readonly partner: Client
  readonly leadId: string
  readonly id: string
}

/** What happens to a commission that was validated, what its partner is told of it, and in how many days it is paid. */
interface Case {
  readonly name: string
  readonly withBank?: false
  readonly happens: (world: PayoutApp, earned: Earned) => Promise<unknown>
  readonly code: ObstacleCode | null
  readonly days: number | null
}

const commission = ({ id }: Earned) => ({ params: { id } })

/** Issues all that is due to one partner, and returns the payout. */
async function issued(world: PayoutApp, { partner }: Earned) {
  const payout = (await world.issued()).find((each) => each.partner.id === partner.userId)
  if (!payout) throw new Error('there is no payout')
  return payout
}

async function signed(world: PayoutApp, partner: Client, estimatedAmountCents = 100_000) {
  const { id: leadId } = await partner.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents } })
  await partner.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
  const { items } = await partner.call(commissionRoutes.listCommissions, { query: {} })
  const id = items.find(({ lead }) => lead?.id === leadId)?.id ?? ''
  await world.staff.call(commissionRoutes.validateCommission, { params: { id } })
  return { leadId, id }
}

async function changeIban(world: PayoutApp, { partner }: Earned) {
  await world.app.signIn(world.staff, 'admin@acme.example')
  const body = { company: 'Autre compte', iban: ibans[2], address: '1 rue du Port, Nantes', country: 'France', password }
  await partner.call(paymentRoutes.savePaymentInfo, { body })
}

async function takeBackMore(world: PayoutApp, { partner }: Earned) {
  const { id } = await signed(world, partner, 500_000)
  await world.staff.call(commissionRoutes.payCommission, { params: { id }, body: null })
  const body = { revenueCents: 500_000, leftCents: 500_000, reason: 'Client remboursé' }
  await world.staff.call(commissionRoutes.reverseCommission, { params: { id }, body })
}

async function sendBack(world: PayoutApp, earned: Earned) {
  const payout = await issued(world, earned)
  await earned.partner.call(payoutRoutes.acceptPayout, { params: { id: payout.id } })
  await world.approve([payout])
  const payment = { paidOn: isoDay(world.app.now, defaultTimeZone), reference: 'VIR' }
  await world.staff.call(payoutRoutes.payPayouts, { body: { ids: [payout.id], totalCents: payout.totalCents, payment } })
  await world.staff.call(payoutRoutes.rejectPayout, { params: { id: payout.id }, body: { reason: 'Compte clos' } })
}

const cases: readonly Case[] = [
  { name: 'nothing stands in the way', happens: async () => {}, code: null, days: 30 },
  { name: 'bank details changed long before', happens: changeIban, code: 'bank_recent', days: 30 },
  {
    name: 'bank details changed on the day before',
    happens: async (world, earned) => {
      world.app.pass(29 * day)
      await world.app.signIn(earned.partner, earned.email)
      await changeIban(world, earned)
    },
    code: 'bank_recent',
    days: 32,
  },
  { name: 'no bank details', withBank: false, happens: async () => {}, code: 'bank_missing', days: null },
  {
    name: 'documents are missing',
    happens: async (world, { partner }) => {
      await world.programme({ vigilanceHold: true })
      const body = { partnerIds: [partner.userId], kind: 'urssaf' as const, label: '' }
      await world.staff.call(vigilanceRoutes.requestDocuments, { body })
    },
    code: 'vigilance',
    days: null,
  },
  {
    name: 'below the minimum',
    happens: (world) => world.programme({ minimumPayoutCents: 100_000 }),
    code: 'below_minimum',
    days: null,
  },
  {
    name: 'contested',
    happens: (_, { partner, id }) =>
      partner.call(disputeRoutes.openDispute, { body: { commissionId: id, message: 'Il en manque' } }),
    code: null,
    days: null,
  },
  {
    name: 'held',
    happens: (world, earned) =>
      world.staff.call(commissionRoutes.holdCommission, { ...commission(earned), body: { reason: 'À éclaircir' } }),
    code: null,
    days: null,
  },
  { name: 'more was taken back', happens: takeBackMore, code: 'negative', days: null },
  { name: 'in a payout', happens: issued, code: null, days: 30 },
  { name: 'in a payout that came back', happens: sendBack, code: 'returned', days: null },
]

describe.each(databaseKinds())('by when money is paid on %s', (databaseKind) => {
  let world: PayoutApp
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
  })
  afterAll(() => world.app.close())

  /** The day that the mail about the validation names, as it would leave now. */
  const mailedDay = (id: string) =>
    world.app.portal.database.asActor(system, async (tx) => {
      const events = tx.selectFrom('events').select('id').where('name', '=', 'commission.validated')
      const event = await events.where('subject_id', '=', id).executeTakeFirstOrThrow()
      const { mails } = await mailsFor(tx, world.app.portal, event.id)
      const text = mails[0]?.paragraphs.join(' ') ?? ''
      expect(text).toMatch(/commission de 150,00\s€/)
      return /au plus tard le ([^.]+)\./.exec(text)?.[1] ?? null
    })

  test.each(cases)('$name: calendar, list, lead and mail say the same', async ({ withBank, happens, code, days }) => {
    await world.programme({})
    const email = `${crypto.randomUUID()}@exemple.fr`
    const partner = await world.app.newPartner(email)
    await world.app.signIn(world.staff, 'admin@acme.example')
    if (withBank !== false) await world.bankDetails(partner, 'Marie Dupont')
    const { leadId, id } = await signed(world, partner)
    const validatedAt = world.app.now.getTime()
    await happens(world, { email, partner, leadId, id })
    const [{ lines }, list, lead, mailed] = await Promise.all([
      partner.call(ownMoneyRoutes.getComing, {}),
      partner.call(commissionRoutes.listCommissions, { query: {} }),
      partner.call(leadRoutes.getLead, { params: { id: leadId } }),
      mailedDay(id),
    ])
    const row = list.items.find((each) => each.id === id)
    const line = lines.find((each) => each.id === (row?.payout?.id ?? id))
    const expected = days === null ? null : new Date(validatedAt + days * day).toISOString()
    expect([line?.payableBy, line?.obstacle]).toEqual([expected, code])
    expect([row?.payableBy, row?.obstacle?.code ?? null]).toEqual([expected, code])
    expect([lead.commission?.payableBy, lead.commission?.obstacle?.code ?? null]).toEqual([expected, code])
    expect(mailed).toBe(expected && mailDay(new Date(expected), defaultTimeZone))
  })

  test('a payment of the client names the day of its part, in the lead’s drawer as in the list', async () => {
    await world.programme({ commissionBasis: 'cash' })
    const partner = await world.partner()
    const { id: leadId } = await partner.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents: 100_000 } })
    await partner.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
    const body = { leadId, reference: 'F-1', receivedOn: isoDay(world.app.now, defaultTimeZone), netCents: 50_000 }
    await world.staff.call(clientPaymentRoutes.recordClientPayment, { body })
    const daysOf = async () => {
      const { items } = await partner.call(commissionRoutes.listCommissions, { query: {} })
      const { payments } = await partner.call(clientPaymentRoutes.leadReceipts, { params: { id: leadId } })
      return [items.find(({ kind }) => kind === 'payment')?.payableBy, payments[0]?.payableBy]
    }
    const [inList, inDrawer] = await daysOf()
    expect(inList).toEqual(expect.any(String))
    expect(inDrawer).toBe(inList)
    await world.programme({ commissionBasis: 'cash', minimumPayoutCents: 100_000 })
    expect(await daysOf()).toEqual([null, null])
  })
})
