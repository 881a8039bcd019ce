import { expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { openWithPartners } from '#test/open-with-partners.ts'

test.each(databaseKinds('every'))('nobody waits for six seconds while somebody imports a batch on %s', async (databaseKind) => {
  const { app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean')
  try {
    const rows = Array.from({ length: 200 }, (_, n) => ({
      name: `Anne ${n}`,
      company: `Menuiserie ${n}`,
      email: `anne${n}@menuiserie.example`,
      amount: '1 000',
      offer: 'star',
      status: n % 4 === 0 ? 'signe' : 'nouveau',
    }))
    let isOver = false
    const batch = leadsOf(app, marie)
      .add(rows)
      .finally(() => {
        isOver = true
      })
    const waits: number[] = []
    while (!isOver) {
      const started = performance.now()
      await jean.call(leadRoutes.listLeads, { query: {} })
      waits.push(performance.now() - started)
    }
    await batch
    expect(Math.max(...waits)).toBeLessThan(6000)
  } finally {
    await app.close()
  }
})
