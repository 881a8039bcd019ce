import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { PayoutApp, programmeForm } from '#test/payout-app.ts'
import type { Client } from '#test/test-app.ts'

const lastOfYear = '2025-12-31'
const newYear = '2026-01-01'
/** 23:30 of the last day and midnight of the first one in Paris: in UTC both are 31 December. */
const times = ['2025-12-31T22:30:00Z', '2025-12-31T23:00:00Z'] as const

const lead = { company: 'Zed SARL', email: 'z@zed.example', estimatedAmountCents: 1000, offerType: 'star' as const }

describe.each(databaseKinds())('the period of lists and files on %s', (databaseKind) => {
  let world: PayoutApp
  let marie: Client
  let paul: Client
  let leads: string[]
  let signed: string

  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    marie = await world.partner('Marie')
    paul = await world.partner('Paul')
    await world.staff.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, commissionBasis: 'cash' } })
    leads = []
    for (const name of ['Old', 'New']) leads.push((await marie.call(leadRoutes.addLead, { body: { ...lead, name } })).id)
    signed = (await paul.call(leadRoutes.addLead, { body: { ...lead, name: 'Signed', estimatedAmountCents: 5000 } })).id
    const now = world.app.now.toISOString()
    world.app.passTo('2025-12-01T10:00:00Z')
    await paul.call(leadRoutes.moveLead, { params: { id: signed }, body: { from: 'nouveau', to: 'signe' } })
    world.app.passTo(now)
    for (const receivedOn of [lastOfYear, newYear]) {
      const body = { leadId: signed, reference: `F-${receivedOn}`, receivedOn, netCents: 1000 }
      await world.staff.call(clientPaymentRoutes.recordClientPayment, { body })
    }
    const commissions = [await world.payable(marie, 1000, 'Old bonus'), await world.payable(paul, 2000, 'New bonus')]
    await world.issue(await world.preview())
    for (const message of ['The first one is missing', 'Another one is missing'])
      await marie.call(disputeRoutes.openDispute, { body: { message } })
    await world.app.portal.database.asOwner(async (run) => {
      await run('alter table payouts disable trigger payout_goes_forward')
      const dated = async (table: string, column: string, condition = 'true', key = 'id') => {
        const statement = `update ${table} set ${column} = case when ${condition} then $1 else $2 end::timestamptz`
        await run(`${statement} where ${key} is not null`, [...times])
      }
      await dated('leads', 'created_at', `id = '${leads[0]}'`)
      await dated('commissions', 'created_at', `id = '${commissions[0]}'`)
      await dated('payouts', 'issued_at', `partner_id = '${marie.userId}'`)
      await dated('disputes', 'opened_at', `id = (select min(id::text)::uuid from disputes)`)
      await dated('contracts', 'created_at', `user_id = '${marie.userId}'`)
      await dated('profiles', 'joined_at', `user_id = '${marie.userId}'`, 'joined_at')
      await run('alter table payouts enable trigger payout_goes_forward')
    })
  })
  afterAll(() => world.app.close())

  const rows = async (client: Client, path: string) => {
    const { statusCode, body } = await client.send('GET', `/api${path}`)
    expect(statusCode, body).toBe(200)
    return path.includes('.csv') ? body.trimEnd().split('\r\n').length - 1 : (JSON.parse(body).items as unknown[]).length
  }

  test.each([
    ['/leads', 1, 2],
    ['/leads?search=zed', 1, 2],
    ['/leads?status=nouveau', 1, 1],
    ['/leads.csv', 1, 2],
    ['/commissions', 1, 4],
    ['/commissions?search=bonus', 1, 1],
    ['/commissions?sort=partner', 1, 4],
    ['/commissions.csv', 1, 4],
    ['/client-payments', 1, 1],
    ['/client-payments.csv', 1, 1],
    ['/payouts', 1, 1],
    ['/payouts.csv', 1, 1],
    ['/disputes', 1, 1],
    ['/contracts', 1, 1],
    ['/contracts.csv', 1, 1],
    ['/partners', 1, 2],
    ['/partners.csv', 1, 2],
  ])('%s ends and begins at midnight of the provider', async (path, before, after) => {
    const countRows = (days: string) => rows(world.staff, `${path}${path.includes('?') ? '&' : '?'}${days}`)
    expect(await countRows(`to=${lastOfYear}`)).toBe(before)
    expect(await countRows(`from=${newYear}`)).toBe(after)
    expect(await countRows(`from=${lastOfYear}&to=${newYear}`)).toBe(before + after)
    expect(await countRows(`from=${lastOfYear}&to=${lastOfYear}`)).toBe(before)
  })

  test('sums are those of the days, with and without a search, for staff and for a partner', async () => {
    const old = { to: lastOfYear }
    const young = { from: newYear }
    const leadCounts = async (client: Client, query: object) => {
      const { byStatus } = await client.call(leadRoutes.leadSummary, { query })
      return byStatus.reduce((sum, { count }) => sum + count, 0)
    }
    for (const query of [{}, { search: 'zed' }]) {
      expect(await leadCounts(world.staff, { ...old, ...query })).toBe(1)
      expect(await leadCounts(world.staff, { ...young, ...query })).toBe(2)
      expect(await leadCounts(marie, { ...young, ...query })).toBe(1)
      expect(await leadCounts(world.staff, { ...young, ...query, partnerId: marie.userId })).toBe(1)
    }
    const cents = async (client: Client, query: object) => {
      const { byStatus } = await client.call(commissionRoutes.commissionSummary, { query })
      return byStatus.reduce((sum, { amountCents }) => sum + amountCents, 0)
    }
    expect([await cents(world.staff, old), await cents(world.staff, { ...old, search: 'bonus' })]).toEqual([1000, 1000])
    expect(await cents(world.staff, { ...young, search: 'new bonus' })).toBe(2000)
    expect([await cents(marie, old), await cents(marie, young), await cents(paul, young)]).toEqual([1000, 0, 2750])
    const paid = await world.staff.call(clientPaymentRoutes.clientPaymentSummary, { query: young })
    expect(paid).toMatchObject({ payments: 1, paidCents: 1000 })
    const { byState } = await world.staff.call(payoutRoutes.payoutSummary, { query: old })
    expect(byState).toEqual([{ state: 'issued', count: 1, totalCents: 1000 }])
  })

  test('a board, its changed leads and the next page of a search keep to the days', async () => {
    const days = { from: newYear, to: newYear }
    const board = await world.staff.call(leadRoutes.leadBoard, { query: { ...days, columns: 'nouveau' } })
    expect(board.pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(['New'])
    const changed = await world.staff.call(leadRoutes.changedLeads, { query: { ...days, ids: leads.join() } })
    expect(changed.leads.map(({ name }) => name)).toEqual(['New'])
    const names: string[] = []
    let cursor: string | undefined
    do {
      const query = { search: 'zed', from: newYear, limit: 1, ...(cursor ? { cursor } : {}) }
      const page = await world.staff.call(leadRoutes.listLeads, { query })
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(names.sort()).toEqual(['New', 'Signed'])
  })

  test('a period that ends before it begins is refused with the words', async () => {
    const answer = await world.staff.send('GET', `/api/payouts.csv?from=${newYear}&to=${lastOfYear}`)
    expect([answer.statusCode, answer.json().fields]).toEqual([
      422,
      [{ path: 'to', message: 'The period ends before it begins' }],
    ])
  })
})
