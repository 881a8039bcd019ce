import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { announcementRoutes } from '#communication/announcements/api.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { type RuleChange, ruleOf } from '#test/rule-world.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type TiersForm, type TiersPreview, tierChangeRoutes, writtenTier } from '../api/tier-changes.ts'
import { tierRoutes } from '../api/tiers.ts'

type Draft = Omit<TiersForm['tiers'][number], 'archivedAt'> & { readonly archivedAt?: string | null }
type Saved = TiersForm['expected']

describe.each(databaseKinds('full'))('the number of tiers on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let five: Saved
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    await validate(await sign(4_000_000))
    five = await listed()
  })
  afterAll(() => app.close())

  const all = async (): Promise<Saved> => (await app.admin.call(tierChangeRoutes.listEditableTiers, {})).tiers.map(writtenTier)
  const listed = async () => (await all()).filter(({ archivedAt }) => archivedAt === null)
  const archived = async () => (await all()).flatMap(({ name, archivedAt }) => (archivedAt ? [name] : []))
  const send = (tiers: readonly Draft[], expected: Saved, dryRun = false) => {
    const sent = tiers.map((tier) => ({ archivedAt: null, ...tier }))
    return app.admin.try(tierChangeRoutes.saveTiers, { body: { tiers: sent, expected, dryRun } })
  }
  /** The list with these tiers; others that something names are archived. */
  const wanted = async (tiers: readonly Draft[]) => {
    const { tiers: now } = await app.admin.call(tierChangeRoutes.listEditableTiers, {})
    const others = now.filter(({ id, isUsed, archivedAt }) => tiers.every((tier) => tier.id !== id) && (isUsed || archivedAt))
    return [...tiers, ...others.map((tier) => ({ ...writtenTier(tier), archivedAt: tier.archivedAt ?? app.now.toISOString() }))]
  }
  const save = async (tiers: readonly Draft[]) => send(await wanted(tiers), await all())
  const preview = async (tiers: readonly Draft[]): Promise<TiersPreview> => {
    const { body } = await send(await wanted(tiers), await all(), true)
    if (!body.preview) throw new Error('a dry run answers a preview')
    return body.preview
  }
  const ranges = async () =>
    (await app.admin.call(tierRoutes.listTiers, {})).tiers.map((tier) => [
      tier.name,
      tier.tierOrder,
      tier.minRevenueCents,
      tier.maxRevenueCents,
    ])
  const standing = () => marie.call(tierRoutes.myStanding, {})
  const without = (...names: string[]) => five.filter(({ name }) => !names.includes(name))

  async function sign(estimatedAmountCents: number): Promise<string> {
    const { id } = await marie.call(leadRoutes.addLead, { body: { ...plainLead, estimatedAmountCents } })
    await marie.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    return id
  }
  async function lineOf(leadId: string) {
    const { items } = await marie.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.find(({ lead }) => lead?.id === leadId)
  }
  const validate = async (leadId: string) =>
    app.admin.call(commissionRoutes.validateCommission, { params: { id: (await lineOf(leadId))?.id ?? '' } })
  const publish = async (change: RuleChange | null, after: number, offer: string | null = null) => {
    const validFrom = isoDay(app.now, 'Europe/Paris')
    const definition = change && ruleOf(change)
    return app.admin.try(ruleRoutes.publishRule, {
      body: { partnerId: null, offer, validFrom, definition, after, confirmed: true },
    })
  }

  test('one is added, with its place and range', async () => {
    const drafts = [...five, { name: 'Titane', minRevenueCents: 30_000_000, commissionRate: 40 }]
    const { tiers, removed } = await preview(drafts)
    expect([tiers.at(-1), removed]).toEqual([{ id: null, partnersNow: 0, partnersThen: 0 }, []])
    expect((await save(drafts)).status).toBe(200)
    expect((await ranges()).slice(-2)).toEqual([
      ['Diamond', 5, 15_000_000, 30_000_000],
      ['Titane', 6, 30_000_000, null],
    ])
  })

  test('one that nothing names is deleted, what a commission or a resource names is archived and comes back', async () => {
    const gold = five.find(({ name }) => name === 'Gold')?.id ?? null
    const { id } = await app.admin.call(resourceRoutes.addResource, {
      body: {
        title: 'Guide',
        description: '',
        category: 'documents',
        minTierId: gold,
        document: { kind: 'link', url: 'https://exemple.fr/guide' },
      },
    })
    const readable = async () => (await marie.call(resourceRoutes.listResources, { query: {} })).items.map((each) => each.id)
    const drafts = without('Bronze', 'Gold').map((draft, index) => (index === 0 ? { ...draft, minRevenueCents: 0 } : draft))
    const { removed, down, up } = await preview(drafts)
    expect(removed.map(({ name, isArchived, partnersNow }) => [name, isArchived, partnersNow])).toEqual([
      ['Bronze', true, 0],
      ['Gold', true, 1],
      ['Titane', false, 0],
    ])
    expect([up.count, down.partners.map(({ fromTier, toTier }) => [fromTier, toTier])]).toEqual([0, [['Gold', 'Silver']]])
    expect((await save(drafts)).status).toBe(200)
    expect((await ranges()).map(([name]) => name)).toEqual(['Silver', 'Platinum', 'Diamond'])
    expect((await archived()).sort()).toEqual(['Bronze', 'Gold'])
    // What is readable from it up stays readable from its threshold.
    expect([(await standing()).current?.name, await readable()]).toEqual(['Silver', [id]])
    const edited = { title: 'Guide 2', description: '', category: 'documents' as const, minTierId: gold }
    expect((await app.admin.try(resourceRoutes.editResource, { params: { id }, body: edited })).status).toBe(200)
    const other = { ...edited, minTierId: five[0]?.id ?? null }
    expect((await app.admin.try(resourceRoutes.editResource, { params: { id }, body: other })).status).toBe(422)
    // One that is missing and named is refused by name.
    const missing = await send(await listed(), await all())
    expect([missing.status, missing.body.code]).toEqual([409, 'tier_in_use'])
    expect(missing.body.detail).toMatch(/Gold|Bronze/)
    expect((await save(five)).status).toBe(200)
    expect([await archived(), await listed()]).toEqual([[], five])
  })

  test('an id of no tier, one twice, and a thirteenth tier are refused', async () => {
    const [first, ...rest] = five
    const more = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `Tier ${index}`,
        minRevenueCents: 20_000_000 + index,
        commissionRate: 40,
      }))
    for (const drafts of [
      [{ ...(first ?? rest[0]), id: '01900000-0000-7000-8000-000000000000' } as Draft, ...rest],
      [...five, { ...(rest.at(-1) as Draft), name: 'Twice', minRevenueCents: 20_000_000 }],
      [...five, ...more(8)],
    ]) {
      const answer = await save(drafts)
      expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, 'tiers'])
    }
    expect((await save([...five, ...more(7)])).status).toBe(200)
    expect(await ranges()).toHaveLength(12)
    expect((await save(five)).status).toBe(200)
  })

  test('there are none once no rule pays at their rate, and what is paid is said instead', async () => {
    const refused = await save([])
    expect([refused.status, refused.body.fields?.[0]?.message]).toEqual([422, expect.stringContaining('Rule of the programme')])
    expect((await publish({ rate: { percent: 5 } }, 1)).status).toBe(201)
    // As soon as no rule pays by tiers, nobody reads of them.
    const unpaid = await standing()
    expect([unpaid.current, unpaid.tiers, unpaid.paidBy]).toEqual([null, [], undefined])
    const { commission } = await app.anonymous().call(settingsRoutes.getSettings, {})
    expect([commission.tiers, commission.byTiers]).toEqual([5, false])
    expect((await app.anonymous().call(tierRoutes.programmeRules, {})).definitions[0]?.rate).toEqual({ percent: 5 })
    expect((await save([])).status).toBe(200)
    const { current, next, paidBy, tiers, rules } = await standing()
    expect([current, next, tiers, paidBy, rules?.map(({ definition }) => definition.rate)]).toEqual([
      null,
      null,
      [],
      undefined,
      [{ percent: 5 }],
    ])
    const visitor = app.anonymous()
    expect((await visitor.call(settingsRoutes.getSettings, {})).commission).toEqual({
      tiers: 0,
      byTiers: false,
      lowestRate: null,
      highestRate: null,
    })
    const said = async () => (await visitor.call(tierRoutes.programmeRules, {})).definitions.map(({ rate }) => rate)
    expect(await said()).toEqual([{ percent: 5 }, { percent: 5 }, { percent: 5 }])
    // The first of the offers gets a rule of its own, which ends again.
    expect((await publish({ rate: { percent: 8 } }, 0, 'automation')).status).toBe(201)
    expect(await said()).toEqual([{ percent: 5 }, { percent: 5 }, { percent: 8 }])
    expect((await publish(null, 1, 'automation')).status).toBe(201)
    expect(await said()).toEqual([{ percent: 5 }, { percent: 5 }, { percent: 5 }])
    expect((await publish({ rate: { tiers: true } }, 2)).body.fields?.[0]?.path).toBe('definition.rate')
    expect((await publish({ rate: { percent: 6 } }, 2)).status).toBe(201)
  })

  test('without tiers leads are signed and validated, and what would follow from one is asked for or refused', async () => {
    const id = await sign(100_000)
    const line = await lineOf(id)
    expect([line?.amountCents, line?.tierName]).toEqual([6_000, ''])
    const effect = await app.admin.call(commissionRoutes.validationEffect, { body: { ids: [line?.id ?? ''] } })
    expect(effect.standings.map(({ after }) => [after.tierName, after.commissionRate])).toEqual([[null, null]])
    await validate(id)
    const byHand = { partnerId: marie.userId, description: 'Prime', revenueCents: 1_000 }
    expect((await app.admin.try(commissionRoutes.addCommission, { body: byHand })).body.fields?.[0]?.path).toBe('commissionRate')
    expect((await app.admin.try(commissionRoutes.addCommission, { body: { ...byHand, commissionRate: 4 } })).status).toBe(201)
    const announced = { title: 'Nouvelle', text: 'Texte', audience: 'tier' as const, tierId: five[0]?.id ?? '' }
    expect((await app.admin.try(announcementRoutes.publishAnnouncement, { body: announced })).body.fields?.[0]?.path).toBe(
      'tierId',
    )
  })

  test('of two who begin with tiers at once one succeeds', async () => {
    const first = (name: string): Draft[] => [{ name, minRevenueCents: 0, commissionRate: 10 }]
    const before = await all()
    const answers = await Promise.all(['Un', 'Une'].map((name) => send([...first(name), ...before], before)))
    // Both would begin at 0 €.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const kept = (await all()).filter(({ archivedAt }) => archivedAt).map(({ id }) => id)
    const again = five.map(({ id, ...tier }) => (kept.includes(id) ? { id, ...tier } : tier))
    expect((await save(again)).status).toBe(200)
    expect((await publish({ rate: { tiers: true } }, 3)).status).toBe(201)
    expect((await standing()).current?.name).toBe('Gold')
  })
})
