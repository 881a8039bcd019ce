import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { commissionStats } from '#money/commissions/domain.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { overviewRoutes } from '#overview/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadStatuses } from '#test/default-stages.ts'
import { totalsAddUp } from '#test/policies/kept-sums.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { leadRoutes } from '../api/leads.ts'
import { leadStats } from '../domain/leads.ts'

const form = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  offerType: 'star' as const,
}

const cents = fc.oneof(fc.integer({ min: 0, max: 4_000_000 }), fc.constantFrom(0, 1, 3, 10_001))
const nth = fc.nat({ max: 7 })
/** A random action on the nth of a partner's records. */
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), cents }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('move' as const), nth, to: fc.constantFrom(...leadStatuses) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), nth, to: fc.constant('signe' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), nth, cents }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('validate' as const), nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), nth }) },
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

describe.each(databaseKinds())('totals on %s', (databaseKind) => {
  let app: TestApp
  let partners = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  /** Performs an action on the current records. Refusals are accepted outcomes, other errors are not. */
  async function act(partner: Client, { leads, commissions }: Awaited<ReturnType<typeof rowsOf>>, each: Deed) {
    const answerTo = () => {
      if (each.kind === 'add') return partner.try(leadRoutes.addLead, { body: { ...form, estimatedAmountCents: each.cents } })
      if (each.kind === 'validate' || each.kind === 'pay') {
        const route = each.kind === 'validate' ? commissionRoutes.validateCommission : commissionRoutes.payCommission
        const commission = commissions[each.nth % commissions.length]
        return commission && app.admin.try(route, { params: { id: commission.id } })
      }
      const lead = leads[each.nth % leads.length]
      if (!lead) return undefined
      const params = { id: lead.id }
      if (each.kind === 'edit') return partner.try(leadRoutes.editLead, { params, body: { estimatedAmountCents: each.cents } })
      if (each.kind === 'delete') return partner.try(leadRoutes.deleteLead, { params })
      return app.admin.try(leadRoutes.moveLead, { params, body: { from: lead.status, to: each.to } })
    }
    const answer = await answerTo()
    const failure = answer && answer.status >= 500 ? answer.body : null
    expect({ each, failure }).toEqual({ each, failure: null })
  }

  /** Reads the rows directly, without the stored totals. */
  const rowsOf = (partnerId: string) =>
    app.portal.database.asActor(system, async (tx) => ({
      leads: await tx.selectFrom('leads').selectAll().where('partner_id', '=', partnerId).orderBy('id').execute(),
      commissions: await tx.selectFrom('commissions').selectAll().where('partner_id', '=', partnerId).orderBy('id').execute(),
    }))

  async function expectSums(partner: Client) {
    const { leads, commissions } = await rowsOf(partner.userId)
    const columns = leadStatuses.map((status) => {
      const inside = leads.filter((lead) => lead.status === status)
      return { status, count: inside.length, amountCents: inside.reduce((sum, lead) => sum + lead.estimated_amount_cents, 0) }
    })
    const money = commissionStats(
      commissions.map((row) => ({
        status: row.status,
        count: 1,
        revenueCents: row.revenue_cents,
        amountCents: row.amount_cents,
      })),
    )
    const summary = await partner.call(commissionRoutes.commissionSummary, { query: {} })
    const standing = await partner.call(tierRoutes.myStanding, {})
    expect((await partner.call(leadRoutes.leadSummary, { query: {} })).byStatus).toEqual(columns)
    expect(commissionStats(summary.byStatus)).toEqual(money)
    expect(summary.activePartners).toBe(commissions.length > 0 ? 1 : 0)
    expect(standing.totalRevenueCents).toBe(money.tierRevenueCents)
    expect(standing.current).toEqual(currentTier(standing.tiers, money.tierRevenueCents))
    expect(await partner.call(overviewRoutes.getOverview, {})).toMatchObject({
      totalOpportunities: leads.length,
      contractsSigned: leadStats(columns, []).signed,
      totalCommissionsCents: money.totalCents,
      pendingPaymentsCents: money.unpaidCents,
      earnedCents: money.validatedCents + money.paidCents,
      paidCents: money.paidCents,
    })
    expect(commissions.map((row) => row.lead_id).sort()).toEqual(
      leads
        .filter((lead) => lead.status === 'signe')
        .map((lead) => lead.id)
        .sort(),
    )
  }

  test('after any sequence of changes, concurrent or not, the stored totals are the sums of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(deed, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 9 }),
        async (rounds) => {
          partners += 1
          const partner = await app.newPartner(`partner${partners}@exemple.fr`)
          for (const deeds of rounds) {
            const now = await rowsOf(partner.userId)
            await Promise.all(deeds.map((each) => act(partner, now, each)))
            await expectSums(partner)
          }
        },
      ),
      { numRuns: 8, endOnFailure: true },
    )
    const { rows } = await app.portal.database.asOwner((run) =>
      run(`select (select count(*) from leads) as leads, (select coalesce(sum(amount_cents), 0)::bigint
      from commissions) as cents,
        (select count(distinct partner_id) from commissions) as partners`),
    )
    for (const addsUp of totalsAddUp) {
      const { rows: answer } = await app.portal.database.asOwner((run) => run(addsUp))
      expect(Object.values(answer[0] ?? {}), addsUp).toEqual([true])
    }
    const overview = await app.admin.call(overviewRoutes.getOverview, {})
    const { activePartners } = await app.admin.call(commissionRoutes.commissionSummary, { query: {} })
    expect([overview.totalOpportunities, overview.totalCommissionsCents, activePartners]).toEqual([
      rows[0]?.leads,
      rows[0]?.cents,
      rows[0]?.partners,
    ])
  }, 120_000)

  test('several rows changed by one statement are counted', async () => {
    const partner = await app.newPartner('several@exemple.fr')
    for (const amount of [100, 200, 300]) {
      await partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents: amount } })
    }
    const actor = { kind: 'partner', userId: partner.userId, partner: soleOwner(partner.userId), contractSigned: true } as const
    const { database } = app.portal
    await database.asActor(actor, (tx) =>
      tx.updateTable('leads').set({ status: 'refuse' }).where('estimated_amount_cents', '>', 100).execute(),
    )
    await expectSums(partner)
    await database.asActor(actor, (tx) => tx.deleteFrom('leads').execute())
    await expectSums(partner)
  })
})
