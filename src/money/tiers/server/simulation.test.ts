import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { toLeadRow } from '#leads/leads/server/lead-row.ts'
import { type CommissionRow, signLead, validateLocked } from '#money/commissions/server/commands.ts'
import { newId } from '#platform/server/ids.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { TestApp } from '#test/test-app.ts'
import { simulateSignings } from '../domain/simulation.ts'
import { allTiers, readStanding } from './queries.ts'

describe.each(databaseKinds())('the simulator beside the real commands on %s', (databaseKind) => {
  let app: TestApp
  let partnerId: string
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    partnerId = (await app.newPartner('marie@exemple.fr')).userId
  })
  afterAll(() => app.close())

  /** One transaction of an administrator, without events. */
  function asStaff<T>(run: (context: TransactionContext) => Promise<T>): Promise<T> {
    const staff: Actor = { kind: 'admin', userId: app.admin.userId, rights }
    const quietly = async (context: TransactionContext) => run({ ...context, recordEvent: async () => {} })
    return withTransaction(app.portal, staff, quietly)
  }

  /** Tiers around a revenue, so that a few leads may cross several of them. */
  async function setTiers({ tx }: TransactionContext, around: number, rates: readonly number[], step: number) {
    const tiers = await allTiers(tx)
    const starts = tiers.map((_, index) => (index === 0 ? 0 : around + (index - 2) * step)).map((start) => Math.max(start, 0))
    const ascending = starts.map((start, index) => (index === 0 ? 0 : Math.max(start, index)))
    for (const [index, { id }] of tiers.entries()) {
      await tx
        .updateTable('partner_tiers')
        .set({
          min_revenue_cents: ascending[index] ?? 0,
          max_revenue_cents: ascending[index + 1] ?? null,
          commission_rate: rates[index] ?? 0,
        })
        .where('id', '=', id)
        .execute()
    }
  }

  /** Signs and validates leads of these amounts by the portal's commands. Their commissions, and the tier then. */
  async function really(context: TransactionContext, amounts: readonly number[], order: 'oneByOne' | 'together') {
    const leads = await context.tx
      .insertInto('leads')
      .values(
        amounts.map((estimatedAmountCents) => ({
          id: newId(),
          partner_id: partnerId,
          ...toLeadRow({ ...plainLead, estimatedAmountCents }),
          status: 'signe' as const,
          created_at: context.now,
          updated_at: context.now,
        })),
      )
      .returningAll()
      .execute()
    const rows: CommissionRow[] = []
    for (const [index, lead] of leads.entries()) {
      const { id, offer_type: offer, estimated_amount_cents: revenueCents } = lead
      await signLead(context, { id, partnerId, offer, revenueCents })
      const signed = context.tx.selectFrom('commissions').selectAll().where('lead_id', '=', lead.id)
      rows.push(await signed.executeTakeFirstOrThrow())
      if (order === 'oneByOne') await validateLocked(context, rows[index] as CommissionRow)
    }
    if (order === 'together') for (const row of rows) await validateLocked(context, row)
    return {
      amounts: rows.map((row) => row.amount_cents),
      rates: rows.map((row) => Number(row.commission_rate)),
      standing: await readStanding(context.tx, partnerId),
    }
  }

  test('1 000 random worlds: no cent, rate or tier differs', async () => {
    const world = fc.record({
      amounts: fc.array(fc.integer({ min: 1, max: 4_000_000 }), { minLength: 1, maxLength: 2 }),
      order: fc.constantFrom('oneByOne' as const, 'together' as const),
    })
    const tierSet = fc.record({
      rates: fc.array(
        fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
        { minLength: 5, maxLength: 5 },
      ),
      step: fc.integer({ min: 1, max: 3_000_000 }),
      worlds: fc.array(world, { minLength: 8, maxLength: 8 }),
    })
    let seen = 0
    let rises = 0
    for (const { rates, step, worlds } of fc.sample(tierSet, { numRuns: 125, seed: 20_261_122 })) {
      await asStaff(async (context) => {
        await setTiers(context, (await readStanding(context.tx, partnerId)).totalRevenueCents, rates, step)
        let before = await readStanding(context.tx, partnerId)
        for (const { amounts, order } of worlds) {
          const simulated = simulateSignings(before.tiers, before.totalRevenueCents, amounts, order)
          const real = await really(context, amounts, order)
          expect([real.amounts, real.rates, real.standing.current?.name]).toEqual([
            simulated.commissions.map(({ amountCents }) => amountCents),
            simulated.commissions.map(({ tier }) => tier.commissionRate),
            simulated.standing.current?.name,
          ])
          expect(simulated.totalCents).toBe(real.amounts.reduce((sum, amount) => sum + amount, 0))
          before = real.standing
          seen += 1
          if (new Set(real.rates).size > 1) rises += 1
        }
      })
    }
    expect(seen).toBe(1000)
    // Worlds in which the rate changes between two leads are among them.
    expect(rises).toBeGreaterThan(20)
  }, 240_000)
})
