import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { percentOf } from '#platform/domain/money.ts'
import { compareSums } from '../bench/same-answers.ts'
import { fillWorld } from '../bench/world/fill-world.ts'
import { worldOf } from '../bench/world/world-sizes.ts'
import { freshDatabase } from './databases.ts'
import { totalsAddUp } from './policies/kept-sums.ts'

type Fresh = Awaited<ReturnType<typeof freshDatabase>>

let fresh: Fresh
beforeAll(async () => {
  fresh = await freshDatabase('pglite')
  await fresh.database.asOwner((run) => fillWorld([run], { ...worldOf(2000, { colleagues: 4 }), partners: 50 }))
})
afterAll(() => fresh.close())

const rowsOf = async <T>(query: string) => (await fresh.database.asOwner((run) => run(query, []))).rows as T[]

test('the world that speed is measured on has the sums that triggers would have kept', async () => {
  await fresh.database.asOwner((run) => compareSums(run))
  for (const addsUp of totalsAddUp) expect(Object.values((await rowsOf<object>(addsUp))[0] ?? {}), addsUp).toEqual([true])
  const [counts] = await rowsOf<object>(`select (select sum(count) from lead_stats)::int as leads,
    (select sum(count) from commission_stats)::int as commissions,
    (select count(*)::int from leads where status = 'signe') as signed`)
  expect(counts).toEqual({ leads: 2000, commissions: expect.any(Number), signed: expect.any(Number) })
})

test('a signed lead has its commission there, and every reference points at a row', async () => {
  const [errors] = await rowsOf<object>(`select
    (select count(*)::int from leads l left join commissions c on c.lead_id = l.id
      where (l.status = 'signe') <> (c.id is not null) or c.partner_id <> l.partner_id) as commissions,
    (select count(*)::int from leads where partner_id not in (select user_id from profiles)) as partners,
    (select count(*)::int from events where partner_id not in (select user_id from profiles)) as events,
    (select count(*)::int from contracts where user_id not in (select user_id from profiles)) as contracts,
    (select count(*)::int from leads l where not exists (select from partner_members m
      where m.person_id = l.typed_by and m.partner_id = l.partner_id and m.role <> 'accountant')) as typed`)
  expect(errors).toEqual({ commissions: 0, partners: 0, events: 0, contracts: 0, typed: 0 })
})

test('what was paid there has its payout, document and transfer', async () => {
  const [errors] = await rowsOf<object>(`select
    (select count(*)::int from commissions where status = 'paye' and amount_cents > 0 and payout_id is null) as unpaid,
    (select count(*)::int from payouts p
      where (select sum(amount_cents) from commissions c where c.payout_id = p.id) is distinct from p.net_cents) as sums,
    (select count(*)::int from payouts p
      where (select sum(l.net_cents) from invoices i join invoice_lines l on l.invoice_id = i.id where i.payout_id = p.id)
        is distinct from p.net_cents) as documents,
    (select count(*)::int from payout_files f
      where (select sum(total_cents) from payout_file_lines l where l.payout_file_id = f.id)
        is distinct from f.total_cents) as files`)
  expect(errors).toEqual({ unpaid: 0, sums: 0, documents: 0, files: 0 })
  const [counts] = await rowsOf<{ payouts: number; payments: number }>(
    'select (select count(*)::int from payouts) as payouts, (select count(*)::int from client_payments) as payments',
  )
  expect(counts?.payouts).toBeGreaterThan(50)
  expect(counts?.payments).toBeGreaterThan(50)
})

test('a commission there has the rate of the tier that its partner had reached', async () => {
  const tiers = (
    await rowsOf<Record<'name' | 'min' | 'rate', string> & { max: string | null }>(
      `select name, min_revenue_cents::text as min, max_revenue_cents::text as max, commission_rate::text as rate
      from partner_tiers order by tier_order`,
    )
  ).map(({ name, min, max, rate }) => ({
    name,
    minRevenueCents: Number(min),
    maxRevenueCents: max === null ? null : Number(max),
    commissionRate: Number(rate),
  }))
  const commissions = await rowsOf<Record<'partner_id' | 'status' | 'tier_name' | 'revenue' | 'amount', string>>(
    `select c.partner_id, c.status, c.tier_name, c.revenue_cents::text as revenue, c.amount_cents::text as amount
      from commissions c join leads l on l.id = c.lead_id order by l.created_at, l.id`,
  )
  const validated = new Map<string, number>()
  for (const { partner_id: partner, status, tier_name, revenue, amount } of commissions) {
    const before = validated.get(partner) ?? 0
    const tier = currentTier(tiers, before)
    expect([tier_name, Number(amount)]).toEqual([tier?.name, percentOf(Number(revenue), tier?.commissionRate ?? 0)])
    if (status !== 'en_attente') validated.set(partner, before + Number(revenue))
  }
  expect(new Set(commissions.map(({ status }) => status)).size).toBe(3)
  expect(new Set(commissions.map(({ tier_name }) => tier_name)).size).toBeGreaterThan(2)
})
