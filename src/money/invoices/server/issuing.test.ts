import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rights } from '#access/domain/staff-rights.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { receiptBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import { registeredProvider, selfBilledPartner, selfBilling, signedMandate, takeBack } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { invoiceRoutes } from '../api.ts'
import { numberDocuments } from './numbering-commands.ts'

describe.each(databaseKinds())('documents of payouts on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  /** Events with handlers, which other files of this process need again. */
  const names: string[] = []
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    await world.programme(registeredProvider)
    // Other tests look at the files.
    const handled = world.app.portal.eventRules.withJob as Set<string>
    names.push(...handled)
    handled.clear()
  })
  afterAll(async () => {
    for (const name of names.splice(0)) (world.app.portal.eventRules.withJob as Set<string>).add(name)
    await world.app.close()
  })

  const documents = async (client: Client, query: object = {}) =>
    (await client.call(invoiceRoutes.listInvoices, { query: { limit: 200, sort: 'number', ...query } })).items
  const facts = async (client: Client) =>
    (await documents(client)).map(({ kind, number, corrects, netCents, vatCents }) => [
      kind,
      number.slice(-5),
      corrects?.slice(-5) ?? null,
      netCents,
      vatCents,
    ])
  const withheld = async (client: Client) =>
    (await world.preview()).payouts.find(({ partner }) => partner.id === client.userId)?.withheld
  const cancel = (id: string) => world.staff.try(payoutRoutes.cancelPayout, { params: { id }, body: { reason: 'Erreur' } })

  test('a payout is invoiced as it is issued, and a clawback by a credit note', async () => {
    const anne = await selfBilledPartner(world, 'Anne Conseil')
    const first = await world.payable(anne, 220_003)
    const [payout] = await world.issued()
    expect(payout).toMatchObject({ netCents: 220_003, vatCents: 44_001, totalCents: 264_004 })
    const [invoice] = await documents(anne)
    expect(invoice).toMatchObject({
      kind: 'invoice',
      state: 'issued',
      payout: { id: payout?.id },
      issuedOn: isoDay(world.app.now, defaultTimeZone),
    })
    expect(invoice?.number).toMatch(/^AF-0001-\d{4}-00001$/)

    await takeBack(world, first, 1003)
    await world.payable(anne, 5000)
    const [second] = await world.issued()
    expect(second).toMatchObject({ netCents: 3997, vatCents: 799 })
    expect((await cancel(payout?.id ?? '')).body).toMatchObject({
      code: 'invoice_credited',
      detail: expect.stringContaining(second?.reference ?? '?'),
    })
    expect((await cancel(second?.id ?? '')).status).toBe(200)
    // What was credited is owed again, and taken back again by the next run.
    await world.issued()
    expect(await facts(anne)).toEqual([
      ['invoice', '00001', null, 220_003, 44_001],
      ['invoice', '00002', null, 5000, 1000],
      ['credit_note', '00003', '00001', 1003, 201],
      ['credit_note', '00004', '00002', 5000, 1000],
      ['invoice', '00005', null, 1003, 201],
      ['invoice', '00006', null, 5000, 1000],
      ['credit_note', '00007', '00005', 1003, 201],
    ])
    const states = (await documents(anne, { payoutId: second?.id })).map(({ state }) => state)
    expect(states).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(await world.staff.call(invoiceRoutes.invoiceSummary, { query: { partnerId: anne.userId } })).toEqual({
      count: 7,
      netCents: 224_000,
      vatCents: 44_800,
      totalCents: 268_800,
      waitingCount: 7,
      lastPlatform: null,
      former: [],
    })
  })

  test('the journal has a piece for each document, with its number and date, and adds up to them', async () => {
    const { body } = await world.staff.send('GET', '/api/journal.csv')
    const [names = '', ...rows] = body.trim().split('\r\n')
    const column = (name: string) => names.split(';').indexOf(name)
    const pieces = Map.groupBy(
      rows.map((row) => row.split(';')),
      (cells) => cells[column('PieceRef')] ?? '',
    )
    const all = await documents(world.staff)
    expect([...pieces.keys()].toSorted()).toEqual(all.map(({ number }) => number).toSorted())
    for (const { number, kind, issuedOn, totalCents } of all) {
      const supplier = pieces.get(number)?.find((cells) => cells[column('CompteNum')] === '401000')
      const side = kind === 'credit_note' ? 'Debit' : 'Credit'
      expect([number, supplier?.[column('PieceDate')], supplier?.[column(side)]]).toEqual([
        number,
        issuedOn.replaceAll('-', ''),
        `${Math.floor(totalCents / 100)},${String(totalCents % 100).padStart(2, '0')}`,
      ])
    }
  })

  test('who has an invoice of a later day, after a change of the time zone, is withheld alone', async () => {
    const zoe = await selfBilledPartner(world, 'Zoé Fuseaux')
    await world.programme({ timeZone: 'Pacific/Kiritimati' })
    await world.payable(zoe, 7000)
    const [payout] = await world.issued()
    await world.programme({ timeZone: 'Pacific/Pago_Pago' })
    await world.payable(zoe, 8000)
    const obstacle = await withheld(zoe)
    const refused = await cancel(payout?.id ?? '')
    expect([obstacle?.code, refused.body.code]).toEqual(['document_day_past', 'document_day_past'])
    for (const reason of [obstacle?.reason, refused.body.detail]) {
      expect(reason).toContain(isoDay(world.app.now, 'Pacific/Kiritimati'))
      expect(reason).toContain('time zone')
    }
    const other = await world.partner('Yves')
    await world.payable(other, 3000)
    const run = await world.issue(await world.preview())
    expect([run.status, run.body.totalCents]).toEqual([201, 3000])
    expect(await documents(zoe)).toHaveLength(1)
    await world.programme({ timeZone: defaultTimeZone })
    world.app.pass(2 * day)
    await world.issued()
    expect((await documents(zoe)).map(({ number }) => number.slice(-5))).toEqual(['00001', '00002'])
  })

  test('without a mandate in force there is no invoice and no payout; nor without the provider’s identity', async () => {
    const bruno = await world.partner('Bruno')
    await bruno.call(billingRoutes.saveBilling, { body: selfBilling })
    await world.payable(bruno, 1000)
    expect(await withheld(bruno)).toMatchObject({ code: 'mandate_missing' })
    const mandate = await signedMandate(world, bruno, 30)
    expect(await withheld(bruno)).toBeNull()
    await world.programme({ ...registeredProvider, siren: '', town: '' })
    expect(await withheld(bruno)).toMatchObject({ code: 'provider_identity', reason: 'address, SIREN' })
    await world.programme(registeredProvider)
    const [payout] = await world.issued()
    // The mandate's days, not the programme's.
    expect(Date.parse(payout?.contestUntil ?? '') - world.app.now.getTime()).toBe(30 * day)

    await world.staff.call(contractRoutes.revokeContract, { params: { id: mandate }, body: { reason: 'À sa demande' } })
    await world.payable(bruno, 500)
    expect(await withheld(bruno)).toMatchObject({ code: 'mandate_missing' })
    expect((await cancel(payout?.id ?? '')).body.code).toBe('mandate_missing')
    // Choosing to invoice oneself is enough to be paid again; the invoices issued before stay.
    await bruno.call(billingRoutes.saveBilling, { body: { ...selfBilling, mode: 'upload' } })
    expect(await withheld(bruno)).toBeNull()
    await world.issued()
    expect(await facts(bruno)).toEqual([['invoice', '00001', null, 1000, 200]])
  })

  test('an individual gets a receipt in a series of its own', async () => {
    const chloe = await world.partner('Chloé')
    await chloe.call(billingRoutes.saveBilling, { body: receiptBilling })
    await world.payable(chloe, 1000)
    const [payout] = await world.issued()
    const [receipt] = await documents(chloe)
    expect(receipt).toMatchObject({ kind: 'receipt', netCents: 1000, vatCents: 0, hasXml: false })
    expect(receipt?.number).toMatch(/^RC-\d{4}-\d{4}-00001$/)
    expect((await cancel(payout?.id ?? '')).status).toBe(200)
    expect((await documents(chloe)).map(({ state }) => state)).toEqual(['cancelled'])
    await world.issued()
    expect((await documents(chloe)).map(({ number }) => number.slice(-5))).toEqual(['00001', '00002'])
  })

  test('an invoice is contested with its commission, and accepted with its payout', async () => {
    const dora = await selfBilledPartner(world, 'Dora Conseil')
    const id = await world.payable(dora, 1000)
    const [payout] = await world.issued()
    const dispute = { commissionId: id, message: 'Le montant est faux.' }
    const opened = await dora.call(disputeRoutes.openDispute, { body: dispute })
    const state = async () => (await documents(dora))[0]?.state
    expect(await state()).toBe('contested')
    await dora.call(payoutRoutes.acceptPayout, { params: { id: payout?.id ?? '' } })
    const refused = await world.approve(payout ? [payout] : [])
    expect([refused.status, refused.body.code]).toEqual([409, 'payout_contested'])
    const payoutNow = await world.staff.call(payoutRoutes.getPayout, { params: { id: payout?.id ?? '' } })
    expect([payoutNow.waitsFor.length, payoutNow.can.approve]).toEqual([1, false])
    await dora.call(disputeRoutes.withdrawDispute, { params: { id: opened.id } })
    expect(await state()).toBe('accepted')
    expect((await world.approve(payout ? [payout] : [])).status).toBe(200)
  })

  test('writers of one series at once, some of whom give up, leave neither gaps nor repetitions', async () => {
    const emil = await selfBilledPartner(world, 'Emil Conseil')
    const ids: string[] = []
    for (let round = 0; round < 6; round += 1) {
      await world.payable(emil, 1000 + round)
      ids.push((await world.issued())[0]?.id ?? '')
    }
    const givenUp = () =>
      withTransaction(world.app.portal, { kind: 'admin', userId: world.staff.userId, rights }, async ({ tx, now }) => {
        const range = { partnerId: emil.userId, kind: 'invoice' as const }
        await numberDocuments(tx, [range, range], isoDay(now, defaultTimeZone))
        throw new Error('given up')
      }).catch((error: Error) => error.message)
    const done = await Promise.all([
      ...ids.map((id) => cancel(id).then(({ status }) => status)),
      ...Array.from({ length: 6 }, givenUp),
    ])
    expect(done).toEqual([...ids.map(() => 200), ...ids.map(() => 'given up')])
    const all = await documents(emil)
    expect(all.map(({ number }) => Number(number.slice(-5)))).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    const days = all.map(({ issuedOn }) => issuedOn)
    expect(days).toEqual(days.toSorted())
  })
})
