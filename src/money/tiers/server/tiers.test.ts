import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { beginPartner } from '#accounts/people/server/commands.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type TiersForm, type TiersPreview, tierChangeRoutes } from '../api/tier-changes.ts'
import { type Tier, tierRoutes } from '../api/tiers.ts'

type Drafts = TiersForm['expected']

describe.each(databaseKinds())('tiers on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let second: Client
  let marie: Client
  let paul: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    second = await app.newPerson('second@acme.example', 'admin', 'Anne Seconde')
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    paul = await app.newPartner('paul@exemple.fr', 'Paul Martin')
    await earn(marie, 1_200_000)
    await earn(paul, 800_000)
  })
  afterAll(() => app.close())

  /** Creates a signed lead and validates its commission. Returns the commission's id. */
  async function earn(partner: Client, estimatedAmountCents: number): Promise<string> {
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents } })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    const commission = items.find((each) => each.lead?.id === id)?.id ?? ''
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commission } })
    return commission
  }
  const tiersNow = async (): Promise<Tier[]> => (await app.admin.call(tierRoutes.listTiers, {})).tiers
  const draftsNow = async (): Promise<Drafts> =>
    (await tiersNow()).map(({ id, name, minRevenueCents, commissionRate }) => {
      return { id, name, minRevenueCents, commissionRate, archivedAt: null }
    })
  const changed = (drafts: Drafts, index: number, change: Partial<Drafts[number]>): Drafts =>
    drafts.map((draft, place) => (place === index ? { ...draft, ...change } : draft))
  const save = (tiers: Drafts, expected: Drafts, client = app.admin) =>
    client.try(tierChangeRoutes.saveTiers, { body: { tiers, expected } })
  const tried = async (tiers: Drafts, client = app.admin) =>
    client.try(tierChangeRoutes.saveTiers, { body: { tiers, expected: await draftsNow(), dryRun: true } })
  const preview = async (tiers: Drafts): Promise<TiersPreview> => {
    const { body } = await tried(tiers)
    if (!body.preview) throw new Error('a dry run answers a preview')
    return body.preview
  }
  const standing = (client: Client) => client.call(tierRoutes.myStanding, {})
  const tierChanges = () =>
    app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['audience', 'before', 'after'])
        .where('name', '=', 'tiers.changed')
        .orderBy('seq')
        .execute(),
    )

  test('names, thresholds and rates change together, ranges follow, and one event is sent', async () => {
    const before = await draftsNow()
    const after = changed(changed(before, 1, { name: '  Argent ', minRevenueCents: 900_000 }), 4, { commissionRate: 37.5 })
    const answer = await save(after, before)
    expect(answer.status).toBe(200)
    expect(answer.body.tiers.map((tier) => [tier.name, tier.minRevenueCents, tier.maxRevenueCents, tier.commissionRate])).toEqual(
      [
        ['Bronze', 0, 900_000, 15],
        ['Argent', 900_000, 3_000_000, 20],
        ['Gold', 3_000_000, 7_500_000, 25],
        ['Platinum', 7_500_000, 15_000_000, 30],
        ['Diamond', 15_000_000, null, 37.5],
      ],
    )
    const events = await tierChanges()
    expect(events.map((event) => event.audience)).toEqual(['everyone'])
    expect(events[0]?.before).toMatchObject({ tiers: before.map(({ archivedAt: _, ...tier }) => tier) })
    expect((await save(before, await draftsNow())).status).toBe(200)
  })

  test('saving without a change changes nothing and sends no event', async () => {
    const count = (await tierChanges()).length
    const now = await draftsNow()
    expect((await save(now, now)).status).toBe(200)
    expect(await tierChanges()).toHaveLength(count)
  })

  test('an error names the field and row, and nothing is saved', async () => {
    const before = await draftsNow()
    const wrong = changed(changed(before, 2, { minRevenueCents: 1_000_000 }), 3, { name: 'bronze', commissionRate: 101 })
    const answer = await save(wrong, before)
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_input'])
    expect(answer.body.fields).toEqual(
      expect.arrayContaining([
        { path: 'tiers.3.commissionRate', message: 'The rate is a percentage between 0 and 100' },
        { path: 'tiers.2.minRevenueCents', message: 'The threshold must be above the one of the tier before' },
        { path: 'tiers.3.name', message: 'Another tier has this name' },
      ]),
    )
    expect((await tried(wrong)).status).toBe(422)
    expect(await draftsNow()).toEqual(before)
  })

  test('two administrators who change different tiers both succeed; of the same one the later is refused', async () => {
    const drafts = await draftsNow()
    const answers = await Promise.all([
      save(changed(drafts, 2, { commissionRate: 26 }), drafts),
      save(changed(drafts, 3, { commissionRate: 31 }), drafts, second),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await draftsNow()).map(({ commissionRate }) => commissionRate)).toEqual([15, 20, 26, 31, 35])
    const late = await save(changed(drafts, 2, { commissionRate: 27 }), drafts)
    expect([late.status, late.body.code]).toEqual([409, 'tiers_changed_meanwhile'])
    expect(late.body.detail).toContain('Gold')
    // What breaks only together is refused at the tier of the second.
    const read = await draftsNow()
    expect((await save(changed(read, 1, { minRevenueCents: 2_500_000 }), read)).status).toBe(200)
    const together = await save(changed(read, 2, { minRevenueCents: 2_000_000 }), read)
    expect(together.body.fields?.[0]?.path).toBe('tiers.2.minRevenueCents')
    expect((await save(drafts, await draftsNow())).status).toBe(200)
  })

  test('the preview counts and names who would move, and saves nothing', async () => {
    const before = await draftsNow()
    const lower = await preview(changed(before, 1, { minRevenueCents: 700_000 }))
    expect(lower.up.partners).toEqual([{ partnerId: paul.userId, name: 'Paul Martin', fromTier: 'Bronze', toTier: 'Silver' }])
    expect([lower.up.count, lower.down.count]).toEqual([1, 0])
    expect(lower.tiers.map((tier) => [tier.partnersNow, tier.partnersThen])).toEqual([
      [1, 0],
      [1, 2],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    const higher = await preview(changed(before, 1, { name: 'Argent', minRevenueCents: 2_000_000 }))
    expect(higher.down.partners.map((each) => [each.name, each.fromTier, each.toTier])).toEqual([
      ['Marie Dupont', 'Silver', 'Bronze'],
    ])
    expect([higher.up.count, higher.down.count]).toEqual([0, 1])
    // Both have one commission, signed in the first tier.
    const { up, replay } = await preview(changed(changed(before, 0, { commissionRate: 10 }), 1, { commissionRate: 22 }))
    expect(up.count).toBe(0)
    expect(replay).toMatchObject({ months: 12, nowCents: 300_000, thenCents: 200_000, keptRates: 0 })
    expect(replay.partners).toEqual([
      { partnerId: marie.userId, name: 'Marie Dupont', nowCents: 180_000, thenCents: 120_000 },
      { partnerId: paul.userId, name: 'Paul Martin', nowCents: 120_000, thenCents: 80_000 },
    ])
    expect(await draftsNow()).toEqual(before)
  })

  test('a partner’s tier follows the thresholds, and existing commissions keep their rate and tier', async () => {
    const before = await draftsNow()
    const pending = await earn(paul, 10_000)
    const frozen = await paul.call(commissionRoutes.listCommissions, { query: {} })
    expect((await standing(paul)).current?.name).toBe('Bronze')
    await save(
      changed(changed(before, 1, { name: 'Argent', minRevenueCents: 500_000, commissionRate: 21.5 }), 0, { commissionRate: 9 }),
      before,
    )
    const { current, next, remainingCents } = await standing(paul)
    expect([current?.name, current?.commissionRate, next?.name, remainingCents]).toEqual([
      'Argent',
      21.5,
      'Gold',
      3_000_000 - 810_000,
    ])
    expect(await paul.call(commissionRoutes.listCommissions, { query: {} })).toEqual(frozen)
    const fresh = await earn(paul, 10_000)
    const { items } = await paul.call(commissionRoutes.listCommissions, { query: {} })
    const rateOf = (id: string) => items.find((each) => each.id === id)?.commissionRate
    expect([rateOf(pending), rateOf(fresh)]).toEqual([15, 21.5])
    expect((await save(before, await draftsNow())).status).toBe(200)
  })

  test('a visitor sees the number of tiers and the range of rates only', async () => {
    const visitor = app.anonymous()
    const before = await draftsNow()
    const promised = async () => (await visitor.call(settingsRoutes.getSettings, {})).commission
    expect(await promised()).toEqual({ tiers: 5, byTiers: true, lowestRate: 15, highestRate: 35 })
    await save(changed(before, 4, { commissionRate: 40.25 }), before)
    expect(await promised()).toEqual({ tiers: 5, byTiers: true, lowestRate: 15, highestRate: 40.25 })
    expect((await visitor.try(tierRoutes.listTiers, {})).status).toBe(401)
    expect((await save(before, await draftsNow())).status).toBe(200)
  })

  test('only staff change or preview tiers', async () => {
    const now = await draftsNow()
    expect((await save(now, now, marie)).status).toBe(403)
    expect((await tried(now, marie)).status).toBe(403)
    expect((await save(now, now, app.anonymous())).status).toBe(401)
  })

  test('of two thousand partners the preview counts all who move and names the first fifty', async () => {
    await app.portal.database.asActor(system, async (tx) => {
      for (let start = 0; start < 2000; start += 500) {
        const people = Array.from({ length: 500 }, (_, index) => ({
          user_id: crypto.randomUUID(),
          full_name: `Partner ${start + index}`,
          email: `p${start + index}@many.example`,
          company: '',
          created_at: app.now,
        }))
        await tx.insertInto('profiles').values(people).execute()
        for (const { user_id } of people) await beginPartner({ tx, now: app.now }, user_id)
        await tx
          .insertInto('commission_stats')
          .values(
            people.map((person, index) => ({
              partner_id: person.user_id,
              status: 'valide',
              count: 1,
              revenue_cents: (start + index) * 10_000,
              amount_cents: 0,
            })),
          )
          .execute()
      }
    })
    const before = await draftsNow()
    const answer = await preview(changed(before, 1, { minRevenueCents: 500_000 }))
    expect([answer.up.count, answer.up.partners.length]).toEqual([51, 50])
  })
})
