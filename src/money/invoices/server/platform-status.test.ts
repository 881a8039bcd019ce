import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { invoiceXml } from '#money/documents/domain/cii.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { Mailbox } from '#test/mailbox.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import { pretendPrinted, registeredProvider, selfBilledPartner, selfBilling } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { invoiceRoutes } from '../api.ts'

describe.each(databaseKinds())('what a platform says of invoices on %s', (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  /** Events with handlers, which other files of this process need again. */
  const names: string[] = []
  let today: string
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url })
    await world.programme(registeredProvider)
    today = isoDay(world.app.now, defaultTimeZone)
    // Documents are not printed here.
    const handled = world.app.portal.eventRules.withJob as Set<string>
    names.push(...handled)
    handled.clear()
  })
  afterAll(async () => {
    for (const name of names.splice(0)) (world.app.portal.eventRules.withJob as Set<string>).add(name)
    await Promise.all([world.app.close(), mailbox.close()])
  })

  const documents = async (client: Client) =>
    (await client.call(invoiceRoutes.listInvoices, { query: { limit: 200, sort: 'number', partnerId: client.userId } })).items
  const issued = async (name: string) => {
    const partner = await selfBilledPartner(world, name)
    await world.payable(partner, 220_000)
    const payout = (await world.issued()).find(({ partner: { id } }) => id === partner.userId)
    await pretendPrinted(world)
    const [invoice] = await documents(partner)
    if (!payout || !invoice) throw new Error('nothing was issued')
    return { partner, payout, invoice }
  }
  const handOver = (ids: string[]) =>
    world.staff.call(invoiceRoutes.handOver, { body: { documents: { kind: 'chosen', ids }, on: today, platform: 'PA' } })
  const say = (id: string, body: object, client = world.staff) =>
    client.try(invoiceRoutes.recordPlatformStatus, { params: { id }, body: { on: today, ...body } as never })

  test('it is recorded of what was handed over, with its day and, of a refusal, its reason', async () => {
    const { partner, invoice } = await issued('Anne Conseil')
    expect((await say(invoice.id, { status: 'deposited' })).body.code).toBe('platform_status_impossible')
    await handOver([invoice.id])
    const deposited = await say(invoice.id, { status: 'deposited' })
    expect([deposited.status, deposited.body.platformStatus]).toMatchObject([
      200,
      { status: 'deposited', on: today, reason: '', by: expect.any(String) },
    ])
    expect((await say(invoice.id, { status: 'refused' })).body.fields).toEqual([{ path: 'reason', message: 'Please say why' }])
    expect((await say(invoice.id, { status: 'paid', reason: 'Oui' })).status).toBe(422)
    const tomorrow = isoDay(new Date(world.app.now.getTime() + day), defaultTimeZone)
    const yesterday = isoDay(new Date(world.app.now.getTime() - day), defaultTimeZone)
    for (const on of [tomorrow, yesterday]) {
      const refused = await say(invoice.id, { status: 'paid', on })
      expect([refused.status, refused.body.fields[0]?.path]).toEqual([422, 'on'])
    }
    expect((await say(invoice.id, { status: 'paid' })).body.platformStatus?.status).toBe('paid')
    const [own] = await documents(partner)
    expect(own).toMatchObject({ platformStatus: { status: 'paid', by: null }, isVoid: false, can: { recordStatus: false } })
    expect((await say(invoice.id, { status: 'deposited' }, partner)).status).toBe(403)
    const undone = await world.staff.call(invoiceRoutes.listInvoices, { query: { partnerId: partner.userId } })
    expect(undone.items[0]?.can).toEqual({ handOver: false, undoHandover: false, recordStatus: true })
  })

  test('a rejected invoice is void: its credit note goes to nobody, and a corrected invoice follows', async () => {
    const { partner, payout, invoice } = await issued('Bruno Conseil')
    await handOver([invoice.id])
    await partner.call(billingRoutes.saveBilling, {
      body: { ...selfBilling, legalName: 'Bruno Conseil SAS', electronicAddress: '732829320_FACTURES' },
    })
    const program = await world.app.newProgram(['invoices:read', 'invoices:write'], 'PA')
    const reader = await world.app.newProgram(['invoices:read'], 'Comptable')
    const rejected = { status: 'rejected', reason: 'Destinataire inconnu' }
    expect((await say(invoice.id, rejected, reader)).status).toBe(403)
    const answer = await say(invoice.id, rejected, program)
    expect([answer.status, answer.body]).toMatchObject([200, { isVoid: true }])
    // Told again, as a platform does.
    expect((await say(invoice.id, rejected, program)).status).toBe(200)
    expect((await say(invoice.id, { status: 'paid' })).body.code).toBe('platform_status_impossible')
    await pretendPrinted(world)
    const all = await documents(partner)
    expect(
      all.map(({ kind, corrects, isVoid, isArchiveOnly, totalCents }) => [kind, corrects, isVoid, isArchiveOnly, totalCents]),
    ).toEqual([
      ['invoice', null, true, false, 264_000],
      ['credit_note', invoice.number, false, true, 264_000],
      ['invoice', null, false, false, 264_000],
    ])
    const query = { partnerId: partner.userId }
    const sums = await world.staff.call(invoiceRoutes.invoiceSummary, { query })
    expect(sums).toMatchObject({ count: 3, totalCents: 264_000, waitingCount: 1 })
    const xml = await world.app.portal.database.asActor(system, async (tx) => {
      const rows = await tx
        .selectFrom('invoices')
        .select(['content'])
        .where('partner_id', '=', partner.userId)
        .orderBy('number')
        .execute()
      return rows.map(({ content }) => (content.kind === 'invoice' ? invoiceXml(content.content) : ''))
    })
    expect(xml.map((each) => each.includes('ARCHIVEONLY'))).toEqual([false, true, false])
    expect(xml.map((each) => each.includes('732829320_FACTURES'))).toEqual([false, false, true])
    expect(xml[2]).toContain('Bruno Conseil SAS')
    // Only the new one is given to the platform.
    expect(await handOver(all.map(({ id }) => id))).toEqual({ count: 1 })
    const [, , next] = await documents(partner)
    expect(next?.handover).not.toBeNull()
    // Cancelled, the payout takes back what stands, and no more.
    const body = { reason: 'Erreur' }
    expect((await world.staff.try(payoutRoutes.cancelPayout, { params: { id: payout.id }, body })).status).toBe(200)
    expect((await documents(partner)).map(({ kind, corrects }) => [kind, corrects])).toEqual([
      ['invoice', null],
      ['credit_note', invoice.number],
      ['invoice', null],
      ['credit_note', next?.number],
    ])
    expect(await world.staff.call(invoiceRoutes.invoiceSummary, { query })).toMatchObject({ totalCents: 0, waitingCount: 1 })
  })

  test('not transmitted, since the partner has no platform, is told to the partner with a copy', async () => {
    const { partner, invoice } = await issued('Dora Conseil')
    await handOver([invoice.id])
    const { file_id: fileId } = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('invoice_files').select('file_id').where('invoice_id', '=', invoice.id).executeTakeFirstOrThrow(),
    )
    const key = fileKey({ purpose: 'invoice', id: fileId })
    await world.app.portal.files.write(key, Readable.from(['%PDF-']), { size: 5, sha256: '' })
    const withJob = world.app.portal.eventRules.withJob as Set<string>
    withJob.add('payout.document_status')
    expect((await say(invoice.id, { status: 'not_transmitted', reason: 'NON_TRANSMISE' })).status).toBe(422)
    const told = await say(invoice.id, { status: 'not_transmitted' })
    expect([told.status, told.body]).toMatchObject([200, { isVoid: false, can: { recordStatus: true } }])
    await world.idle()
    const [mail, ...others] = mailbox.to(partner.email).filter(({ subject }) => subject.includes(invoice.number))
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Votre facture ${invoice.number} : aucune plateforme trouvée pour vous`)
    expect(mail?.text).toContain('choisissez une plateforme agréée')
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`${invoice.number}.pdf`])
    // Once the partner has a platform, its answers follow; none of them is told by mail.
    for (const status of ['deposited', 'payment_sent', 'paid']) expect((await say(invoice.id, { status })).status).toBe(200)
    await world.idle()
    expect(mailbox.to(partner.email).filter(({ subject }) => subject.includes(invoice.number))).toHaveLength(1)
    withJob.delete('payout.document_status')
    expect((await documents(partner)).map(({ platformStatus }) => platformStatus?.status)).toEqual(['paid'])
  })

  test('of two who say the same at once, one voids it', async () => {
    const { partner, invoice } = await issued('Carl Conseil')
    await handOver([invoice.id])
    const refused = { status: 'refused', reason: 'Montant contesté' }
    const both = await Promise.all([say(invoice.id, refused), say(invoice.id, refused)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await documents(partner)).toHaveLength(3)
  })
})
