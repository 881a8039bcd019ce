import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rights } from '#access/domain/staff-rights.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { OwnInvoices, ownUpload } from '#test/own-invoices.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import type { Client } from '#test/test-app.ts'
import { pdf } from '../../../../demo/pdf.ts'
import { type Payout, payoutRoutes } from '../api/payouts.ts'
import { uploadedInvoiceRoutes } from '../api/uploaded-invoices.ts'

describe.each(databaseKinds())('partners’ own invoices on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  let marie: Client & { email: string }
  const own = new OwnInvoices(() => world)
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
    marie = await own.partner('Marie Dupont')
  })
  afterAll(async () => {
    await world.app.close()
    await mailbox.close()
  })

  const params = (id: string) => ({ params: { id } })
  const step = (name: 'acceptInvoice' | 'reopenInvoice', id: string, client = world.staff) =>
    client.try(uploadedInvoiceRoutes[name], params(id))
  const accept = (id: string, client?: Client) => step('acceptInvoice', id, client)
  const refuse = (id: string, client = world.staff) =>
    client.try(uploadedInvoiceRoutes.refuseInvoice, { ...params(id), body: { reason: 'Le SIRET manque' } })
  const now = (payout: Payout, client = world.staff) => client.call(payoutRoutes.getPayout, params(payout.id))
  const cancel = (payout: Payout) =>
    world.staff.call(payoutRoutes.cancelPayout, { ...params(payout.id), body: { reason: 'Erreur' } })

  test('the amounts are those of the statement to the cent, and the sentence has both figures', async () => {
    const payout = await own.issued(marie, 10_000)
    expect(await now(payout, marie)).toMatchObject({
      invoice: { state: 'missing' },
      can: { submitInvoice: true },
      vatCents: 2000,
    })
    const form = await own.form(marie, payout)
    const submit = (change: object) =>
      marie.try(uploadedInvoiceRoutes.submitInvoice, { ...params(payout.id), body: { ...form, ...change } })
    const wrong = await submit({ vatCents: 1999 })
    const detail =
      `La facture indique 100,00 € HT + 19,99 € de TVA, le relevé ${payout.reference} 100,00 € HT + 20,00 € de TVA : ` +
      'les montants doivent être les mêmes.'
    expect([wrong.status, wrong.body.code, wrong.body.detail?.replace(/\s/g, ' ')]).toEqual([422, 'invoice_differs', detail])
    expect(wrong.body.fields?.map(({ path }: { path: string }) => path)).toEqual(['vatCents'])
    expect((await submit({ netCents: 10_001 })).body.fields?.[0]?.path).toBe('netCents')
    expect((await submit({ issuedOn: '2031-01-01' })).body.fields?.[0]?.path).toBe('issuedOn')
    // Nothing of that took the upload.
    const invoice = await submit({})
    expect([invoice.status, invoice.body.status, invoice.body.fileName, invoice.body.decidedBy]).toEqual([
      201,
      'submitted',
      'facture.pdf',
      null,
    ])
    expect((await submit({})).body.code).toBe('invoice_exists')
    const file = await world.staff.send('GET', `/api/uploaded-invoices/${invoice.body.id}/file`)
    expect([file.statusCode, file.headers['content-type'], file.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(await now(payout, marie)).toMatchObject({
      invoice: { state: 'submitted', number: form.number },
      can: { submitInvoice: false },
    })
    await cancel(payout)
  })

  test('a photo of an invoice is taken, judged by its content, and served as what it is', async () => {
    const photos = [
      [
        'image/png',
        Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
      ],
      [
        'image/jpeg',
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9]),
      ],
    ] as const
    for (const [type, photo] of photos) {
      const payout = await own.issued(marie)
      const form = await own.form(marie, payout)
      const { status, body } = await ownUpload(marie, photo)
      expect([type, status]).toEqual([type, 201])
      const invoice = await marie.try(uploadedInvoiceRoutes.submitInvoice, {
        ...params(payout.id),
        body: { ...form, uploadId: body.id },
      })
      expect(invoice.status).toBe(201)
      const file = await world.staff.send('GET', `/api/uploaded-invoices/${invoice.body.id}/file`)
      expect([file.statusCode, file.headers['content-type'], file.rawPayload.equals(photo)]).toEqual([200, type, true])
      await cancel(payout)
    }
  })

  test('what is neither PDF nor photo, or a PDF that nobody can open, is not taken', async () => {
    expect((await ownUpload(marie, Buffer.from('GIF89a, une facture'))).body.code).toBe('file_type_not_allowed')
    expect((await ownUpload(marie, Buffer.from('%PDF-1.7\nrien'))).body.code).toBe('document_unreadable')
  })

  test('partners upload nothing but invoices, and staff none', async () => {
    expect((await ownUpload(marie, pdf('Contrat'), 'contract')).body.code).toBe('invalid_input')
    expect((await ownUpload(world.staff)).status).toBe(403)
  })

  test('a partner sends neither the file of another one nor one for their payout', async () => {
    const payout = await own.issued(marie)
    const other = await own.partner('Karim Autre')
    const theirs = await ownUpload(other)
    const body = { ...(await own.form(marie, payout)), uploadId: theirs.body.id }
    const answer = await marie.try(uploadedInvoiceRoutes.submitInvoice, { ...params(payout.id), body })
    expect(answer.body.code).toBe('upload_not_found')
    expect((await other.try(uploadedInvoiceRoutes.submitInvoice, { ...params(payout.id), body })).status).toBe(404)
    await cancel(payout)
  })

  test('a refused invoice is told by mail and uploaded again, under its number; an accepted one is final', async () => {
    const { payout, invoice } = await own.submitted(marie)
    await world.idle()
    mailbox.mails.length = 0
    expect((await refuse(invoice.id)).body).toMatchObject({ status: 'refused', refuseReason: 'Le SIRET manque' })
    await world.idle()
    const [mail] = mailbox.mails
    expect([mail?.to, mail?.subject]).toEqual([marie.email, `Votre facture ${invoice.number} est refusée`])
    expect(mail?.text).toContain('Motif : Le SIRET manque.')
    expect((await refuse(invoice.id)).status).toBe(200)
    expect((await accept(invoice.id)).body.code).toBe('invoice_decided')
    const again = await own.submit(marie, payout, { number: invoice.number })
    expect(again.status).toBe(201)
    expect((await accept(again.body.id)).body).toMatchObject({ status: 'accepted', can: { reopen: true } })
    expect((await refuse(again.body.id)).body.code).toBe('invoice_decided')
    const detail = await now(payout)
    expect(detail.invoices.map(({ status }) => status)).toEqual(['accepted', 'refused'])
    // It proves the purchase in the accountant's journal, by its own number and date.
    const journal = (await world.staff.send('GET', '/api/journal.csv')).body
    expect(journal).toContain(
      `;${invoice.number};${invoice.issuedOn.replaceAll('-', '')};Facture ${invoice.number} ${payout.reference} `,
    )
    const second = await own.issued(marie)
    expect((await own.submit(marie, second, { number: invoice.number.toLowerCase() })).body.code).toBe('invoice_number_taken')
    // A mistake is taken back until the payout is approved, and cancelling it frees the number.
    expect((await step('reopenInvoice', again.body.id)).body).toMatchObject({ status: 'submitted', decidedAt: null })
    await cancel(payout)
    expect((await accept(again.body.id)).body.code).toBe('invoice_decided')
    expect((await now(payout)).invoices[0]).toMatchObject({ status: 'cancelled' })
    expect((await own.submit(marie, payout)).body.code).toBe('invoice_not_expected')
    expect((await own.submit(marie, second, { number: invoice.number })).status).toBe(201)
    await cancel(second)
  })

  test('with the setting a payout waits for its accepted invoice, and says so before; others do not', async () => {
    await world.programme({ invoiceRequired: true })
    const { payout, invoice } = await own.submitted(marie)
    await own.accept(payout, marie)
    const waits = await now(payout)
    expect([waits.can.approve, waits.waitsFor]).toEqual([
      false,
      [`${payout.reference} waits until the partner’s invoice is accepted: it is uploaded and to be checked.`],
    ])
    const refused = await world.approve([payout])
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'payout_needs_invoice', waits.waitsFor[0]])
    const byHand = world.app.portal.database.asActor({ kind: 'admin', userId: world.staff.userId, rights }, (tx) =>
      tx
        .updateTable('payouts')
        .set({ status: 'approved', approved_by: world.staff.userId, approved_at: world.app.now })
        .where('id', '=', payout.id)
        .execute(),
    )
    await expect(byHand).rejects.toThrow('waits for the partner')
    await accept(invoice.id)
    expect((await world.approve([payout])).status).toBe(200)
    expect((await step('reopenInvoice', invoice.id)).body.code).toBe('invoice_decided')
    const individual = await world.partner('Inès Garnier')
    await world.payable(individual, 1000)
    const [hers] = (await world.issued()).filter(({ partner }) => partner.id === individual.userId)
    expect(hers?.invoice).toBeNull()
    await individual.call(payoutRoutes.acceptPayout, params(hers?.id ?? ''))
    expect((await world.approve(hers ? [hers] : [])).status).toBe(200)
    expect((await own.submit(individual, hers as Payout)).body.code).toBe('invoice_not_expected')
    await world.programme({})
  })

  test('nobody decides about an invoice of their own, and nobody reads another partner’s', async () => {
    const paul = await own.partner('Paul Ancien')
    const { payout, invoice } = await own.submitted(paul)
    expect((await accept(invoice.id, paul)).status).toBe(403)
    expect((await marie.send('GET', `/api/uploaded-invoices/${invoice.id}/file`)).statusCode).toBe(404)
    await world.app.changeRole(paul, 'admin')
    await world.app.signIn(paul, paul.email)
    expect((await accept(invoice.id, paul)).body.code).toBe('own_commission')
    expect((await refuse(invoice.id, paul)).body.code).toBe('own_commission')
    const list = (state: 'submitted' | 'missing') => world.staff.call(payoutRoutes.listPayouts, { query: { invoice: state } })
    const inbox = await inboxOf(world.staff)
    const { items } = await list('submitted')
    expect([inbox.invoicesToCheck, items.map(({ id }) => id)]).toEqual([1, [payout.id]])
    await world.app.changeRole(paul, 'partner')
    await refuse(invoice.id)
    const missing = await own.issued(marie)
    expect((await list('missing')).items.map(({ id }) => id)).toEqual([missing.id])
    const { byState } = await world.staff.call(payoutRoutes.payoutSummary, { query: { invoice: 'missing' } })
    expect(byState).toEqual([{ state: 'issued', count: 1, totalCents: 12_000 }])
    const csv = (await world.staff.send('GET', '/api/payouts.csv?invoice=refused')).body.split('\r\n')
    expect(csv[0]).toContain('Invoice;Invoice number;Invoice date')
    expect(csv[1]).toContain(`Invoice refused;${invoice.number};2026-03-01`)
    await cancel(missing)
  })

  test('of an acceptance and a refusal at once one is made', async () => {
    const { payout, invoice } = await own.submitted(marie)
    const decisions = await Promise.all([accept(invoice.id), refuse(invoice.id), accept(invoice.id)])
    const [row] = (await now(payout)).invoices
    expect(decisions.filter(({ status }) => status === 200).length).toBe(row?.status === 'accepted' ? 2 : 1)
  })

  test('an approval never meets an acceptance that was taken back', async () => {
    await world.programme({ invoiceRequired: true })
    const { payout, invoice } = await own.submitted(marie)
    await own.accept(payout, marie)
    await accept(invoice.id)
    const [approved, taken] = await Promise.all([world.approve([payout]), step('reopenInvoice', invoice.id)])
    expect([approved.status, taken.status].toSorted()).toEqual([200, 409])
    await world.programme({})
  })

  test('of two invoices sent at once for one payout one is taken', async () => {
    const twice = await own.issued(marie)
    const answers = await Promise.all([own.submit(marie, twice), own.submit(marie, twice)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})
