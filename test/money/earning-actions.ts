import { leadForm } from '#leads/leads/api/leads.ts'
import { addLead, moveLead } from '#leads/leads/server/commands.ts'
import { recordClientPayment } from '#money/client-payments/server/record-commands.ts'
import { refundClientPayment } from '#money/client-payments/server/refund-commands.ts'
import { validateCommission } from '#money/commissions/server/commands.ts'
import { addCommission, correctCommission } from '#money/commissions/server/correction-commands.ts'
import { holdCommission, releaseCommission } from '#money/commissions/server/hold-commands.ts'
import { reverseCommission } from '#money/commissions/server/reversal-commands.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Actions } from './actions.ts'
import type { KnownBonus, KnownPayment } from './money-world.ts'

const withinLimit = (cents: number, limit: number) => 1 + ((cents - 1) % limit)
const nth = <T>(all: readonly T[], pick: number): T | undefined => all[pick % all.length]
/** Half of the time one of those to go on with, so that what is taken back in parts is taken back whole. */
const preferred = <T>(all: readonly T[], pick: number, isBegun: (each: T) => boolean): T | undefined =>
  (pick % 2 === 0 ? nth(all.filter(isBegun), pick) : undefined) ?? nth(all, pick)
const leftOf = (payment: KnownPayment | KnownBonus): number =>
  ('leadId' in payment ? payment.netCents - payment.refundedCents : payment.revenueCents) - payment.reversedCents
/** 0.01 to 40.00 %: few of them end on whole cents. */
const rateOf = (number: number) => (1 + (number % 4000)) / 100

/** What makes commissions, and takes them back. */
export const earningActions = {
  /** A client signs; staff set the rate, which no later tier changes. */
  async sign(world, { pick, cents }) {
    const { client } = world.partner(pick)
    const number = world.nextNumber()
    const person = { name: 'Paul', email: `client${number}@exemple.fr`, offerType: 'star' as const, company: `Client ${number}` }
    const fields = leadForm.parse({ ...person, estimatedAmountCents: cents })
    const rate = rateOf(pick * 31 + cents)
    const { id } = await world.run(world.asPartner(client.userId), async (context) => {
      const lead = await addLead(context, fields)
      await moveLead(context, lead.id, { from: 'nouveau', to: 'signe' })
      return lead
    })
    await world.run(world.asStaff(false), async (context) => {
      const deal = await context.tx.selectFrom('commissions').selectAll().where('lead_id', '=', id).executeTakeFirstOrThrow()
      const from = { revenueCents: deal.revenue_cents, commissionRate: Number(deal.commission_rate) }
      await correctCommission(context, deal.id, { from, revenueCents: deal.revenue_cents, commissionRate: rate })
    })
    world.ledger.leads.set(id, { rate })
    return 'done'
  },

  async receive(world, { pick, cents, second }) {
    const leadId = nth([...world.ledger.leads.keys()], pick)
    if (!leadId) return 'nothing'
    const form = { leadId, reference: `F-${world.nextNumber()}`, receivedOn: world.today, netCents: cents }
    const record = () => world.run(world.asStaff(second), (context) => recordClientPayment(context, form))
    const { id } = await record().catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'client_payment_above_expected') throw error
      const confirmedForm = { ...form, seenCommissionCents: Number(error.facts.commissionCents) }
      return world.run(world.asStaff(second), (context) => recordClientPayment(context, confirmedForm))
    })
    world.ledger.payments.push({ id, leadId, netCents: cents, refundedCents: 0, reversedCents: 0 })
    // Told twice, it is received once.
    await world.run(world.asStaff(!second), (context) => recordClientPayment(context, form))
    return 'done'
  },

  async refund(world, { pick, cents, percent, second }) {
    const open = world.ledger.payments.filter((each) => each.refundedCents < each.netCents)
    const payment = preferred(open, pick, ({ refundedCents }) => refundedCents > 0)
    if (!payment) return 'nothing'
    const left = payment.netCents - payment.refundedCents
    const netCents = percent < 40 ? left : withinLimit(cents, left)
    const refundForm = { reference: `AV-${world.nextNumber()}`, receivedOn: world.today, netCents, isExpectedAgain: second }
    await world.run(world.asStaff(second), (context) => refundClientPayment(context, payment.id, refundForm))
    payment.refundedCents += netCents
    return 'done'
  },

  async bonus(world, { pick, cents, second }) {
    const partnerId = world.partner(pick).client.userId
    const rate = rateOf(cents + pick)
    const id = await world.run(world.asStaff(second), async (context) => {
      const added = await addCommission(context, { partnerId, description: 'Prime', revenueCents: cents, commissionRate: rate })
      await validateCommission(context, added.id)
      return added.id
    })
    world.ledger.bonuses.push({ id, revenueCents: cents, rate, reversedCents: 0 })
    return 'done'
  },

  /** Takes a commission back by hand: a bonus, or a part that a client has paid. */
  async reverse(world, { pick, cents, percent, second }) {
    const open = [...world.ledger.bonuses, ...world.ledger.payments].filter((each) => leftOf(each) > 0)
    const record = preferred(open, pick, ({ reversedCents }) => reversedCents > 0)
    if (!record) return 'nothing'
    const isPayment = 'leadId' in record
    const leftCents = leftOf(record)
    const revenueCents = percent < 40 ? leftCents : withinLimit(cents, leftCents)
    await world.run(world.asStaff(second), async (context) => {
      const id = isPayment ? await partOf(context, record.id) : record.id
      await reverseCommission(context, id, { revenueCents, leftCents, reason: 'Repris' })
    })
    record.reversedCents += revenueCents
    return 'done'
  },

  async hold(world, { pick, second }) {
    const record = nth([...world.ledger.bonuses, ...world.ledger.payments], pick)
    if (!record) return 'nothing'
    await world.run(world.asStaff(second), async (context) => {
      const id = 'leadId' in record ? await partOf(context, record.id) : record.id
      const row = await context.tx.selectFrom('commissions').select('held_reason').where('id', '=', id).executeTakeFirstOrThrow()
      if (row.held_reason === null) await holdCommission(context, id, { reason: 'À vérifier' })
      else await releaseCommission(context, id)
    })
    return 'done'
  },
} satisfies Actions

async function partOf({ tx }: Parameters<Parameters<Parameters<Actions[string]>[0]['run']>[1]>[0], paymentId: string) {
  const part = tx.selectFrom('commissions').select('id').where('client_payment_id', '=', paymentId).where('kind', '=', 'payment')
  return (await part.executeTakeFirstOrThrow()).id
}
