import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#api/commissions.ts'
import { leadRoutes } from '#api/leads.ts'
import { overviewRoutes } from '#api/overview.ts'
import { partnerRoutes } from '#api/partners.ts'
import { paymentRoutes } from '#api/payments.ts'
import { tierRoutes } from '#api/tiers.ts'
import { databaseKinds } from '#test/databases.ts'
import type { Client } from '#test/test-app.ts'
import { TestApp } from '#test/test-app.ts'

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

describe.each(databaseKinds('one'))('the overview on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const overviewOf = (client: Client) => client.call(overviewRoutes.getOverview, {})

  test('a partner sees their next steps from the first day, before the contract is signed', async () => {
    const lea = await app.newPerson('lea@exemple.fr')
    expect(await overviewOf(lea)).toMatchObject({
      totalOpportunities: 0,
      totalCommissionsCents: 0,
      nextPayment: null,
      inbox: null,
      steps: { contractAssigned: false, contractSigned: false, bankDetails: false, firstLead: false },
    })
    const standing = await lea.call(tierRoutes.myStanding, {})
    expect(standing).toMatchObject({ totalRevenueCents: 0, remainingCents: 1_000_000, progressPercent: 0 })
    expect(standing.current).toMatchObject({ name: 'Bronze', commissionRate: 15 })
    const withoutContract = async () => (await overviewOf(app.admin)).inbox?.partnersWithoutContract ?? 0
    const before = await withoutContract()
    await app.assignContract(lea.userId)
    expect((await overviewOf(lea)).steps).toMatchObject({ contractAssigned: true, contractSigned: false })
    expect(await withoutContract()).toBe(before - 1)
    await app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: lea.userId } })
    await lea.call(leadRoutes.addLead, { body: form })
    const bank = { company: 'Léa SARL', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
    await lea.call(paymentRoutes.savePaymentInfo, { body: bank })
    expect((await overviewOf(lea)).steps).toEqual({
      contractAssigned: true,
      contractSigned: true,
      bankDetails: true,
      firstLead: true,
    })
  })

  test('staff see all partners and their own pending tasks, a partner only their own data', async () => {
    const [one, two] = [await app.newPartner('one@exemple.fr'), await app.newPartner('two@exemple.fr')]
    const before = await overviewOf(app.admin)
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
    expect(after.inbox).toEqual({
      partnersWithoutContract: before.inbox?.partnersWithoutContract,
      contractsToCountersign: 0,
      contractsDeclined: 0,
      contractsAwaitingPartner: (before.inbox?.contractsAwaitingPartner ?? 0) + 1,
      commissionsToValidate: (before.inbox?.commissionsToValidate ?? 0) + 2,
      commissionsToValidateCents: (before.inbox?.commissionsToValidateCents ?? 0) + 300_000,
      commissionsToPay: (before.inbox?.commissionsToPay ?? 0) + 1,
      commissionsToPayCents: (before.inbox?.commissionsToPayCents ?? 0) + 150_000,
      commissionsOverdue: 0,
      commissionsOverdueCents: 0,
      disputesOpen: 0,
      oldestDisputeAt: null,
      possibleDuplicates: before.inbox?.possibleDuplicates,
      undelivered: 0,
      invitationsPending: (before.inbox?.invitationsPending ?? 0) + 1,
      invitationsExpired: 0,
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
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...form, company: 'Lenteur', email: 'lent@exemple.fr' } })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: {} })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: items[0]?.id ?? '' } })
    await app.admin.call(partnerRoutes.invite, { body: { email: 'late@exemple.fr', fullName: 'Luc Tardif', role: 'partner' } })
    const inbox = async () => (await overviewOf(app.admin)).inbox
    const toPay = await inbox()
    expect(toPay).toMatchObject({ commissionsOverdue: 0, commissionsOverdueCents: 0, invitationsExpired: 0 })
    app.pass(30 * day - 1000)
    await app.signIn(app.admin, 'admin@acme.example')
    expect(await inbox()).toMatchObject({
      commissionsOverdue: 0,
      invitationsPending: toPay?.invitationsPending,
      invitationsExpired: toPay?.invitationsPending,
    })
    app.pass(1000)
    expect(await inbox()).toMatchObject({
      commissionsToPay: toPay?.commissionsToPay,
      commissionsOverdue: toPay?.commissionsToPay,
      commissionsOverdueCents: toPay?.commissionsToPayCents,
    })
  })

  test('possible duplicates are counted for staff', async () => {
    const partner = await app.newPartner('twice@exemple.fr')
    const before = (await overviewOf(app.admin)).inbox?.possibleDuplicates ?? 0
    const same = { ...form, company: 'Forge Unique', email: 'forge@unique.example' }
    await partner.call(leadRoutes.addLead, { body: same })
    await partner.call(leadRoutes.addLead, { body: { ...same, company: 'Autre Nom' } })
    expect((await overviewOf(app.admin)).inbox?.possibleDuplicates).toBe(before + 1)
  })
})
