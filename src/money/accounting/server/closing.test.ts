import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { uploadedInvoiceRoutes } from '#money/payouts/api/uploaded-invoices.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import type { Client } from '#test/test-app.ts'
import { accountingRoutes } from '../api/accounting.ts'
import { yearRoutes } from '../api/year.ts'

describe.each(databaseKinds())('closing months and years on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let marie: Client & { email: string }
  let second: Client
  let firstMonth: string
  const own = new OwnInvoices(() => world)

  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    // On the first of a month, what is known too late would be booked on the day of what happens today.
    if (isoDay(world.app.now, defaultTimeZone).endsWith('-01')) world.app.pass(day)
    marie = await own.partner('Marie Dupont')
    second = await world.app.newStaff('second@acme.example', 'finance', 'Sacha Second')
    const { now } = world.app
    firstMonth = monthEnd(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)))
  })
  afterAll(() => world.app.close())

  const monthEnd = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).toISOString().slice(0, 10)
  const accounting = () => world.staff.call(accountingRoutes.getAccounting, { query: {} })
  const close = (scope: 'month' | 'year', until: string, client = world.staff) =>
    client.try(accountingRoutes.closePeriod, { body: { scope, until } })
  const journal = async (query: string) => {
    const answer = await world.staff.send('GET', `/api/journal.csv${query}`)
    const [titles = '', ...rows] = answer.body.slice(1).trimEnd().split('\r\n')
    return rows.map((row) => Object.fromEntries(row.split(';').map((cell, at) => [titles.split(';')[at] ?? '', cell])))
  }
  const payByHand = async (client: Client, cents: number, paidOn: string) => {
    const id = await world.payable(client, cents, `À la main ${cents}`)
    await world.staff.call(commissionRoutes.payCommission, { params: { id }, body: { paidOn, reference: `VIR ${cents}` } })
  }
  const paidIn = async (year: string) => {
    const { lines } = await world.staff.call(yearRoutes.getYear, { params: { year } })
    return lines.map(({ partner, paidCents }) => [partner.name, paidCents])
  }
  /** As if everything had been issued on a day. */
  const issuedOn = (on: string) =>
    world.app.portal.database.asOwner(async (run) => {
      await run('alter table payouts disable trigger user')
      await run("update payouts set issued_at = $1::date + interval '12 hours'", [on])
      await run('alter table payouts enable trigger user')
    })

  test('a month that is over is closed once, with a list of what is missing in it', async () => {
    const payout = await own.issued(marie, 220_000)
    expect((await accounting()).nextMonth).toBeNull()
    expect((await close('month', monthEnd(world.app.now))).body.detail).toContain('is not over')
    await issuedOn(`${firstMonth.slice(0, 8)}15`)
    expect((await accounting()).nextMonth).toEqual({
      until: firstMonth,
      missing: [
        { kind: 'invoices_awaited', count: 1, references: [payout.reference] },
        { kind: 'payouts_open', count: 1, references: [payout.reference] },
      ],
    })
    expect((await close('month', `${firstMonth.slice(0, 8)}15`)).body.detail).toContain('is not the last day of a month')
    const closed = await close('month', firstMonth)
    expect([closed.status, closed.body]).toMatchObject([
      201,
      { until: firstMonth, entries: 1, missing: [{ count: 1 }, { count: 1 }], reopening: null, can: { askReopening: true } },
    ])
    expect((await close('month', firstMonth)).body.detail).toContain('is closed')
    expect(await accounting()).toMatchObject({ monthsClosedUntil: firstMonth, yearsClosedUntil: null })
  })

  test('a closed month stays as it was exported, and what is known later goes into the open month', async () => {
    const before = await journal(`?to=${firstMonth}`)
    const year = firstMonth.slice(0, 4)
    expect(before.map(({ EcritureNum, CompteNum, Debit, Credit }) => [EcritureNum, CompteNum, Debit, Credit])).toEqual([
      [`${year}-000001`, '622200', '2200,00', '0,00'],
      [`${year}-000001`, '408100', '0,00', '2200,00'],
    ])
    expect(new Set(before.map(({ ValidDate }) => ValidDate))).toEqual(
      new Set([isoDay(world.app.now, defaultTimeZone).replaceAll('-', '')]),
    )
    const { items } = await world.staff.call(payoutRoutes.listPayouts, { query: {} })
    const [payout] = items
    if (!payout) throw new Error('no payout')
    const invoice = await marie.call(uploadedInvoiceRoutes.submitInvoice, {
      params: { id: payout.id },
      body: await own.form(marie, payout),
    })
    await world.staff.call(uploadedInvoiceRoutes.acceptInvoice, { params: { id: invoice.id } })
    await payByHand(marie, 5000, firstMonth)
    await world.staff.call(accountingRoutes.saveSupplierCodes, {
      body: { codes: [{ partnerId: marie.userId, code: 'fdupont' }] },
    })
    await world.staff.call(yearRoutes.saveYearSettings, {
      body: {
        paysWages: false,
        occasionalPayments: 3,
        occasionalCents: 100_000,
        accountCommissions: '622900',
        accountVat: '445660',
        accountSuppliers: '401000',
        accountBank: '512000',
      },
    })
    expect(await journal(`?to=${firstMonth}`)).toEqual(before)
    const firstOpenDay = new Date(Date.parse(firstMonth) + day).toISOString().slice(0, 10)
    const after = await journal(`?from=${firstOpenDay}`)
    expect(
      after.map(({ EcritureDate, CompteNum, Debit, Credit, CompAuxNum, ValidDate }) => [
        EcritureDate,
        CompteNum,
        Debit,
        Credit,
        CompAuxNum,
        ValidDate,
      ]),
    ).toEqual([
      [firstOpenDay.replaceAll('-', ''), '622900', '50,00', '0,00', '', ''],
      [firstOpenDay.replaceAll('-', ''), '401000', '0,00', '50,00', 'FDUPONT', ''],
      [firstOpenDay.replaceAll('-', ''), '401000', '50,00', '0,00', 'FDUPONT', ''],
      [firstOpenDay.replaceAll('-', ''), '512000', '0,00', '50,00', '', ''],
      [after[4]?.EcritureDate, '408100', '2200,00', '0,00', '', ''],
      [after[4]?.EcritureDate, '445660', '440,00', '0,00', '', ''],
      [after[4]?.EcritureDate, '401000', '0,00', '2640,00', 'FDUPONT', ''],
    ])
    expect([...new Set(after.map(({ EcritureNum }) => EcritureNum))]).toEqual(
      [2, 3, 4].map(
        (number) => `${firstOpenDay.slice(0, 4)}-${String(firstOpenDay.startsWith(year) ? number : number - 1).padStart(6, '0')}`,
      ),
    )
    expect(after[4]).toMatchObject({
      PieceRef: invoice.number,
      EcritureLib: `Facture ${invoice.number} ${payout.reference} Marie Dupont`,
    })
  })

  test('a closed month is opened again with a reason and by a second person; its numbers go on', async () => {
    const [closing] = (await accounting()).closings
    const params = { params: { id: closing?.id ?? '' } }
    const reopen = (client: Client) => client.try(accountingRoutes.reopenPeriod, params)
    expect((await reopen(second)).body.code).toBe('period_not_reopenable')
    const request = await world.staff.call(accountingRoutes.askReopening, { ...params, body: { reason: 'Facture oubliée' } })
    expect(request).toMatchObject({ reopening: { reason: 'Facture oubliée' }, can: { reopen: false, askReopening: false } })
    expect((await reopen(world.staff)).body.code).toBe('reopening_needs_second')
    const opened = await reopen(second)
    expect([opened.status, opened.body.reopenedBy]).toEqual([200, 'Sacha Second'])
    const open = await journal(`?from=${firstMonth}&to=${firstMonth}`)
    expect(open.map(({ CompteNum, EcritureNum }) => [CompteNum, EcritureNum?.slice(-2)])).toEqual([
      ['622900', '02'],
      ['401000', '02'],
      ['401000', '03'],
      ['512000', '03'],
    ])
    expect((await close('month', firstMonth)).body.entries).toBe(2)
    expect((await journal(`?to=${firstMonth}`)).map(({ EcritureNum }) => EcritureNum?.slice(-2))).toEqual([
      '01',
      '01',
      '02',
      '02',
      '03',
      '03',
    ])
  })

  test('a closed year keeps what was declared, and later payments and returns are the next year’s', async () => {
    const carl = await world.partner('Carl')
    const last = Number(firstMonth.slice(0, 4)) - 1
    const lastDay = `${last}-12-31`
    await payByHand(carl, 30_000, lastDay)
    await payByHand(carl, 20_000, `${last}-06-30`)
    await world.payable(carl, 9000)
    const [payout] = await world.issued()
    const id = payout?.id ?? ''
    await carl.call(payoutRoutes.acceptPayout, { params: { id } })
    await world.approve(payout ? [payout] : [])
    await world.staff.call(payoutRoutes.payPayouts, { body: { ids: [id], totalCents: 9000, payment: { reference: 'VIR 9' } } })
    await world.app.portal.database.asOwner((run) =>
      run("update payouts set paid_at = $1::date + interval '12 hours' where id = $2", [lastDay, id]),
    )
    expect((await close('year', `${last + 3}-12-31`)).body.code).toBe('period_not_closable')
    const closed = await close('year', lastDay)
    expect([closed.status, closed.body]).toMatchObject([201, { scope: 'year' }])
    expect(await paidIn(String(last))).toEqual([['Carl', 59_000]])
    const now = await paidIn(String(last + 1))
    await payByHand(carl, 17_000, lastDay)
    await world.staff.call(payoutRoutes.rejectPayout, { params: { id }, body: { reason: 'Compte clos' } })
    expect(await paidIn(String(last))).toEqual([['Carl', 59_000]])
    expect((await paidIn(String(last + 1))).toSorted()).toEqual([...now, ['Carl', 8000]].toSorted())
    const [certificate] = (await carl.call(yearRoutes.listCertificates, {})).years
    expect(certificate).toEqual({ year: last, paidCents: 59_000 })
    // A month of a closed year is opened after the year.
    const [ofYear] = (await accounting()).closings
    const params = { params: { id: ofYear?.id ?? '' } }
    await second.call(accountingRoutes.askReopening, { ...params, body: { reason: 'Déclaration refusée' } })
    await world.staff.call(accountingRoutes.reopenPeriod, params)
    expect(await paidIn(String(last))).toEqual([['Carl', 67_000]])
    expect(await paidIn(String(last + 1))).toEqual(now)
  })

  test('a day of payment that was typed stays that day, whatever the time zone', async () => {
    const dora = await world.partner('Dora')
    const last = Number(firstMonth.slice(0, 4)) - 1
    await payByHand(dora, 11_000, `${last}-12-31`)
    await world.programme({ timeZone: 'Pacific/Kiritimati' })
    expect((await paidIn(String(last))).find(([name]) => name === 'Dora')).toEqual(['Dora', 11_000])
    expect((await paidIn(String(last + 1))).find(([name]) => name === 'Dora')).toBeUndefined()
    await world.programme({})
  })

  test('two partners have no code in common', async () => {
    const emil = await world.partner('Emil')
    await world.payable(emil, 1000)
    const save = (code: string | null) =>
      world.staff.try(accountingRoutes.saveSupplierCodes, { body: { codes: [{ partnerId: emil.userId, code }] } })
    expect((await save('FDUPONT')).body.code).toBe('supplier_code_taken')
    expect((await save('é')).status).toBe(422)
    expect((await save('EMIL1')).status).toBe(200)
    const { body } = await save(null)
    expect(body.items.find(({ partner }) => partner.id === emil.userId)).toMatchObject({
      code: null,
      usual: expect.stringMatching(/^P/),
    })
  })
})
