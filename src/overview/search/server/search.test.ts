import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { invoiceKey } from '#money/bank-files/domain/client-payments-found.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { PayoutFileApp } from '#test/payout-file-app.ts'
import { registeredProvider, selfBilledPartner } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { searchRoutes } from '../api.ts'
import type { HitKind } from '../domain/search-hits.ts'

const lead = { estimatedAmountCents: 500_000, offerType: 'star' as const }

describe.each(databaseKinds('every'))('the search on %s', (databaseKind) => {
  let world: PayoutApp
  let marie: Client
  let paul: Client
  let finance: Client
  let manager: Client
  let viewer: Client
  /** A number or a name of each kind, as it is shown, and whose it is. */
  const known = {} as Record<HitKind, { typed: string; id: string; of: 'marie' | 'paul' | 'nobody' }>

  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    await world.programme(registeredProvider)
    const { app } = world
    marie = await selfBilledPartner(world, 'Marie Dupont')
    paul = await new OwnInvoices(() => world).partner('Paul Lefèvre')
    finance = await app.newStaff('finance@acme.example', 'finance', 'Fanny Comptable')
    manager = await app.newStaff('manager@acme.example', 'partner_manager', 'Marc Réseau')
    viewer = await app.newStaff('viewer@acme.example', 'viewer', 'Vera Lecture')

    const { id: leadId } = await marie.call(leadRoutes.addLead, {
      body: { ...lead, name: 'Élise Guérin', company: 'Boulangerie Mâcon', email: 'elise@macon.example' },
    })
    const { registration } = await marie.call(leadRoutes.getLead, { params: { id: leadId } })
    await marie.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } })
    await marie.send('GET', `/api/leads/${leadId}/receipt`)

    await world.programme({ ...registeredProvider, commissionBasis: 'cash' })
    const { id: cashLeadId } = await marie.call(leadRoutes.addLead, {
      body: { ...lead, name: 'Jean Payeur', company: 'Garage Étoile', email: 'jean@etoile.example' },
    })
    await marie.call(leadRoutes.moveLead, { params: { id: cashLeadId }, body: { from: 'nouveau', to: 'signe' } })
    const today = isoDay(app.now, defaultTimeZone)
    const payment = { leadId: cashLeadId, reference: 'VIR-CLIENT-778', receivedOn: today, netCents: 100_000 }
    const recorded = await world.staff.call(clientPaymentRoutes.recordClientPayment, { body: payment })
    await world.programme(registeredProvider)

    await world.payable(marie, 10_000)
    const [payout] = (await world.issued()).filter(({ partner }) => partner.id === marie.userId)
    const [document] = (await marie.call(invoiceRoutes.listInvoices, { query: {} })).items
    const { invoice, payout: pauls } = await new OwnInvoices(() => world).submitted(paul)

    const files = new PayoutFileApp(world)
    files.untilMorning()
    const third = await world.partner('Zoé Tiers')
    await files.approved(third, 12_000)
    const file = await files.made()
    const rows = await app.portal.database.asActor(system, async (tx) => ({
      receipt: await tx.selectFrom('lead_receipts').select('reference').executeTakeFirstOrThrow(),
      signature: await tx.selectFrom('signatures').select(['reference', 'contract_id']).executeTakeFirstOrThrow(),
    }))
    await app.portal.database.asOwner((run) =>
      run(
        `insert into client_invoices (id, lead_id, number, number_key, issued_on, net_cents, vat_cents, recorded_by, created_at)
          values (gen_random_uuid(), $1, $3, $4, '2026-03-01', 1000, 200, $2, now())`,
        [leadId, finance.userId, 'CLI-2026/44', invoiceKey('CLI-2026/44')],
      ),
    )
    Object.assign(known, {
      registration: { typed: registration.number, id: leadId, of: 'marie' },
      receipt: { typed: rows.receipt.reference, id: leadId, of: 'marie' },
      payout: { typed: payout?.reference, id: payout?.id, of: 'marie' },
      bankFile: { typed: file.file.reference, id: file.file.id, of: 'nobody' },
      document: { typed: document?.number, id: document?.id, of: 'marie' },
      partnerInvoice: { typed: invoice.number, id: pauls.id, of: 'paul' },
      clientInvoice: { typed: 'cli-2026/44', id: leadId, of: 'nobody' },
      clientPayment: { typed: 'vir-client-778', id: recorded.payment.id, of: 'marie' },
      signature: { typed: rows.signature.reference, id: rows.signature.contract_id, of: 'marie' },
      bankAccount: { typed: '0143', id: marie.userId, of: 'marie' },
      lead: { typed: 'boulangerie mâc', id: leadId, of: 'marie' },
      partner: { typed: 'marie dup', id: marie.userId, of: 'nobody' },
      person: { typed: 'Fanny', id: finance.userId, of: 'nobody' },
      contract: { typed: 'Mandat', id: rows.signature.contract_id, of: 'marie' },
    } satisfies Record<HitKind, { typed: string | undefined; id: string | undefined; of: string }>)
  }, 120_000)
  afterAll(() => world.app.close())

  const find = async (client: Client, q: string) => {
    const { groups, isComplete } = await client.call(searchRoutes.search, { query: { q } })
    expect(isComplete).toBe(true)
    return groups.flatMap(({ hits }) => hits)
  }
  const finds = async (client: Client, kind: HitKind, typed = known[kind].typed) =>
    (await find(client, typed)).some((hit) => hit.kind === kind && hit.id === known[kind].id)
  const kinds: HitKind[] = [
    ...(['registration', 'receipt', 'payout', 'bankFile', 'document', 'partnerInvoice', 'clientInvoice'] as const),
    ...(['clientPayment', 'signature', 'bankAccount', 'lead', 'partner', 'person', 'contract'] as const),
  ]

  test.each(kinds)('a %s is found by whoever sees it, and by nobody else', async (kind) => {
    const { of } = known[kind]
    const isSecret = kind === 'bankAccount'
    expect({
      administrator: await finds(world.staff, kind),
      finance: await finds(finance, kind),
      manager: await finds(manager, kind),
      viewer: await finds(viewer, kind),
      marie: await finds(marie, kind),
      paul: await finds(paul, kind),
    }).toEqual({
      administrator: true,
      finance: true,
      manager: !isSecret,
      viewer: !isSecret,
      marie: of === 'marie',
      paul: of === 'paul',
    })
  })

  test.each([
    ['registration', (text: string) => text.replaceAll('-', ' ').toLowerCase()],
    ['registration', (text: string) => text.replace(/^REF/, 'RFE')],
    ['registration', (text: string) => text.slice(-4)],
    ['payout', (text: string) => `rel ${Number(text.slice(-4))}`],
    ['payout', (text: string) => text.replaceAll('-', '')],
    ['bankFile', (text: string) => `pay ${Number(text.slice(-4))}`],
    ['document', (text: string) => text.slice(-5)],
    ['document', (text: string) => text.replace(/-0*/g, ' ')],
    ['receipt', (text: string) => text.replace(/(.{4})(?=.)/g, '$1-').toLowerCase()],
    ['bankAccount', () => 'FR76 •••• 0143'],
    ['bankAccount', () => 'FR76 3000 4000 0312 3456 7890 143'],
    ['clientPayment', () => 'client-778'],
  ] as const)('a %s is found as people quote it', async (kind, quoted) => {
    expect(await finds(world.staff, kind, quoted(known[kind].typed))).toBe(true)
  })

  test.each(['boulangreie', 'Guerni', 'macn', 'guerin elise', 'elsie'])(
    '%j finds a lead whose letters were swapped or left out',
    async (typed) => {
      expect(await finds(world.staff, 'lead', typed)).toBe(true)
      expect(await finds(marie, 'lead', typed)).toBe(true)
      expect(await find(paul, typed)).toEqual([])
    },
  )

  test.each(['Dupnot', 'dupont marie', 'marei'])('%j finds a partner', async (typed) => {
    expect(await finds(world.staff, 'partner', typed)).toBe(true)
  })

  test('a hit leads to the page that its reader has', async () => {
    const pathOf = async (client: Client, kind: HitKind) =>
      (await find(client, known[kind].typed)).find((hit) => hit.kind === kind)?.path
    expect(await pathOf(world.staff, 'payout')).toBe(`${pagePaths.adminPayouts}?payout=${known.payout.id}`)
    expect(await pathOf(marie, 'payout')).toBe(`${pagePaths.payouts}?payout=${known.payout.id}`)
    expect(await pathOf(marie, 'registration')).toBe(`${pagePaths.leads}?lead=${known.registration.id}`)
    expect(await pathOf(world.staff, 'partner')).toBe(`${pagePaths.partners}/${marie.userId}`)
  })

  test('a partner whose contract is not signed finds nothing but contracts', async () => {
    const locked = await world.app.newPerson('locked@exemple.fr', 'partner', 'Luc Fermé')
    const { id } = await world.app.assignContract(locked.userId)
    expect(await find(locked, 'contrat')).toMatchObject([{ kind: 'contract', id }])
    for (const kind of kinds) expect(await finds(locked, kind)).toBe(false)
  })

  test('a record is found by its id, and what nobody wrote finds nothing', async () => {
    expect(await finds(world.staff, 'lead', known.lead.id)).toBe(true)
    for (const typed of ['%', '__', 'zzzzzz', '99999999', '\\', "'"]) expect(await find(world.staff, typed)).toEqual([])
  })

  test('each list finds the numbers that its rows show', async () => {
    const search = (kind: HitKind) => ({ query: { search: known[kind].typed } })
    const { staff } = world
    const ids = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id)
    const leadOf = ({ items }: { items: readonly { lead: { id: string } | null }[] }) => items.map(({ lead: of }) => of?.id)
    for (const kind of ['payout', 'document', 'bankFile', 'partnerInvoice'] as const) {
      const found = await staff.call(payoutRoutes.listPayouts, search(kind))
      expect([kind, found.items.length]).toEqual([kind, 1])
    }
    expect(ids(await staff.call(contractRoutes.listContracts, search('signature')))).toEqual([known.signature.id])
    expect(ids(await staff.call(invoiceRoutes.listInvoices, search('payout')))).toEqual([known.document.id])
    expect(leadOf(await staff.call(commissionRoutes.listCommissions, search('clientPayment')))).toHaveLength(1)
    const inPayout = (await staff.call(commissionRoutes.listCommissions, search('payout'))).items
    expect(new Set(inPayout.map(({ payout }) => payout?.reference))).toEqual(new Set([known.payout.typed]))
    const { byStatus } = await staff.call(commissionRoutes.commissionSummary, search('payout'))
    expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(inPayout.length)
    expect(ids(await staff.call(clientPaymentRoutes.listClientPayments, search('clientPayment')))).toEqual([
      known.clientPayment.id,
    ])
    const { items } = await staff.call(registrationRoutes.listRegistrations, search('registration'))
    expect(items.map(({ number }) => number)).toEqual([known.registration.typed])
    for (const client of [staff, marie]) {
      for (const kind of ['registration', 'receipt'] as const) {
        expect(ids(await client.call(leadRoutes.listLeads, search(kind)))).toEqual([known.lead.id])
        const { byStatus: columns } = await client.call(leadRoutes.leadSummary, search(kind))
        expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(1)
      }
    }
    expect(ids(await paul.call(leadRoutes.listLeads, search('registration')))).toEqual([])
    expect((await paul.call(payoutRoutes.listPayouts, search('document'))).items).toEqual([])
  })

  test('nobody searches without signing in', async () => {
    expect((await world.app.anonymous().try(searchRoutes.search, { query: { q: 'marie' } })).status).toBe(401)
  })
})
