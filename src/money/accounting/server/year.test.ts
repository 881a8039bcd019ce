import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { companyBilling, receiptBilling } from '#test/billing-samples.ts'
import { readDas2 } from '#test/das2/read-das2.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PayoutApp, programmeForm, yearSettings } from '#test/payout-app.ts'
import { pdfText } from '#test/pdf-text.ts'
import type { Client } from '#test/test-app.ts'
import { yearRoutes } from '../api/year.ts'

/** 23:30 of New Year's Eve and half past midnight, in Paris. */
const lastEvening = '2025-12-31T22:30:00Z'
const firstHour = '2025-12-31T23:30:00Z'
const registered = { legalName: 'Atelier Loire', siren: '732829320', street: 'rue du Port', postcode: '44000', town: 'Nantes' }
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe.each(databaseKinds('one'))('the year on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let anne: Client
  let bruno: Client
  let carl: Client
  let anneSent: string

  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    anne = await world.partner('Anne Martin')
    bruno = await world.partner('Bruno Petit')
    carl = await world.partner('Carl Sans')
    await anne.call(billingRoutes.saveBilling, { body: companyBilling })
    await bruno.call(billingRoutes.saveBilling, { body: { ...receiptBilling, legalName: 'Bruno Petit' } })
    await world.payable(anne, 220_000)
    await world.payable(bruno, 100_000)
    const payouts = await world.issued()
    for (const client of [anne, bruno]) {
      const id = payouts.find(({ partner }) => partner.id === client.userId)?.id ?? ''
      await client.call(payoutRoutes.acceptPayout, { params: { id } })
      if (client === anne) anneSent = id
    }
    await world.approve(payouts)
    const paid = { ids: payouts.map(({ id }) => id), totalCents: 364_000, payment: { reference: 'VIR 77' } }
    await world.staff.call(payoutRoutes.payPayouts, { body: paid })
    // By hand: two of Bruno's in one transfer, one of Anne's with unknown VAT, one of Carl's, who has no billing profile.
    for (const [client, cents, reference] of [
      [bruno, 20_000, 'VIR 1'],
      [bruno, 30_000, 'VIR 1'],
      [bruno, 40_000, 'VIR 2'],
      [anne, 10_000, 'VIR 3'],
      [carl, 240_000, 'VIR 4'],
    ] as const) {
      const id = await world.payable(client, cents, `À la main ${cents}`)
      await world.staff.call(commissionRoutes.payCommission, { params: { id }, body: { paidOn: '2025-06-30', reference } })
    }
    await world.app.portal.database.asOwner(async (run) => {
      await run('update payouts set paid_at = case when id = $1 then $2 else $3 end::timestamptz', [
        anneSent,
        lastEvening,
        firstHour,
      ])
    })
  })
  afterAll(() => world.app.close())

  const year = (of: number) => world.staff.call(yearRoutes.getYear, { params: { year: String(of) } })
  const exportNow = () => world.staff.call(yearRoutes.exportDas2, { params: { year: '2025' } })
  const bytesOf = async (path: string) => {
    const answer = await world.staff.send('GET', `/api${path}`)
    expect(answer.statusCode).toBe(200)
    return answer.rawPayload
  }

  test('what was paid by New Year’s Eve in Paris is declared for that year, VAT included', async () => {
    const { lines, sums, years, thresholdCents, fileMissing } = await year(2025)
    expect(lines.map(({ name, state, paidCents, euros }) => [name, state, paidCents, euros])).toEqual([
      ['Lefèvre Conseil', 'to_declare', 274_000, 2740],
      ['Petit Bruno', 'below_threshold', 90_000, 900],
      ['Carl Sans', 'incomplete', 240_000, 2400],
    ])
    expect(lines[0]?.remarks).toEqual([expect.stringMatching(/^100,00.€ paid without a statement: VAT unknown/)])
    expect(lines[2]).toMatchObject({
      missing: ['SIRET', 'Town', 'Postcode'],
      missingCodes: ['siret', 'town', 'postcode'],
      remarks: ['Exactly at the threshold: declared'],
    })
    expect(sums.map(({ state, count, euros }) => [state, count, euros])).toEqual([
      ['to_declare', 1, 2740],
      ['incomplete', 1, 2400],
      ['below_threshold', 1, 900],
    ])
    expect([years, thresholdCents, fileMissing]).toEqual([[2026, 2025], 240_000, 'Data missing for 1 beneficiary'])
    const next = await year(2026)
    expect(next.lines.map(({ name, paidCents, hasCertificate }) => [name, paidCents, hasCertificate])).toEqual([
      ['Petit Bruno', 100_000, false],
    ])
  })

  test('individuals are counted by transfers and sums against the alert that staff set', async () => {
    expect((await year(2025)).individuals).toEqual([
      { partner: { id: bruno.userId, name: 'Bruno Petit', deleted: false }, payments: 2, paidCents: 90_000, reachesAlert: false },
    ])
    expect((await year(2026)).individuals).toMatchObject([{ payments: 1, paidCents: 100_000, reachesAlert: true }])
    await world.staff.call(yearRoutes.saveYearSettings, { body: { ...yearSettings, occasionalPayments: 2 } })
    expect((await year(2025)).individuals).toMatchObject([{ payments: 2, reachesAlert: true }])
  })

  test('an export without all data has the table alone; with it, a file that the reader adds up again', async () => {
    const incomplete = await exportNow()
    expect(incomplete).toMatchObject({ declared: 1, fileSha256: null, fileMissing: 'Data missing for 1 beneficiary' })
    await carl.call(billingRoutes.saveBilling, { body: { ...companyBilling, legalName: 'Carl SARL' } })
    expect((await year(2025)).fileMissing).toMatch(/^Data of the declarant to complete: SIREN/)
    await world.staff.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, ...registered } })
    expect((await year(2025)).fileMissing).toBeNull()
    const declaration = await exportNow()
    const file = await bytesOf(`/das2-exports/${declaration.id}/file`)
    const { beneficiaries, commissions, records } = readDas2(file)
    expect(beneficiaries.map(({ company, sum2 }) => [company, sum2])).toEqual([
      ['Lefèvre Conseil', '0000002740'],
      ['Carl SARL', '0000002400'],
    ])
    expect([commissions, declaration.declaredEuros, records[1]?.siret]).toEqual([5140, 5140, yearSettings.siret])
    expect(declaration).toMatchObject({ fileSha256: digest(file), fileMissing: null, changed: [] })
    const table = await bytesOf(`/das2-exports/${declaration.id}/table.csv`)
    expect(declaration.tableSha256).toBe(digest(table))
    // The tax office reads French, whoever exports.
    expect(String(table)).toContain('À déclarer')
    expect(String(table)).toContain('réglés sans relevé : TVA inconnue, à ajouter si elle a été payée')
    expect(String(table)).not.toContain('VAT unknown')
    expect(String(table).trimEnd()).toMatch(/À contrôler par votre comptable$/)
  })

  test('an exported declaration keeps its bytes, and says whose sums have changed since', async () => {
    const [before] = (await year(2025)).exports
    const path = `/das2-exports/${before?.id}/file`
    const bytes = await bytesOf(path)
    await world.staff.call(payoutRoutes.rejectPayout, { params: { id: anneSent }, body: { reason: 'Compte clos' } })
    const [after] = (await year(2025)).exports
    expect(after?.changed).toEqual([{ name: 'Anne Martin', beforeCents: 274_000, nowCents: 10_000 }])
    expect((await bytesOf(path)).equals(bytes)).toBe(true)
    expect(after?.fileSha256).toBe(digest(bytes))
  })

  test('partners and staff download the certificate of a past year; of the running year there is none', async () => {
    expect((await anne.call(yearRoutes.listCertificates, {})).years).toEqual([{ year: 2025, paidCents: 10_000 }])
    const pdf = await anne.send('GET', `/api/partners/${anne.userId}/certificates/2025`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    const text = (await pdfText(pdf.rawPayload)).replace(/\s+/g, ' ')
    for (const words of ['Attestation annuelle', 'Lefèvre Conseil', 'Atelier Loire', 'VIR 3', '30/06/2025', '100,00'])
      expect(text).toContain(words)
    const staff = await world.staff.send('GET', `/api/partners/${bruno.userId}/certificates/2025`)
    expect((await pdfText(staff.rawPayload)).replace(/\s+/g, ' ')).toMatch(/VIR 1.*500,00.*VIR 2.*400,00.*900,00/)
    const early = await bruno.send('GET', `/api/partners/${bruno.userId}/certificates/2026`)
    expect([early.statusCode, early.json().code]).toEqual([409, 'year_not_over'])
    expect((await bruno.send('GET', `/api/partners/${anne.userId}/certificates/2025`)).statusCode).toBe(404)
    expect((await anne.call(yearRoutes.listCertificates, {})).years).toHaveLength(1)
  })

  test('the journal books what was issued, paid and returned, and its debits are its credits', async () => {
    const cellsOf = async (query: string) => {
      const lines = String(await bytesOf(`/journal.csv${query}`))
        .slice(1)
        .trimEnd()
        .split('\r\n')
      const [headings = '', ...rows] = lines
      const names = headings.split(';')
      return rows.map((row) => Object.fromEntries(row.split(';').map((cell, index) => [names[index] ?? '', cell])))
    }
    const cents = (text = '') => Number(text.replace(',', ''))
    const all = await cellsOf('')
    for (const entries of Map.groupBy(all, ({ EcritureNum }) => EcritureNum).values()) {
      const sum = (side: string) => entries.reduce((total, entry) => total + cents(entry[side]), 0)
      expect(sum('Debit')).toBe(sum('Credit'))
    }
    expect([
      ...new Set(all.filter(({ EcritureDate }) => EcritureDate?.startsWith('2025')).map((row) => row.EcritureNum)),
    ]).toEqual(Array.from({ length: 10 }, (_, index) => `2025-${String(index + 1).padStart(6, '0')}`))
    const ofAnne = all.filter(({ PartnerId, EcritureLib }) => PartnerId === anne.userId && EcritureLib?.includes('REL-'))
    expect(ofAnne.map(({ JournalCode, CompteNum, Debit, Credit }) => [JournalCode, CompteNum, Debit, Credit])).toEqual([
      ['AC', '622200', '2200,00', '0,00'],
      // No VAT is deducted before her invoice is there.
      ['AC', '408100', '0,00', '2200,00'],
      ['BQ', '401000', '2640,00', '0,00'],
      ['BQ', '512000', '0,00', '2640,00'],
      ['BQ', '401000', '0,00', '2640,00'],
      ['BQ', '512000', '2640,00', '0,00'],
    ])
    const byHand = await cellsOf('?from=2025-06-30&to=2025-06-30')
    expect(byHand).toHaveLength(20)
    expect(byHand[0]).toMatchObject({ EcritureDate: '20250630', PieceDate: '20250630' })
    expect(await cellsOf('?to=2025-06-29')).toEqual([])
  })
})
