import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { accountingRoutes } from '#money/accounting/api/accounting.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { eventJournalRoutes } from '#operations/journal/api.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { noticeRoutes } from '#people-data/notices/api.ts'
import type { NoticeQueue } from '#people-data/notices/domain/notices.ts'
import { periodRoutes } from '#people-data/periods/api.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { giveBankDetails } from '#test/payout-app.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { overviewRoutes } from '../api.ts'
import { type TaskKind, taskKeys, taskKinds } from '../for-you/domain/task-kinds.ts'

const day = 86_400_000
const form = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}

/** What a partner may do with a commission of their own: contest it. */
const cannot = {
  correct: false,
  validate: false,
  pay: false,
  remove: false,
  reverse: false,
  hold: false,
  release: false,
  contest: true,
}

describe.each(databaseKinds())('the overview on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  /** Runs `work` while commissions become due in this way. */
  const withBasis = async (basis: CommissionBasis, work: () => Promise<void>) => {
    const set = (commission_basis: CommissionBasis) =>
      app.portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set({ commission_basis }).execute())
    await set(basis)
    await work().finally(() => set('signature'))
  }
  const overviewOf = (client: Client) => client.call(overviewRoutes.getOverview, {})

  test('a partner sees their next steps from the first day, before the contract is signed', async () => {
    const lea = await app.newPerson('lea@exemple.fr')
    expect(await overviewOf(lea)).toMatchObject({
      totalOpportunities: 0,
      totalCommissionsCents: 0,
      steps: { contractAssigned: false, contractSigned: false, bankDetails: false, firstLead: false },
    })
    const standing = await lea.call(tierRoutes.myStanding, {})
    expect(standing).toMatchObject({ totalRevenueCents: 0, remainingCents: 1_000_000, progressPercent: 0 })
    expect(standing.current).toMatchObject({ name: 'Bronze', commissionRate: 15 })
    const withoutContract = async () => (await inboxOf(app.admin)).partnersWithoutContract
    const before = await withoutContract()
    await app.assignContract(lea.userId)
    expect((await overviewOf(lea)).steps).toMatchObject({ contractAssigned: true, contractSigned: false })
    expect(await withoutContract()).toBe(before - 1)
    await app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: lea.userId } })
    await lea.call(leadRoutes.addLead, { body: form })
    const bank = { company: 'Léa SARL', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
    await lea.call(paymentRoutes.savePaymentInfo, { body: { ...bank, iban: 'FR7630006000011234567890188' } })
    expect((await overviewOf(lea)).steps).toMatchObject({ bankDetails: false })
    await lea.call(paymentRoutes.savePaymentInfo, { body: { ...bank, password } })
    expect((await overviewOf(lea)).steps).toEqual({
      contractAssigned: true,
      contractSigned: true,
      bankDetails: true,
      firstLead: true,
    })
  })

  test('staff see all partners and their own pending tasks, a partner only their own data', async () => {
    const [one, two] = [await app.newPartner('one@exemple.fr'), await app.newPartner('two@exemple.fr')]
    const [before, inboxBefore] = [await overviewOf(app.admin), await inboxOf(app.admin)]
    for (const [index, partner] of [one, two, two].entries()) {
      const other = { company: `Boulangerie ${index}`, email: `paul${index}@bernard.example` }
      const { id } = await partner.call(leadRoutes.addLead, { body: { ...form, ...other } })
      await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    }
    const { items } = await one.call(commissionRoutes.listCommissions, { query: {} })
    expect(items.map((each) => [each.can, each.partner.id])).toEqual([[cannot, one.userId]])
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: items[0]?.id ?? '' } })
    await app.assignContract(two.userId, 'amendment')
    await app.admin.call(partnerRoutes.invite, { body: { email: 'new@exemple.fr', fullName: 'Noé Nouveau', role: 'partner' } })
    const after = await overviewOf(app.admin)
    expect(after.steps).toBeNull()
    expect(after.totalOpportunities - before.totalOpportunities).toBe(3)
    expect(after.contractsSigned - before.contractsSigned).toBe(3)
    expect(after.totalCommissionsCents - before.totalCommissionsCents).toBe(450_000)
    expect(await inboxOf(app.admin)).toMatchObject({
      partnersWithoutContract: inboxBefore.partnersWithoutContract,
      contractsToCountersign: 0,
      contractsDeclined: 0,
      contractsAwaitingPartner: inboxBefore.contractsAwaitingPartner + 1,
      contractsAwaitingSince: app.now.toISOString(),
      commissionsToValidate: inboxBefore.commissionsToValidate + 2,
      commissionsToValidateCents: inboxBefore.commissionsToValidateCents + 300_000,
      // Its day comes in a month.
      commissionsToPay: 0,
      commissionsToPayCents: 0,
      commissionsOverdue: 0,
      commissionsOverdueCents: 0,
      commissionsAwaitingClient: 0,
      commissionsAwaitingClientSince: null,
      commissionsHeld: 0,
      commissionsHeldSince: null,
      disputesOpen: 0,
      invoicesToCheck: 0,
      partnersToCheck: 0,
      registrationsToAnswer: 0,
      registrationsLate: 0,
      extensionsToAnswer: 0,
      oldestDisputeAt: null,
      possibleDuplicates: inboxBefore.possibleDuplicates,
      undelivered: 0,
      invitationsPending: inboxBefore.invitationsPending + 1,
      invitationsExpired: 0,
      invitationsOpen: inboxBefore.invitationsPending + 1,
      invitationsOpenSince: expect.any(String),
    })
    expect(await overviewOf(one)).toMatchObject({
      totalOpportunities: 1,
      contractsSigned: 1,
      totalCommissionsCents: 150_000,
      pendingPaymentsCents: 150_000,
      earnedCents: 150_000,
      comingCents: 150_000,
      paidCents: 0,
    })
  })

  test('overdue: a payment 30 days after validation, an invitation when its link expires', async () => {
    const partner = await app.newPartner('slow@exemple.fr')
    await giveBankDetails(app, partner, 'Léa Lente')
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...form, company: 'Lenteur', email: 'lent@exemple.fr' } })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: {} })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: items[0]?.id ?? '' } })
    await app.admin.call(partnerRoutes.invite, { body: { email: 'late@exemple.fr', fullName: 'Luc Tardif', role: 'partner' } })
    const inbox = () => inboxOf(app.admin)
    const toPay = await inbox()
    expect(toPay).toMatchObject({ commissionsToPay: 0, commissionsOverdue: 0, commissionsOverdueCents: 0, invitationsExpired: 0 })
    app.pass(30 * day - 1000)
    await app.signIn(app.admin, 'admin@acme.example')
    expect(await inbox()).toMatchObject({
      commissionsOverdue: 0,
      invitationsPending: toPay.invitationsPending,
      invitationsExpired: toPay.invitationsPending,
    })
    app.pass(1000)
    const due = await inbox()
    expect(due.commissionsToPay).toBeGreaterThan(0)
    expect([due.commissionsOverdue, due.commissionsOverdueCents]).toEqual([due.commissionsToPay, due.commissionsToPayCents])
  })

  test('overdue is what was due on earlier days and today until now, unless it is held', async () => {
    const partner = await app.newPartner('due@exemple.fr')
    await giveBankDetails(app, partner, 'Dora Due')
    const before = await inboxOf(app.admin)
    const midnight = new Date(app.now.toISOString().slice(0, 10)).getTime()
    const times = [midnight - 40 * day, midnight - 1, midnight, app.now.getTime(), app.now.getTime() + 1, midnight + 2 * day]
    const commission = (at: number, index: number, heldReason: string | null) => ({
      id: newId(),
      partner_id: partner.userId,
      lead_id: null,
      kind: 'manual' as const,
      revenue_cents: 100_000 * 10 ** index,
      commission_rate: '10',
      tier_name: 'Bronze',
      tier_names: '{}',
      description: 'Prime',
      amount_cents: 10_000 * 10 ** index,
      status: 'valide' as const,
      created_at: new Date(midnight - 60 * day),
      validated_at: new Date(midnight - 60 * day),
      payable_by: new Date(at),
      held_reason: heldReason,
    })
    const rows = times.flatMap((at, index) => [commission(at, index, null), commission(at, index, 'Litige')])
    await app.portal.database.asActor(system, (tx) => tx.insertInto('commissions').values(rows).execute())
    const after = await inboxOf(app.admin)
    expect(after?.commissionsOverdue).toBe((before?.commissionsOverdue ?? 0) + 4)
    expect(after?.commissionsOverdueCents).toBe((before?.commissionsOverdueCents ?? 0) + 11_110_000)
    await app.portal.database.asActor(system, (tx) =>
      tx.deleteFrom('commissions').where('partner_id', '=', partner.userId).execute(),
    )
    expect((await inboxOf(app.admin)).commissionsOverdue).toBe(before?.commissionsOverdue)
  })

  test('each entry counts exactly the rows at its address, and nothing is in two of them', async () => {
    const partner = await app.newPartner('entries@exemple.fr')
    const deletedPartner = await app.newPerson('gone@exemple.fr')
    await app.assignContract(deletedPartner.userId)
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: deletedPartner.userId }, query: {} })
    await app.assignContract((await app.newPerson('unsigned@exemple.fr')).userId)
    await app.newPerson('nothing@exemple.fr')
    await app.admin.call(partnerRoutes.invite, { body: { email: 'young@exemple.fr', fullName: 'Jeanne Jeune', role: 'partner' } })
    const signed = async (company: string) => {
      const { id } = await partner.call(leadRoutes.addLead, { body: { ...form, company, email: `${company}@entries.example` } })
      await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
      const { items } = await partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
      return { leadId: id, id: items.find(({ lead }) => lead?.id === id)?.id ?? '' }
    }
    const [pending, disputed, held, cash] = [
      await signed('pending'),
      await signed('disputed'),
      await signed('held'),
      await signed('cash'),
    ]
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: held.id } })
    await app.admin.call(commissionRoutes.holdCommission, { params: { id: held.id }, body: { reason: 'À éclaircir' } })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: disputed.id } })
    await partner.call(disputeRoutes.openDispute, { body: { commissionId: disputed.id, message: 'Il manque une part.' } })
    await app.admin.call(clientPaymentRoutes.changeBasis, { params: { id: cash.leadId }, body: { basis: 'cash' } })
    const inbox = await inboxOf(app.admin)
    // Its partner reads what has no date, why and since when; the oldest come first.
    const { lines } = await partner.call(ownMoneyRoutes.getComing, {})
    const since = app.now.toISOString()
    const [one, other] = lines.filter(({ id }) => id === held.id || id === disputed.id)
    expect(one?.amountCents).toBe(other?.amountCents)
    expect([one, other]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: held.id, label: 'held', state: 'held', reason: 'À éclaircir', since, payableBy: null }),
        expect.objectContaining({ id: disputed.id, label: 'disputed', state: 'contested', reason: '', since, payableBy: null }),
      ]),
    )
    expect(inbox).toMatchObject({ disputesOpen: 1, commissionsHeld: 1, commissionsAwaitingClient: 1 })
    expect(inbox.commissionsHeldSince).toBe(app.now.toISOString())
    const query = { limit: 200 }
    const { admin } = app
    const ids = async (items: Promise<{ items: readonly { id: string }[] }>) => (await items).items.map(({ id }) => id)
    const rows: Readonly<Record<TaskKind['page'], (filter: never) => Promise<string[]>>> = {
      [pagePaths.partners]: (filter: object) => ids(admin.call(partnerRoutes.listPartners, { query: { ...query, ...filter } })),
      [pagePaths.adminContracts]: (filter: object) =>
        ids(admin.call(contractRoutes.listContracts, { query: { ...query, ...filter } })),
      [pagePaths.adminCommissions]: (filter: object) =>
        ids(admin.call(commissionRoutes.listCommissions, { query: { ...query, ...filter } })),
      [pagePaths.adminDisputes]: (filter: object) =>
        ids(admin.call(disputeRoutes.listDisputes, { query: { ...query, ...filter } })),
      [pagePaths.adminPayouts]: (filter: object) => ids(admin.call(payoutRoutes.listPayouts, { query: { ...query, ...filter } })),
      [pagePaths.adminLeads]: (filter: object) => ids(admin.call(leadRoutes.listLeads, { query: { ...query, ...filter } })),
      [pagePaths.registrations]: (filter: object) =>
        ids(admin.call(registrationRoutes.listRegistrations, { query: { ...query, ...filter } as never })),
      [pagePaths.home]: () => ids(admin.call(failureRoutes.listFailures, { query })),
      [pagePaths.adminInvoices]: ({ handed }: { readonly handed: 'anew' }) =>
        ids(admin.call(invoiceRoutes.listInvoices, { query: { ...query, handedOver: handed } })),
      [pagePaths.journal]: async ({ event: name }: { readonly event: 'contact.refused' }) =>
        (await admin.call(eventJournalRoutes.listJournal, { query: { ...query, name } })).items.map(({ seq }) => String(seq)),
      [pagePaths.peopleData]: async ({
        view,
        queue,
        ...filter
      }: {
        readonly view?: 'register'
        readonly queue?: NoticeQueue
      }) => {
        if (view === 'register') {
          const { isConfirmed, counts } = await admin.call(periodRoutes.listPeriods, {})
          return !isConfirmed && Object.keys(counts).length > 0 ? ['periods'] : []
        }
        return queue
          ? ids(admin.call(noticeRoutes.listNotices, { query: { ...query, queue } }))
          : ids(admin.call(requestRoutes.listRequests, { query: { ...query, ...filter } }))
      },
      [pagePaths.year]: async () => (await admin.call(accountingRoutes.getAccounting, { query: {} })).months,
    }
    const idsByPage: Record<string, string[]> = {}
    for (const key of taskKeys) {
      const { page, filter } = taskKinds[key]
      const pageIds = await rows[page](filter as never)
      expect([key, pageIds.length]).toEqual([key, inbox[key]])
      idsByPage[page] = [...(idsByPage[page] ?? []), ...pageIds]
    }
    for (const [page, pageIds] of Object.entries(idsByPage)) expect([page, new Set(pageIds).size]).toEqual([page, pageIds.length])
    expect(idsByPage[pagePaths.adminCommissions]).toEqual(expect.arrayContaining([pending.id, held.id, cash.id]))
    expect(idsByPage[pagePaths.adminCommissions]).not.toContain(disputed.id)
    // The day of the payment orders the list: what is late comes first, what waits for none last.
    const { items } = await admin.call(commissionRoutes.listCommissions, { query: { ...query, sort: 'due' } })
    const due = items.map(({ status, payableBy }) => (status === 'valide' && payableBy ? payableBy : '9999'))
    expect(due).toEqual(due.toSorted())
    // With payments of clients as the programme's rule, the many wait for them, and what differs is to be validated.
    await withBasis('cash', async () => {
      const byPayment = await inboxOf(admin)
      for (const key of ['commissionsToValidate', 'commissionsAwaitingClient'] as const) {
        const pageIds = await rows[pagePaths.adminCommissions](taskKinds[key].filter as never)
        expect([key, byPayment[key]]).toEqual([key, pageIds.length])
      }
      expect(byPayment.commissionsAwaitingClient).toBeGreaterThan(1)
      expect(byPayment.commissionsAwaitingClientSince).not.toBeNull()
    })
    const overdue = await rows[pagePaths.adminCommissions]({ waits: 'overdue' } as never)
    expect(overdue).toHaveLength(inbox.commissionsOverdue ?? -1)
  })

  test('possible duplicates are counted for staff', async () => {
    const partner = await app.newPartner('twice@exemple.fr')
    const before = (await inboxOf(app.admin)).possibleDuplicates
    const same = { ...form, company: 'Forge Unique', email: 'forge@unique.example' }
    await partner.call(leadRoutes.addLead, { body: same })
    await partner.call(leadRoutes.addLead, { body: { ...same, company: 'Autre Nom' } })
    expect((await inboxOf(app.admin)).possibleDuplicates).toBe(before + 1)
  })
})
