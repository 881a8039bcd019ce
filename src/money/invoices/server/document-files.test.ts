import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingRoutes } from '#money/billing/api.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { receiptBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { archiveFacts } from '#test/invoices/archived-pdf.ts'
import { schemaErrors } from '#test/invoices/factur-x-schema.ts'
import { brokenRules } from '#test/invoices/invoice-rules.ts'
import { missingOnPaper } from '#test/invoices/printed-invoice.ts'
import { readInvoice } from '#test/invoices/read-invoice.ts'
import { Mailbox } from '#test/mailbox.ts'
import { ibans, PayoutApp } from '#test/payout-app.ts'
import { pdfText } from '#test/pdf-text.ts'
import { readZip } from '#test/read-zip.ts'
import {
  attachments,
  missingTools,
  pdfsig,
  qpdfComplains,
  skippedNote,
  unembeddedFonts,
} from '#test/samples/pdf/external-tools.ts'
import { registeredProvider, selfBilledPartner, takeBack } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { invoiceRoutes } from '../api.ts'

describe.each(databaseKinds('one'))('files of documents', inOrder, (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  let anne: Client & { email: string }
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url })
    await world.programme(registeredProvider)
    anne = await selfBilledPartner(world, 'Cœur & Ça Conseil')
    const id = await world.payable(anne, 220_003, 'Menuiserie <Roux>')
    await world.issued()
    await takeBack(world, id, 1003)
    await world.payable(anne, 5000)
    await world.issued()
    await world.idle()
  })
  afterAll(async () => {
    await world.app.close()
    await mailbox.close()
  })

  const documents = async (client: Client, query: object = {}) =>
    (await client.call(invoiceRoutes.listInvoices, { query: { sort: 'number', limit: 200, ...query } })).items
  const download = async (client: Client, id: string, part: 'file' | 'xml') => {
    const response = await client.send('GET', `/api/invoices/${id}/${part}`)
    return { status: response.statusCode, bytes: response.rawPayload, type: response.headers['content-type'] }
  }

  test.skipIf(missingTools.length > 0)(
    `an invoice and a credit note satisfy every judge, and nobody else gets them${skippedNote}`,
    async () => {
      const issued = await documents(anne)
      expect(issued.map(({ kind, hasFile, hasXml }) => [kind, hasFile, hasXml])).toEqual(
        (['invoice', 'invoice', 'credit_note'] as const).map((kind) => [kind, true, true]),
      )
      const other = await world.partner('Bruno')
      for (const { id, kind, number, netCents, vatCents, corrects } of issued) {
        const { status, bytes, type } = await download(anne, id, 'file')
        expect([status, type]).toEqual([200, 'application/pdf'])
        expect(qpdfComplains(bytes)).toBe('')
        expect(unembeddedFonts(bytes)).toEqual([])
        expect(pdfsig(bytes)).toMatchObject([{ field: 'Provider', valid: true, wholeFile: true }])
        const attached = attachments(bytes)
        expect([...attached.keys()]).toEqual(['factur-x.xml'])
        const xml = await download(world.staff, id, 'xml')
        expect([xml.status, xml.bytes.equals(attached.get('factur-x.xml') ?? Buffer.alloc(0))]).toEqual([200, true])
        expect(schemaErrors(String(xml.bytes))).toEqual([])
        const read = readInvoice(String(xml.bytes))
        expect(brokenRules(read)).toEqual([])
        expect(missingOnPaper(read, await pdfText(bytes))).toEqual([])
        expect([read.type, read.number, read.sums.basis, read.sums.vat, read.corrects.number]).toEqual([
          kind === 'invoice' ? '389' : '261',
          number,
          netCents,
          vatCents,
          corrects ?? '',
        ])
        // Who may open a document does not read the account: revealing it leaves an event, opening a file does not.
        const account = ibans[1].slice(4)
        expect([read.means, read.iban]).toEqual([kind === 'invoice' ? '57' : '', ''])
        const words = `${await pdfText(bytes)}${String(xml.bytes)}`.replace(/\s/g, '')
        expect([words.includes(number), words.includes(account)]).toEqual([true, false])
        expect(await archiveFacts(bytes)).toMatchObject({ pdfa: '3B', outputIntents: ['GTS_PDFA1'] })
        expect((await download(other, id, 'file')).status).toBe(404)
        expect((await download(other, id, 'xml')).status).toBe(404)
      }
    },
  )

  test('each is mailed to its partner as it is stored, unless mails about payouts are switched off', async () => {
    const [first] = await documents(anne)
    const mails = mailbox.to(anne.email).filter(({ subject }) => /^Votre (facture|avoir) AF-/.test(subject))
    expect(mails.map(({ subject }) => subject.slice(0, 15)).toSorted()).toEqual([
      'Votre avoir AF-',
      'Votre facture A',
      'Votre facture A',
    ])
    const mail = mails.find(({ subject }) => subject.includes(first?.number ?? '?'))
    expect(mail?.text).toContain(`/dashboard/commissions/payouts?payout=${first?.payout.id}`)
    expect(mail?.text).toContain('réputé accepté')
    const answer = await download(anne, first?.id ?? '', 'file')
    expect(mail?.attachments.map(({ filename, content }) => [filename, content.equals(answer.bytes)])).toEqual([
      [`${first?.number}.pdf`, true],
    ])
  })

  test('a receipt is sealed, has no XML and says nothing of VAT', async () => {
    const chloe = await world.partner('Chloé')
    await chloe.call(billingRoutes.saveBilling, { body: receiptBilling })
    await world.payable(chloe, 1000)
    await world.issued()
    await world.idle()
    const [receipt] = await documents(chloe)
    const { bytes } = await download(chloe, receipt?.id ?? '', 'file')
    expect((await download(chloe, receipt?.id ?? '', 'xml')).status).toBe(404)
    const text = await pdfText(bytes)
    expect(text).toContain(receipt?.number)
    expect(text).not.toContain('TTC')
    if (missingTools.length === 0) expect(pdfsig(bytes)).toMatchObject([{ valid: true }])
  })

  test('a period is one ZIP of sealed PDFs, after an index that adds up to the list', async () => {
    const zipped = async (client: Client, query = '') => {
      const response = await client.send('GET', `/api/invoices.zip${query}`)
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
      expect(response.rawPayload.length).toBe(Number(response.headers['content-length']))
      return { name: response.headers['content-disposition'], ...readZip(response.rawPayload) }
    }
    const own = await documents(anne)
    const all = await zipped(world.staff)
    expect(all.names).toEqual(['index.csv', ...(await documents(world.staff)).map(({ number }) => `${number}.pdf`)])
    const [head, ...lines] = all.read('index.csv').toString().trim().split('\r\n')
    expect(head).toMatch(/^Number;Kind;.*;File$/)
    const cents = lines.reduce((sum, line) => sum + Number(line.split(';')[8]?.replace(/[',]/g, '')), 0)
    expect(cents).toBe((await world.staff.call(invoiceRoutes.invoiceSummary, { query: {} })).totalCents)
    for (const { id, number } of own) {
      expect((await download(anne, id, 'file')).bytes.equals(all.read(`${number}.pdf`))).toBe(true)
    }
    expect((await zipped(anne)).names).toEqual(['index.csv', ...own.map(({ number }) => `${number}.pdf`)])
    const none = await zipped(world.staff, '?kind=credit_note&from=2020-01-01&to=2020-12-31')
    expect([none.names, none.name]).toEqual([['index.csv'], 'attachment; filename="invoices-2020-01-01-to-2020-12-31.zip"'])
  })

  test('a ZIP that breaks off does not arrive as one that is whole', async () => {
    const address = await world.app.running.app.listen({ port: 0, host: '127.0.0.1' })
    const { rows } = await world.app.portal.database.asOwner((run) =>
      run('select f.* from invoice_files d join files f on f.id = d.file_id order by d.made_at desc limit 1', []),
    )
    const [unused] = rows as { id: string; purpose: string }[]
    const key = fileKey({ id: unused?.id ?? '', purpose: unused?.purpose ?? '' })
    const bytes = await buffer(await world.app.portal.files.read(key))
    await world.app.portal.files.delete(key)
    const response = await fetch(`${address}/api/invoices.zip`, { headers: { cookie: world.staff.cookie } })
    expect(response.status).toBe(200)
    await expect(response.arrayBuffer()).rejects.toThrow('terminated')
    await world.app.portal.files.write(key, Readable.from([bytes]), { size: bytes.length, sha256: '' })
  })

  test('documents are marked as handed over once, and taken back with a reason', async () => {
    const on = isoDay(world.app.now, defaultTimeZone)
    const mark = (documents: object, more: object = {}) =>
      world.staff.try(invoiceRoutes.handOver, {
        body: { documents, on, platform: 'Pennylane', reference: 'LOT-7', ...more } as never,
      })
    const waiting = { partnerId: anne.userId, handedOver: 'no' as const }
    const numbers = async (handedOver: 'yes' | 'no') => (await documents(world.staff, { handedOver })).map(({ number }) => number)
    const [first, ...others] = await documents(anne)
    const [receipt] = await documents(world.staff, { kind: 'receipt' })
    const selection = { kind: 'chosen', ids: [first?.id, receipt?.id] }
    expect((await mark(selection, { on: '2026-01-01' })).body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'on' }] })
    expect((await mark(selection, { on: '2999-01-01' })).body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'on' }] })
    // If several people mark it at once, only one of them does.
    const counts = (await Promise.all([mark(selection), mark(selection)])).map(({ body }) => body.count ?? 0)
    expect(counts.toSorted()).toEqual([0, 1])
    expect((await mark(selection)).body.code).toBe('handover_impossible')
    const marked = { on, platform: 'Pennylane', reference: 'LOT-7', at: world.app.now.toISOString() }
    const seenBy = async (client: Client) => (await documents(client)).find(({ id }) => id === first?.id)
    expect(await seenBy(world.staff)).toMatchObject({ handover: { ...marked, by: 'Admin' }, can: { undoHandover: true } })
    expect(await seenBy(anne)).toMatchObject({ handover: { ...marked, by: null }, can: { undoHandover: false } })
    expect(await numbers('yes')).toEqual([first?.number])

    const { count, totalCents } = await world.staff.call(invoiceRoutes.invoiceSummary, { query: waiting })
    const all = (preview: object) => ({ kind: 'filtered', filter: waiting, seen: preview })
    expect((await mark(all({ count, totalCents: totalCents + 1 }))).body.code).toBe('documents_changed')
    expect((await mark(all({ count, totalCents }))).body).toEqual({ count: others.length })
    expect((await world.staff.send('GET', '/api/invoices.csv')).body).toContain(`;${on};Pennylane;LOT-7;Admin;${on};`)
    expect(await world.staff.call(invoiceRoutes.invoiceSummary, { query: { partnerId: anne.userId } })).toMatchObject({
      waitingCount: 0,
      lastPlatform: 'Pennylane',
    })

    const undo = { body: { ids: [first?.id ?? ''], reason: 'Refusée : adresse électronique inconnue' } }
    expect(await world.staff.call(invoiceRoutes.undoHandover, undo)).toEqual({ count: 1 })
    expect(await world.staff.call(invoiceRoutes.undoHandover, undo)).toEqual({ count: 0 })
    expect(await numbers('no')).toEqual([first?.number])
    const { rows } = await world.app.portal.database.asOwner((run) =>
      run("select name, after from events where name like 'invoice.hand%' and partner_id = $1 order by seq", [anne.userId]),
    )
    expect(rows.map(({ name, after }) => [name, (after as { count: number }).count])).toEqual([
      ['invoice.handed_over', 1],
      ['invoice.handed_over', others.length],
      ['invoice.handover_undone', 1],
    ])
  })

  test('the export has ids, and amounts that add up to the sums of the list', async () => {
    const { body } = await world.staff.send('GET', '/api/invoices.csv')
    const [head, ...lines] = body.trim().split('\r\n')
    expect(head).toMatch(
      new RegExp(
        '^.?Number;Kind;Issued;Partner;Corrects;Payout;Net \\(EUR\\);VAT \\(EUR\\);Total \\(EUR\\);State;' +
          'Given to the platform;Platform;Platform reference;Marked by;Marked on;Platform status;Status on;Status reason;' +
          'Partner email;Id;Partner id;Payout id$',
      ),
    )
    const cents = (column: number) => lines.reduce((sum, line) => sum + Number(line.split(';')[column]?.replace(/[',]/g, '')), 0)
    const sums = await world.staff.call(invoiceRoutes.invoiceSummary, { query: {} })
    expect(sums).toMatchObject({ count: lines.length, netCents: cents(6), vatCents: cents(7), totalCents: cents(8) })
    expect((await world.staff.call(invoiceRoutes.invoiceSummary, { query: { kind: 'credit_note' } })).netCents).toBe(-1003)
    expect(
      (await world.staff.call(invoiceRoutes.listInvoices, { query: { from: '2020-01-01', to: '2020-12-31' } })).items,
    ).toEqual([])
  })
})
