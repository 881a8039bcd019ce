import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { importRoutes, maxStagedRows } from '#imports/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds('every'))('overload by one caller on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
    await addLeads(marie.userId, 3000)
  })
  afterAll(() => app.close())

  const addLeads = (partnerId: string, count: number) =>
    app.portal.database.asActor(system, async (tx) => {
      const now = new Date()
      const rows = Array.from({ length: count }, (_, n) => ({
        id: newId(),
        partner_id: partnerId,
        name: `Paul ${n}`,
        company: `Boulangerie ${n}`,
        email: `paul${n}@bernard.example`,
        estimated_amount_cents: 100_000,
        offer_type: 'star' as const,
        created_at: now,
        updated_at: now,
      }))
      for (let from = 0; from < count; from += 500) {
        await tx
          .insertInto('leads')
          .values(rows.slice(from, from + 500))
          .execute()
      }
    })
  const rowsOf = (batch: string) =>
    Array.from({ length: 200 }, (_, n) => ({
      name: `Anne ${n}`,
      company: `Menuiserie ${batch} ${n}`,
      email: `anne${batch}${n}@menuiserie.example`,
      amount: '1 000',
      offer: 'star',
      status: n % 4 === 0 ? 'signe' : 'nouveau',
    }))
  const exportAll = () => marie.send('GET', '/api/leads.csv')
  const checkImport = async (n: number) => {
    const body = { kind: 'leads' as const, fileName: 'a.csv', fileHash: '0'.repeat(64), rowCount: maxStagedRows }
    const { id } = await marie.call(importRoutes.beginImport, { body })
    const rows = rowsOf(`check${n}`)
      .slice(0, maxStagedRows)
      .map((cells, at) => ({ number: at + 2, cells }))
    return marie.send('POST', `/api/imports/${id}/rows`, { rows })
  }

  /** How many requests of somebody else are answered one after the other while `storm` is running: none waits for its end. */
  async function answeredDuring(storm: Promise<unknown>): Promise<number> {
    let isOver = false
    const end = storm.finally(() => {
      isOver = true
    })
    let answered = 0
    while (!isOver) {
      await jean.call(leadRoutes.listLeads, { query: {} })
      answered += 1
    }
    await end
    return answered
  }

  test('many exports and import checks delay nobody else; too many are refused with a message', async () => {
    const storm = Promise.all([...Array.from({ length: 30 }, exportAll), ...Array.from({ length: 20 }, (_, n) => checkImport(n))])
    expect(await answeredDuring(storm)).toBeGreaterThan(10)
    const answers = await storm
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.length - refused.length).toBe(answers.filter(({ statusCode }) => statusCode === 200).length)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(4)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused[0]?.headers['retry-after']).toBe('5')
    expect(refused[0]?.json()).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringContaining('que l’un d’eux soit terminé'),
    })
    expect((await exportAll()).statusCode).toBe(200)
  }, 120_000)

  test('an import batch delays nobody else, and is complete', async () => {
    const batch = leadsOf(app, marie).add(rowsOf('lot'))
    const answered = await answeredDuring(batch)
    // The embedded database has one session, which the batch keeps to its end.
    if (databaseKind === 'postgres') expect(answered).toBeGreaterThan(10)
    expect((await batch).filter(({ outcome }) => outcome === 'imported')).toHaveLength(200)
    const { rows } = await app.portal.database.asActor(system, (tx) =>
      sql<{ name: string; count: number }>`
        select name, count(*) as count from events where partner_id = ${marie.userId} and occurred_at >= ${app.now}
        and name like any (array['lead%', 'commission%', 'import%']) group by name order by name`.execute(tx),
    )
    expect(rows).toEqual([
      { name: 'commission.created', count: 50 },
      { name: 'import.applied', count: 1 },
      { name: 'lead.created', count: 200 },
      { name: 'lead.moved', count: 50 },
      { name: 'lead.signed', count: 50 },
    ])
  }, 120_000)
})
