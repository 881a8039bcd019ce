import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { CommissionStatus } from '#money/commissions/domain.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { overviewRoutes } from '../api.ts'

describe.each(databaseKinds())('the trends on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const trendsOf = (client: Client) => client.call(overviewRoutes.getTrends, {})
  const zeros = { revenueCents: 0, commissionCents: 0, pendingCents: 0, validatedCents: 0, paidCents: 0 }

  /** Inserts a 15 % commission with the given status and date. */
  const place = async (partner: Client, createdAt: Date, revenueCents: number, status: CommissionStatus = 'en_attente') => {
    const id = newId()
    await app.portal.database.asActor(system, (tx) =>
      tx
        .insertInto('commissions')
        .values({
          id,
          partner_id: partner.userId,
          lead_id: null,
          kind: 'manual',
          revenue_cents: revenueCents,
          commission_rate: '15',
          tier_name: 'Bronze',
          tier_names: '{}',
          description: 'Prime',
          amount_cents: Math.round(revenueCents * 0.15),
          status,
          created_at: createdAt,
          validated_at: status === 'en_attente' ? null : createdAt,
          payable_by: status === 'en_attente' ? null : createdAt,
          paid_at: status === 'paye' ? createdAt : null,
        })
        .execute(),
    )
    return id
  }
  const addLead = async (partner: Client, to: LeadStatus, estimatedAmountCents: number) => {
    const body = { name: 'Paul Bernard', company: `Fonderie ${newId()}`, offerType: 'star' as const, estimatedAmountCents }
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...body, email: `${newId()}@exemple.fr` } })
    if (to !== 'nouveau') await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to } })
  }

  test('an empty portal has twelve months of zeros, and no conversion rate', async () => {
    const partner = await app.newPartner('zeros@exemple.fr')
    const { months, pipeline, conversion, topPartners } = await trendsOf(partner)
    expect(months).toHaveLength(12)
    expect(months.at(-1)?.month).toBe(parisMonth(app.now))
    expect(new Set(months.map((each) => each.month)).size).toBe(12)
    expect([...months].sort((one, other) => one.month.localeCompare(other.month))).toEqual(months)
    for (const { month: _, ...stats } of months) expect(stats).toEqual(zeros)
    expect(pipeline.map((each) => each.count)).toEqual([0, 0, 0, 0, 0])
    expect(conversion).toEqual({ signedPercent: null, wonPercent: null })
    expect(topPartners).toBeNull()
  })

  test('a commission of 31 December, 23:30 UTC, counts for January of the next year', async () => {
    const partner = await app.newPartner('silvester@exemple.fr')
    const year = app.now.getUTCFullYear()
    await place(partner, new Date(Date.UTC(year - 1, 11, 31, 23, 30)), 100_000)
    await place(partner, new Date(Date.UTC(year - 2, 11, 31, 22, 59)), 700_000)
    const months = (await trendsOf(partner)).months.filter((each) => each.revenueCents > 0)
    expect(months).toEqual([
      { month: `${year}-01`, ...zeros, revenueCents: 100_000, commissionCents: 15_000, pendingCents: 15_000 },
    ])
  })

  test('the months add up to the commission totals, status by status, after a correction too', async () => {
    const partner = await app.newPartner('sums@exemple.fr')
    const ago = (days: number) => new Date(app.now.getTime() - days * 86_400_000)
    await place(partner, ago(1), 123_457, 'valide')
    await place(partner, ago(40), 200_001, 'paye')
    await place(partner, ago(200), 300_003, 'paye')
    const id = await place(partner, ago(3), 50_000)
    const compare = async () => {
      const { months } = await trendsOf(partner)
      const { byStatus } = await partner.call(commissionRoutes.commissionSummary, { query: {} })
      const sum = (field: keyof typeof zeros) => months.reduce((total, each) => total + each[field], 0)
      const of = (status: CommissionStatus) => byStatus.find((each) => each.status === status)?.amountCents
      expect([sum('pendingCents'), sum('validatedCents'), sum('paidCents')]).toEqual([of('en_attente'), of('valide'), of('paye')])
      expect(sum('commissionCents')).toBe(byStatus.reduce((total, each) => total + each.amountCents, 0))
      expect(sum('revenueCents')).toBe(byStatus.reduce((total, each) => total + each.revenueCents, 0))
      return sum('revenueCents')
    }
    const before = await compare()
    await app.portal.database.asActor(system, (tx) =>
      tx.updateTable('commissions').set({ revenue_cents: 80_000, amount_cents: 12_000 }).where('id', '=', id).execute(),
    )
    expect(await compare()).toBe(before + 30_000)
  })

  test('the pipeline of a partner has their own leads only, of staff everybody’s', async () => {
    const [one, two] = [await app.newPartner('pipe1@exemple.fr'), await app.newPartner('pipe2@exemple.fr')]
    const before = await trendsOf(app.admin)
    for (const status of ['nouveau', 'call_effectue', 'signe', 'refuse'] as const) await addLead(one, status, 100_000)
    await addLead(two, 'signe', 900_000)
    const own = await trendsOf(one)
    expect(own.pipeline.map((each) => [each.status, each.count, each.amountCents])).toEqual([
      ['nouveau', 1, 100_000],
      ['premier_contact', 0, 0],
      ['call_effectue', 1, 100_000],
      ['signe', 1, 100_000],
      ['refuse', 1, 100_000],
    ])
    expect(own.conversion).toEqual({ signedPercent: 25, wonPercent: 50 })
    expect(own.months.at(-1)).toMatchObject({ revenueCents: 100_000, commissionCents: 15_000, pendingCents: 15_000 })
    const all = await trendsOf(app.admin)
    expect(all.pipeline.map((each, index) => each.count - (before.pipeline[index]?.count ?? 0))).toEqual([1, 0, 1, 2, 1])
    expect((all.months.at(-1)?.revenueCents ?? 0) - (before.months.at(-1)?.revenueCents ?? 0)).toBe(1_000_000)
  })

  test('the top partners are the five with the most validated revenue, also deleted ones', async () => {
    const people: Client[] = []
    for (const index of [1, 2, 3, 4, 5, 6]) {
      const partner = await app.newPartner(`top${index}@exemple.fr`, `Top ${index}`)
      await place(partner, app.now, 10_000_000 * index, index % 2 === 0 ? 'paye' : 'valide')
      people.push(partner)
    }
    const loud = await app.newPartner('loud@exemple.fr')
    await place(loud, app.now, 900_000_000)
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: people[5]?.userId ?? '' }, query: {} })
    expect((await trendsOf(app.admin)).topPartners).toEqual(
      [6, 5, 4, 3, 2].map((index) => ({
        partner: { id: people[index - 1]?.userId, name: `Top ${index}`, deleted: index === 6 },
        revenueCents: 10_000_000 * index,
        amountCents: 1_500_000 * index,
      })),
    )
  })

  test('a partner without a signed contract gets no trends', async () => {
    const lea = await app.newPerson('lea@exemple.fr')
    const { status, body } = await lea.try(overviewRoutes.getTrends, {})
    expect([status, body.code]).toEqual([403, 'contract_not_signed'])
  })
})

function parisMonth(at: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris', year: 'numeric', month: '2-digit' }).format(at)
}
