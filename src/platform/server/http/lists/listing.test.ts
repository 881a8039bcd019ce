import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractList, contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { commissionList, commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerRoutes, personList } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { TestApp } from '#test/test-app.ts'

describe.each(databaseKinds())('lists on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    for (const [name, revenues] of [
      ['Émile Zola', [300, 100, 300]],
      ['eve Adam', [200]],
      ['Zoé Ünal', [300, 50, 7]],
    ] as const) {
      const partner = await app.newPartner(`p${revenues.join('')}@exemple.fr`, name)
      for (const revenueCents of revenues) {
        const body = { partnerId: partner.userId, description: `Prime ${revenueCents} 100%_`, revenueCents }
        const { id } = await app.admin.call(commissionRoutes.addCommission, { body })
        if (revenueCents > 100) await app.admin.call(commissionRoutes.validateCommission, { params: { id } })
        if (revenueCents > 200) await app.admin.call(commissionRoutes.payCommission, { params: { id } })
        app.pass(1000)
      }
    }
  })
  afterAll(() => app.close())

  /** Reads a list page by page. */
  async function walk<T>(page: (cursor?: string) => Promise<{ items: T[]; nextCursor: string | null }>): Promise<T[]> {
    const rows: T[] = []
    for (let cursor: string | undefined; ; ) {
      const { items, nextCursor } = await page(cursor)
      rows.push(...items)
      if (!nextCursor) return rows
      cursor = nextCursor
    }
  }
  const commissions = (query: object, limit: number) =>
    walk((cursor) =>
      app.admin.call(commissionRoutes.listCommissions, { query: { ...query, limit, ...(cursor ? { cursor } : {}) } }),
    )

  test.each(commissionList.sorts.flatMap((each) => [each, `-${each}`] as const))(
    'commissions by %s are paged in order, each of them once',
    async (sort) => {
      const atOnce = (await commissions({ sort }, 200)).map((row) => row.id)
      expect(atOnce).toHaveLength(7)
      expect(new Set(atOnce).size).toBe(7)
      for (const limit of [1, 2, 3]) expect((await commissions({ sort }, limit)).map((row) => row.id)).toEqual(atOnce)
      const back = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect((await commissions({ sort: back }, 200)).map((row) => row.id)).toEqual(atOnce.toReversed())
    },
  )

  test('sorting is by amount, by name without case and accents, and by a commission’s status order', async () => {
    const by = async (sort: string) => await commissions({ sort }, 200)
    expect((await by('-revenue')).map((row) => row.revenueCents)).toEqual([300, 300, 300, 200, 100, 50, 7])
    const names = (await by('partner')).map((row) => row.partner.name)
    expect([...new Set(names)]).toEqual(['Émile Zola', 'eve Adam', 'Zoé Ünal'])
    expect([...new Set((await by('status')).map((row) => row.status))]).toEqual(['en_attente', 'valide', 'paye'])
    expect((await by('-paid')).slice(0, 3).every((row) => row.paidAt !== null)).toBe(true)
  })

  test.each([...personList.sorts.flatMap((each) => [each, `-${each}`] as const)])(
    'people by %s are paged in order',
    async (sort) => {
      const people = (limit: number) =>
        walk((cursor) => app.admin.call(partnerRoutes.listPartners, { query: { sort, limit, ...(cursor ? { cursor } : {}) } }))
      const atOnce = (await people(200)).map((row) => row.id)
      expect(atOnce).toHaveLength(4)
      expect((await people(1)).map((row) => row.id)).toEqual(atOnce)
    },
  )

  test.each([...contractList.sorts.flatMap((each) => [each, `-${each}`] as const)])(
    'contracts by %s are paged in order',
    async (sort) => {
      const contracts = (limit: number) =>
        walk((cursor) => app.admin.call(contractRoutes.listContracts, { query: { sort, limit, ...(cursor ? { cursor } : {}) } }))
      const atOnce = (await contracts(200)).map((row) => row.id)
      expect(atOnce).toHaveLength(3)
      expect((await contracts(1)).map((row) => row.id)).toEqual(atOnce)
    },
  )

  test('a search matches what a row shows, whatever the accents, and the totals follow', async () => {
    const searchCount = async (search: string) => (await commissions({ search }, 200)).length
    expect(await searchCount('EMILE')).toBe(3)
    expect(await searchCount('ünal')).toBe(3)
    expect(await searchCount('unal')).toBe(3)
    expect(await searchCount('Prime 300')).toBe(3)
    expect(await searchCount('%_')).toBe(7)
    expect(await searchCount('___')).toBe(0)
    const sums = (query: object) => app.admin.call(commissionRoutes.commissionSummary, { query })
    const of = async (query: object) => (await sums(query)).byStatus.map((each) => [each.count, each.revenueCents])
    expect(await of({ search: 'zola' })).toEqual([
      [1, 100],
      [0, 0],
      [2, 600],
    ])
    expect(await of({ search: 'zola', status: 'paye' })).toEqual([
      [0, 0],
      [0, 0],
      [2, 600],
    ])
    expect(await of({ status: 'valide' })).toEqual([
      [0, 0],
      [1, 200],
      [0, 0],
    ])
  })

  test('people are filtered by role, status and contract, and their revenue is summed', async () => {
    await app.admin.call(partnerRoutes.invite, { body: { email: 'new@exemple.fr', fullName: 'Noé Neuf', role: 'partner' } })
    const names = async (query: object) =>
      (await app.admin.call(partnerRoutes.listPartners, { query })).items.map((row) => row.fullName)
    expect(await names({ state: 'invited' })).toEqual(['Noé Neuf'])
    expect(await names({ contract: 'none' })).toEqual(['Noé Neuf'])
    expect((await names({ contract: 'signe', sort: 'name' })).map((name) => name[0])).toEqual(['É', 'e', 'Z'])
    expect(await names({ role: 'admin' })).toHaveLength(1)
    const summary = await app.admin.call(partnerRoutes.partnerSummary, { query: { contract: 'signe' } })
    expect(summary).toEqual({ count: 3, totalRevenueCents: 300 * 3 + 200 })
  })

  test.each(['x', 'AAAA', Buffer.from('no|5').toString('base64url'), Buffer.from(`${'0'.repeat(36)}|1'`).toString('base64url')])(
    'an invalid cursor is refused: %s',
    async (cursor) => {
      for (const sort of ['-date', 'amount', 'partner'] as const) {
        const answer = await app.admin.try(commissionRoutes.listCommissions, { query: { sort, cursor } })
        expect([answer.status, answer.body.fields?.[0]?.path]).toEqual([422, 'cursor'])
      }
    },
  )

  test('a cursor of another order is refused or harmless, never an internal error', async () => {
    const cursors: string[] = []
    for (const sort of commissionList.sorts) {
      const { nextCursor } = await app.admin.call(commissionRoutes.listCommissions, { query: { sort, limit: 2 } })
      cursors.push(nextCursor ?? '')
    }
    for (const sort of commissionList.sorts) {
      for (const cursor of cursors) {
        const { status } = await app.admin.try(commissionRoutes.listCommissions, { query: { sort, cursor } })
        expect([200, 422]).toContain(status)
      }
    }
  })

  test('a page can end at the longest possible sort key', async () => {
    const partner = await app.newPartner('long@exemple.fr', '🙂'.repeat(99))
    for (const description of ['½'.repeat(200), 'é🙂'.repeat(100)]) {
      await app.admin.call(commissionRoutes.addCommission, { body: { partnerId: partner.userId, description, revenueCents: 1 } })
    }
    for (const sort of ['lead', 'partner', '-lead'] as const) expect(await commissions({ sort }, 1)).toHaveLength(9)
  })
})
