import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import { checkJournal } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { erasureRoutes } from '#people-data/erasures/api.ts'
import { followErasures } from '#people-data/erasures/server/follow.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { everythingIn, tablesWith } from '#test/everything-in.ts'
import { inOrder } from '#test/in-order.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { PayoutFileApp } from '#test/payout-file-app.ts'
import { type Client, password } from '#test/test-app.ts'
import { periodRoutes } from '../api.ts'
import { followPeriods } from './commands.ts'

const day = 86_400_000
const year = 365.25 * day
const money = `commissions payouts payout_files payout_file_lines uploaded_invoices billing_profiles commission_stats
  commission_totals partner_revenue accounting_entries lead_signings client_payments`.split(/\s+/)

describe.each(databaseKinds('full'))('what the law keeps, on %s', inOrder, (kind) => {
  let world: PayoutApp
  let marie: Client
  let finance: Client
  let payoutId: string
  let invoiceId: string
  let leadId: string
  beforeAll(async () => {
    world = await PayoutApp.open(kind)
    const [own, files] = [new OwnInvoices(() => world), new PayoutFileApp(world)]
    finance = await world.app.newStaff('finance@acme.example', 'finance')
    marie = await own.partner('Marie Canarix')
    const payout = await own.issued(marie)
    payoutId = payout.id
    invoiceId = (await own.submit(marie, payout)).body.id
    await own.accept(payout, marie)
    expect((await world.approve([payout])).status).toBe(200)
    files.untilMorning()
    const { file } = await files.made()
    expect((await files.pay(file.id, file.lineCount, file.totalCents)).status).toBe(200)
    const body = {
      name: 'Paul Canarilead',
      company: 'Moulin SARL',
      email: 'paul@canarilead.example',
      phone: '',
      estimatedAmountCents: 100_000,
      offerType: 'star' as const,
    }
    leadId = (await marie.call(leadRoutes.addLead, { body })).id
    await marie.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
    await world.app.portal.database.asOwner(async (run) => {
      const at = world.app.now
      const closing = newId()
      const entry = `insert into accounting_entries (year, number, closing_id, kind, piece_id, booked_on, reference, dated,
          payout, bank_reference, partner_id, partner_name, supplier_code, earned_cents, taken_back_cents, vat_cents)
        values ($1, 1, $2, 'paid', $3, make_date($1, 6, 30), 'P', make_date($1, 6, 30), 'P', 'V', $4, 'Moulin tenu', 'F1', 5, 0,
          0)`
      await run('alter table accounting_closings disable trigger user')
      await run(
        `insert into accounting_closings (id, scope, until_day, missing, accounts, closed_by, closed_at)
          values ($1, 'year', '2020-12-31', '{}', '{}', $2, $3)`,
        [closing, world.staff.userId, at],
      )
      await run('alter table accounting_closings enable trigger user')
      for (const later of [0, 5]) await run(entry, [at.getUTCFullYear() + later, closing, newId(), marie.userId])
      await run("update contracts set title = 'Canaricontrat' where user_id = $1", [marie.userId])
      await run(
        `insert into people_requests (id, wish, channel, email, name, recognised, received_at, expires_at, proved_at, due_at,
            entered_by, answered_at, answered_by, outcome, report)
          values ($1, 'read', 'letter', 'paul@canarilettre.example', 'Paul Canarilettre', 'Sa carte', $2, $2, $2, $2, $3, $2, $3,
            'done', 'Canarilettre a tout reçu')`,
        [newId(), at, world.staff.userId],
      )
    })
  })
  afterAll(() => world.app.close())

  /** The nightly run some years from now; sessions do not last as long. */
  const runAfter = (years: number, options = {}) => followPeriods(at(years), options)
  const at = (years: number) => ({
    ...world.app.portal,
    clock: { now: () => new Date(world.app.now.getTime() + years * year + 2 * day) },
  })
  const rowsOf = async (tables: readonly string[]) => {
    const all = await everythingIn(world.app)
    return Object.fromEntries(tables.map((name) => [name, all.get(`public.${name}`)]))
  }
  const kept = (client = finance) => client.try(periodRoutes.listKept, { query: {} })

  test('of an erased client is found by who does the books, with until when, and by nobody else', async () => {
    await world.app.proven(erasureRoutes.planErasure, { body: { leads: [{ id: leadId, soleTrader: false }], password } })
    await world.idle()
    world.app.pass(3 * day)
    await followErasures(world.app.portal)
    const answer = await kept()
    expect(answer).toMatchObject({ status: 200 })
    const [found, ...more] = answer.body.items
    const end = `${world.app.now.getUTCFullYear() + 11}-01-`
    expect(more).toEqual([])
    expect(found?.label).toMatch(/ Moulin SARL$/)
    expect(found?.tables).toMatchObject([{ table: 'commissions', rows: 1, law: 'books' }])
    expect(found?.tables[0]?.until?.slice(0, 8)).toBe(end)
    const viewer = await world.app.newStaff('lecture@acme.example', 'viewer')
    for (const client of [viewer, marie]) expect((await kept(client)).status).toBe(403)
    expect((await finance.try(periodRoutes.listPeriods, {})).status).toBe(403)
  })

  test('goes on no day before its own: after three years nothing of it has', async () => {
    await world.app.admin.call(partnerRoutes.deletePartner, { params: { id: marie.userId }, query: {} })
    const { days } = await world.app.admin.call(periodRoutes.listPeriods, {})
    await world.app.admin.call(periodRoutes.confirmPeriods, { body: { days, password } })
    const before = await rowsOf([...money, 'contracts', 'people_requests'])
    expect(await runAfter(3)).toMatchObject({ hasRemoved: true })
    expect(await rowsOf(Object.keys(before))).toEqual(before)
  })

  test('goes five years after the end of its contract; requests then too, and the books are as they were', async () => {
    const before = await rowsOf(money)
    expect((await runAfter(5, { dryRun: true })).counts).toMatchObject({ contract: expect.any(Number), request: 1 })
    expect(await tablesWith(world.app, 'Canaricontrat')).not.toEqual([])
    await runAfter(5)
    expect(await tablesWith(world.app, 'Canaricontrat')).toEqual([])
    expect(await tablesWith(world.app, 'Canarilettre')).toEqual([])
    await runAfter(6)
    expect(await rowsOf(money)).toEqual(before)
  })

  test('goes ten years after the end of its year: texts and files, and the sums stay', async () => {
    const sums = () =>
      world.app.portal.database.asActor(system, (tx) =>
        Promise.all([
          tx.selectFrom('payouts').select(['net_cents', 'vat_cents', 'reference', 'paid_on']).execute(),
          tx.selectFrom('commissions').select(['amount_cents', 'status', 'tier_name']).orderBy('id').execute(),
          tx.selectFrom('partner_revenue').selectAll().execute(),
        ]),
      )
    const before = await sums()
    await runAfter(12)
    // Whoever was of the partner is erased with it.
    await followErasures(at(12))
    expect(await sums()).toEqual(before)
    const stays = ['payouts', 'payout_file_lines', 'uploaded_invoices', 'billing_profiles', 'commissions', 'accounting_entries']
    for (const text of ['Canarix', 'Lefèvre', 'rue du Port'])
      expect(
        (await tablesWith(world.app, text)).filter((name) => stays.includes(name.slice(7))),
        text,
      ).toEqual([])
    // Books of a later year are as they were.
    const entries = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('accounting_entries').select(['partner_name', 'earned_cents']).orderBy('year').execute(),
    )
    expect(entries).toEqual([
      { partner_name: '[…]', earned_cents: 5 },
      { partner_name: 'Moulin tenu', earned_cents: 5 },
    ])
    const { counts } = await runAfter(12)
    expect([counts.accounting, counts.contract, counts.request]).toEqual([undefined, undefined, undefined])
    await sweepFiles(at(13))
    const { rows } = await world.app.portal.database.asActor(system, (tx) =>
      sql<{ purpose: string; size: number }>`select purpose, sum(size)::int as size from files group by 1`.execute(tx),
    )
    expect(rows.filter(({ size }) => size > 0).map(({ purpose }) => purpose)).toEqual([])
    // The payout can be read, and says that its file is gone.
    expect((await finance.try(payoutRoutes.getPayout, { params: { id: payoutId } })).status).toBe(200)
    const file = await finance.send('GET', `/api/uploaded-invoices/${invoiceId}/file`)
    expect([file.statusCode, file.json().detail]).toEqual([404, expect.stringMatching(/is over|écoulée/)])
  })

  test('and takes the names of those with it who were of the partner', async () => {
    const person = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('profiles').select(['full_name', 'email', 'company']).where('user_id', '=', marie.userId).execute(),
    )
    expect(person).toEqual([
      { full_name: expect.stringContaining('effacé'), email: '', company: expect.not.stringContaining('x') },
    ])
  })

  test('origins of the steps of contracts go after a year, and the journal is whole', async () => {
    const origins = () =>
      world.app.portal.database.asActor(system, (tx) =>
        sql<{ name: string; after: unknown }>`select name, after from events where origin is not null`
          .execute(tx)
          .then(({ rows }) => rows.length),
      )
    const karim = await world.app.newPartner('karim@exemple.fr', 'Karim Reste')
    await appendNow(world.app.portal)
    expect(await origins()).toBeGreaterThan(0)
    await runAfter(0.5)
    expect(await origins()).toBeGreaterThan(0)
    await runAfter(1.1)
    expect(await origins()).toBe(0)
    expect(await tablesWith(world.app, karim.userId)).toContain('public.partners')
    await appendNow(world.app.portal)
    expect(await checkJournal(await databaseJournal(world.app.portal.database))).toMatchObject({ error: null })
  })
})
