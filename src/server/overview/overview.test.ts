import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#contract/commissions.ts'
import { leadRoutes } from '#contract/leads.ts'
import { overviewRoutes } from '#contract/overview.ts'
import { partnerRoutes } from '#contract/partners.ts'
import { paymentRoutes } from '#contract/payments.ts'
import { tierRoutes } from '#contract/tiers.ts'
import { databaseHomes } from '#test/databases.ts'
import type { Client } from '#test/portal.ts'
import { PortalBox } from '#test/portal.ts'

const form = {
  name: 'Paul Bernard',
  company: 'Boulangerie Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 1_000_000,
  offerType: 'star' as const,
}

describe.each(databaseHomes())('the overview on %s', (home) => {
  let box: PortalBox
  beforeAll(async () => {
    box = await PortalBox.open(home)
  })
  afterAll(() => box.close())

  const overviewOf = (client: Client) => client.call(overviewRoutes.getOverview, {})

  test('a partner sees what is left to do, from the first day, before the contract is signed', async () => {
    const lea = await box.newPerson('lea@exemple.fr')
    expect(await overviewOf(lea)).toMatchObject({
      totalOpportunities: 0,
      totalCommissionsCents: 0,
      nextPayment: null,
      inbox: null,
      steps: { contractSigned: false, bankDetails: false, firstLead: false },
    })
    const standing = await lea.call(tierRoutes.myStanding, {})
    expect(standing).toMatchObject({ totalRevenueCents: 0, remainingCents: 1_000_000, progressPercent: 0 })
    expect(standing.current).toMatchObject({ name: 'Bronze', commissionRate: 15 })
    await box.assignContract(lea.userId)
    await box.admin.call(partnerRoutes.validatePartnerContract, { params: { id: lea.userId } })
    await lea.call(leadRoutes.addLead, { body: form })
    const bank = { company: 'Léa SARL', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
    await lea.call(paymentRoutes.savePaymentInfo, { body: bank })
    expect((await overviewOf(lea)).steps).toEqual({ contractSigned: true, bankDetails: true, firstLead: true })
  })

  test('staff see all partners together and what waits for them, a partner only their own', async () => {
    const [one, two] = [await box.newPartner('one@exemple.fr'), await box.newPartner('two@exemple.fr')]
    const before = await overviewOf(box.admin)
    for (const partner of [one, two, two]) {
      const { id } = await partner.call(leadRoutes.addLead, { body: form })
      await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    }
    const { items } = await one.call(commissionRoutes.listCommissions, { query: {} })
    expect(items.map((each) => [each.can, each.partner.id])).toEqual([[{ validate: false, pay: false }, one.userId]])
    await box.admin.call(commissionRoutes.validateCommission, { params: { id: items[0]?.id ?? '' } })
    await box.assignContract(two.userId, 'amendment')
    await box.admin.call(partnerRoutes.invite, { body: { email: 'new@exemple.fr', fullName: 'Noé Nouveau', role: 'partner' } })
    const after = await overviewOf(box.admin)
    expect(after.steps).toBeNull()
    expect(after.totalOpportunities - before.totalOpportunities).toBe(3)
    expect(after.contractsSigned - before.contractsSigned).toBe(3)
    expect(after.totalCommissionsCents - before.totalCommissionsCents).toBe(450_000)
    expect(after.inbox).toEqual({
      contractsToValidate: (before.inbox?.contractsToValidate ?? 0) + 1,
      commissionsToValidate: (before.inbox?.commissionsToValidate ?? 0) + 2,
      commissionsToValidateCents: (before.inbox?.commissionsToValidateCents ?? 0) + 300_000,
      commissionsToPay: (before.inbox?.commissionsToPay ?? 0) + 1,
      commissionsToPayCents: (before.inbox?.commissionsToPayCents ?? 0) + 150_000,
      invitationsPending: (before.inbox?.invitationsPending ?? 0) + 1,
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
})
