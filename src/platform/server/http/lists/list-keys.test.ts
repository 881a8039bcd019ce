import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { commissionSortKeys } from '#money/commissions/server/queries.ts'
import { personSortKeys } from '#partners/partners/server/queries.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'

/** Sort orders computed for all rows, since there are some thousand people at most. */
const workedOut = new Set(['role', 'contract', 'revenue'])

describe.each(databaseKinds())('sort and search keys of lists on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Éluard')
  })
  afterAll(() => app.close())

  const planOf = (table: string, by: unknown, id: string, direction: string) =>
    app.portal.database.asActor({ kind: 'admin', userId: app.admin.userId, rights }, async (tx) => {
      await sql`set local enable_sort = off`.execute(tx)
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`
        explain select ${sql.ref(id)} from ${sql.raw(table)}
        order by ${by} ${sql.raw(direction)}, ${sql.ref(id)} ${sql.raw(direction)} limit 51`.execute(tx)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })

  test.each(Object.keys(commissionSortKeys))('commissions by %s use an index, whatever their number', async (name) => {
    const { by } = commissionSortKeys[name as keyof typeof commissionSortKeys]
    for (const direction of ['asc', 'desc']) {
      const plan = await planOf("(select * from commissions where created_at > '-infinity') c", by, 'c.id', direction)
      expect(plan).toMatch(/Index (Only )?Scan/)
      expect(plan).not.toContain('Sort')
    }
  })

  test.each(Object.keys(personSortKeys).filter((name) => !workedOut.has(name)))('people by %s use an index', async (name) => {
    const { by } = personSortKeys[name as keyof typeof personSortKeys]
    const plan = await planOf('profiles p where deleted_at is null', by, 'p.user_id', 'desc')
    expect(plan).not.toContain('Sort')
  })

  test('a renamed lead or partner is searched and sorted by the new name, and totals stay', async () => {
    const lead = await marie.call(leadRoutes.addLead, {
      body: { name: 'Paul Zola', company: 'Zénith', email: 'p@zenith.fr', estimatedAmountCents: 100_000, offerType: 'star' },
    })
    await marie.call(leadRoutes.moveLead, { params: { id: lead.id }, body: { from: 'nouveau', to: 'signe' } })
    const [commission] = (await app.admin.call(commissionRoutes.listCommissions, { query: { search: 'zenith' } })).items
    const id = commission?.id ?? ''
    await app.admin.call(commissionRoutes.validateCommission, { params: { id } })
    await app.admin.call(commissionRoutes.payCommission, { params: { id } })
    const before = await app.admin.call(commissionRoutes.commissionSummary, { query: {} })

    await marie.call(leadRoutes.editLead, { params: { id: lead.id }, body: { name: 'Ève Aragon', company: 'Étoile' } })
    await marie.call(accountRoutes.changeProfile, { body: { fullName: 'Marie Brontë', company: '' } })

    const searchResult = async (search: string, client = app.admin) => {
      const { items } = await client.call(commissionRoutes.listCommissions, { query: { search } })
      const { byStatus } = await client.call(commissionRoutes.commissionSummary, { query: { search } })
      return [items.map((row) => row.lead?.name), byStatus.reduce((sum, each) => sum + each.count, 0)]
    }
    for (const search of ['eve arag', 'etoile', 'bronte eve']) expect(await searchResult(search)).toEqual([['Ève Aragon'], 1])
    expect(await searchResult('etoile', marie)).toEqual([['Ève Aragon'], 1])
    for (const search of ['zenith', 'zola', 'eluard']) expect(await searchResult(search)).toEqual([[], 0])

    await app.admin.call(commissionRoutes.addCommission, {
      body: { partnerId: marie.userId, description: 'Beau salon', revenueCents: 1000 },
    })
    const sorted = await app.admin.call(commissionRoutes.listCommissions, { query: { sort: 'lead' } })
    expect(sorted.items.map((row) => row.lead?.name ?? row.description)).toEqual(['Beau salon', 'Ève Aragon'])
    const after = await app.admin.call(commissionRoutes.commissionSummary, { query: { status: 'paye' } })
    expect(after.byStatus.find(({ status }) => status === 'paye')).toEqual(
      before.byStatus.find(({ status }) => status === 'paye'),
    )
  })

  test('a search with too many hits for look-ups by id gives the same pages as one with few', async () => {
    await app.portal.database.asActor(system, (tx) =>
      sql`insert into commissions (id, partner_id, kind, description, revenue_cents, commission_rate, tier_name,
      amount_cents, created_at)
        select gen_random_uuid(), ${marie.userId}::uuid, 'manual', 'Lot ' || case when n % 100 = 0 then 'rare ' else '' end || n,
        n * 100, 15,
          'Bronze', n * 15, now() - n * interval '1 minute' from generate_series(1, 400) n`.execute(tx),
    )
    const all = async (search: string) => {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const query = { search, sort: '-amount' as const, limit: 100, ...(cursor ? { cursor } : {}) }
        const page = await app.admin.call(commissionRoutes.listCommissions, { query })
        ids.push(...page.items.map((row) => row.description))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return ids
    }
    expect(await all('LOT')).toHaveLength(400)
    expect(await all('lôt rare')).toEqual(['Lot rare 400', 'Lot rare 300', 'Lot rare 200', 'Lot rare 100'])
    expect(await all('lot 40_')).toEqual([])
  })
})
