import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { uploadedInvoiceRoutes } from '#money/payouts/api/uploaded-invoices.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { overviewRoutes } from '#overview/api.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import { selfBilling } from '#test/self-billing.ts'
import { type Client, password } from '#test/test-app.ts'
import { sentDocument } from '#test/vigilance.ts'
import { ownMoneyRoutes } from '../api.ts'

describe.each(databaseKinds())('what a partner must do to be paid on %s', (databaseKind) => {
  let world: PayoutApp
  const invoices = new OwnInvoices(() => world)
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
  })
  afterAll(() => world.app.close())

  const toDo = (client: Client) => client.call(ownMoneyRoutes.getToDo, {})
  const kinds = async (client: Client) => (await toDo(client)).tasks.map(({ kind }) => kind)
  const coming = async (client: Client) => {
    const [calendar, overview] = await Promise.all([
      client.call(ownMoneyRoutes.getComing, {}),
      client.call(overviewRoutes.getOverview, {}),
    ])
    const listed = calendar.lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
    expect(calendar.totalCents).toBe(overview.comingCents)
    expect(listed + (calendar.rest?.amountCents ?? 0)).toBe(calendar.totalCents)
    return calendar.lines
  }

  test('a locked partner signs; without bank details they are asked for, with the money that hangs on them', async () => {
    const locked = await world.app.newPerson('verrou@exemple.fr')
    expect(await toDo(locked)).toEqual({ tasks: [], dependsCents: 0 })
    const body = {
      partnerId: locked.userId,
      contractType: 'main' as const,
      title: 'Contrat',
      document: { kind: 'link' as const, url: 'https://x.example/c' },
    }
    const contract = await world.staff.call(contractRoutes.assignContract, { body })
    expect((await toDo(locked)).tasks).toMatchObject([
      { kind: 'contract', subject: 'Contrat', dependsCents: 0, where: `/dashboard/contract?sign=${contract.id}` },
    ])
    const nora = await world.app.newPartner('nora@exemple.fr')
    expect(await kinds(nora)).toEqual(['bank_missing'])
    const id = await world.payable(nora, 30_000)
    expect((await toDo(nora)).tasks).toMatchObject([
      { kind: 'bank_missing', dependsCents: 30_000, sharedCents: 0, where: '/dashboard/payment-info' },
      { kind: 'billing_missing', dependsCents: 0 },
    ])
    // No date is promised while nothing can be paid.
    expect(await coming(nora)).toMatchObject([
      { id, state: 'blocked', obstacle: 'bank_missing', payableBy: null, amountCents: 30_000 },
    ])
    const details = {
      company: 'Nora',
      iban: 'FR7630006000011234567890189',
      address: '1 rue du Port',
      country: 'France',
      password,
    }
    await nora.call(paymentRoutes.savePaymentInfo, { body: details })
    expect(await kinds(nora)).toEqual(['billing_missing'])
    const until = new Date(world.app.now.getTime() + 3 * day).toISOString()
    // What ends by itself moves no day that comes later, and is the day where it comes later itself.
    const inThirtyDays = new Date(world.app.now.getTime() + 30 * day).toISOString()
    expect(await coming(nora)).toMatchObject([{ state: 'blocked', obstacle: 'bank_recent', until, payableBy: inThirtyDays }])
    world.app.pass(3 * day)
    await world.app.signIn(nora, 'nora@exemple.fr')
    await world.app.signIn(world.staff, 'admin@acme.example')
    const [line] = await coming(nora)
    expect(line).toMatchObject({ state: 'payable', obstacle: null, until: null })
    expect(line?.payableBy).not.toBeNull()
  })

  test('held, contested, waiting for the client and for validation: each line says since when and why', async () => {
    const partner = await world.partner('Marie Calendrier')
    const add = async (amountCents: number) => world.payable(partner, amountCents)
    const [held, contested, due] = [await add(1000), await add(2000), await add(4000)]
    await world.staff.call(commissionRoutes.holdCommission, { params: { id: held }, body: { reason: 'À éclaircir' } })
    const dispute = await partner.call(disputeRoutes.openDispute, { body: { commissionId: contested, message: 'Il en manque' } })
    const signed = async (company: string) => {
      const { id } = await partner.call(leadRoutes.addLead, { body: { ...plainLead, company, email: `${company}@c.example` } })
      await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
      return id
    }
    const leadId = await signed('attente')
    const lines = await coming(partner)
    const since = world.app.now.toISOString()
    expect(lines.map(({ state }) => state).toSorted()).toEqual(['contested', 'held', 'payable', 'validation'])
    expect(lines[0]).toMatchObject({ id: due, state: 'payable' })
    expect(lines.find(({ id }) => id === held)).toMatchObject({ state: 'held', reason: 'À éclaircir', since, payableBy: null })
    expect(lines.find(({ id }) => id === contested)).toMatchObject({ state: 'contested', since, payableBy: null })
    expect(lines.find((each) => each.leadId === leadId)).toMatchObject({ state: 'validation', label: 'attente' })
    // The partner's word is awaited once staff have answered, and the contested amount hangs on it.
    expect(await kinds(partner)).not.toContain('dispute')
    await world.staff.call(disputeRoutes.replyToDispute, { params: { id: dispute.id }, body: { message: 'Laquelle ?' } })
    expect((await toDo(partner)).tasks[0]).toMatchObject({ kind: 'dispute', dependsCents: 2000 })
    await partner.call(disputeRoutes.replyToDispute, { params: { id: dispute.id }, body: { message: 'Celle de mars' } })
    expect(await kinds(partner)).not.toContain('dispute')
  })

  test('a statement and its invoice, where payouts wait for it; an amount that waits for both counts once', async () => {
    await world.programme({ invoiceRequired: true })
    const partner = await invoices.partner('Irène Facture')
    const payout = await invoices.issued(partner, 50_000)
    const where = `/dashboard/commissions/payouts?payout=${payout.id}`
    const both = await toDo(partner)
    expect(both.tasks).toMatchObject([
      { kind: 'statement', subject: payout.reference, dependsCents: 50_000, sharedCents: 0, where },
      { kind: 'invoice_missing', subject: payout.reference, dependsCents: 0, sharedCents: 50_000, where },
    ])
    expect(both.dependsCents).toBe(50_000)
    expect(await coming(partner)).toMatchObject([{ source: 'payout', label: payout.reference, obstacle: 'invoice_missing' }])
    await invoices.accept(payout, partner)
    const { body: invoice } = await invoices.submit(partner, payout)
    expect(await kinds(partner)).toEqual([])
    expect(await coming(partner)).toMatchObject([{ state: 'blocked', obstacle: 'invoice_submitted' }])
    await world.staff.call(uploadedInvoiceRoutes.refuseInvoice, { params: { id: invoice.id }, body: { reason: 'SIRET' } })
    expect((await toDo(partner)).tasks).toMatchObject([{ kind: 'invoice_refused', dependsCents: 50_000 }])
    await world.programme({ invoiceRequired: false })
    expect((await toDo(partner)).tasks).toMatchObject([{ kind: 'invoice_refused', dependsCents: 0 }])
    expect(await coming(partner)).toMatchObject([{ state: 'underway', step: 'accepted', obstacle: null }])
    // Sent and returned by the bank: its IBAN is to be looked at.
    await world.approve([payout])
    const payment = { paidOn: isoDay(world.app.now, defaultTimeZone), reference: 'VIR' }
    await world.staff.call(payoutRoutes.payPayouts, { body: { ids: [payout.id], totalCents: payout.totalCents, payment } })
    expect(await coming(partner)).toEqual([])
    await world.staff.call(payoutRoutes.rejectPayout, { params: { id: payout.id }, body: { reason: 'Compte clos' } })
    expect((await toDo(partner)).tasks[0]).toMatchObject({ kind: 'bank_returned', dependsCents: 50_000, reason: 'Compte clos' })
    expect(await coming(partner)).toMatchObject([
      { state: 'blocked', obstacle: 'returned', reason: 'Compte clos', payableBy: null },
    ])
  })

  test('documents: asked for, refused, expired and ending, with the money that is held for them', async () => {
    const partner = await world.partner('Karim Vigilance')
    await world.payable(partner, 20_000)
    const ask = { partnerIds: [partner.userId], kind: 'urssaf' as const, label: '' }
    await world.staff.call(vigilanceRoutes.requestDocuments, { body: ask })
    const documents = async () => (await toDo(partner)).tasks.filter(({ kind }) => kind.startsWith('document'))
    expect(await documents()).toMatchObject([
      { kind: 'document_requested', subject: 'attestation de vigilance', dependsCents: 0 },
    ])
    await world.programme({ vigilanceHold: true })
    expect(await documents()).toMatchObject([{ kind: 'document_requested', dependsCents: 20_000 }])
    expect(await coming(partner)).toMatchObject([
      { obstacle: 'vigilance', reason: expect.stringContaining('attestation de vigilance') },
    ])
    const sent = await sentDocument(partner, 'urssaf', { issuedOn: '2026-01-01' })
    expect(await documents()).toEqual([])
    await world.staff.call(vigilanceRoutes.refuseDocument, { params: { id: sent.id }, body: { reason: 'Illisible' } })
    expect(await documents()).toMatchObject([{ kind: 'document_refused', reason: 'Illisible', dependsCents: 20_000 }])
    const soon = new Date(world.app.now.getTime() + 12 * day).toISOString().slice(0, 10)
    const again = await sentDocument(partner, 'urssaf', { issuedOn: '2026-01-01', expiresOn: soon })
    await world.staff.call(vigilanceRoutes.verifyDocument, { params: { id: again.id } })
    expect(await documents()).toMatchObject([{ kind: 'document_ending', dependsCents: 0 }])
    world.app.pass(14 * day)
    await world.app.signIn(partner, partner.email)
    await world.app.signIn(world.staff, 'admin@acme.example')
    expect((await toDo(partner)).tasks[0]).toMatchObject({ kind: 'document_expired', dependsCents: 20_000 })
    await world.programme({ vigilanceHold: false })
  })

  test('self-billing waits for its mandate, which is signed like a contract', async () => {
    const partner = await world.partner('Sélim Mandat')
    await partner.call(billingRoutes.saveBilling, { body: selfBilling })
    await world.payable(partner, 7000)
    expect(await coming(partner)).toMatchObject([{ state: 'blocked', obstacle: 'mandate_missing' }])
    // Nothing for the partner to do until there is one.
    expect(await kinds(partner)).toEqual([])
  })

  test('below the minimum, and eaten up by what was taken back, no date is promised', async () => {
    await world.programme({ minimumPayoutCents: 10_000 })
    const partner = await world.partner('Petite Somme')
    await world.payable(partner, 900)
    expect(await coming(partner)).toMatchObject([{ state: 'blocked', obstacle: 'below_minimum' }])
    await world.payable(partner, 9100)
    expect((await coming(partner)).map(({ state }) => state)).toEqual(['payable', 'payable'])
    await world.programme({})
  })
})
