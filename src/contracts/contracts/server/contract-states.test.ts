import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { contractRoutes } from '../api/contracts.ts'

describe.each(databaseKinds())('contract states on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPerson('marie@exemple.fr')
  })
  afterAll(() => app.close())

  const contractOf = async (client: Client, id: string) => {
    const { items } = await client.call(contractRoutes.listContracts, { query: {} })
    return items.find((each) => each.id === id)
  }
  const isUnlocked = async (client: Client) => (await client.call(accountRoutes.getMe, {})).contractSigned

  test('a new contract is pending; validating dates it and records that it was done by hand', async () => {
    const { id, status, signedAt, signingMethod } = await app.assignContract(marie.userId)
    expect([status, signedAt, signingMethod]).toEqual(['en_attente', null, null])
    app.pass(60_000)
    await app.admin.call(contractRoutes.validateContract, { params: { id } })
    expect(await contractOf(marie, id)).toMatchObject({
      status: 'signe',
      signedAt: app.now.toISOString(),
      signingMethod: 'validated',
      contractType: 'main',
      title: 'Contrat 2026',
    })
    const again = await app.admin.try(contractRoutes.validateContract, { params: { id } })
    expect(again.status).toBe(409)
    await app.admin.call(contractRoutes.revokeContract, { params: { id }, body: { reason: 'Le taux a changé' } })
    expect(await contractOf(marie, id)).toMatchObject({ status: 'en_attente', signedAt: null, signingMethod: null })
  })

  test('only a signed main contract unlocks; deleting or revoking it locks again', async () => {
    const paul = await app.newPerson('paul@exemple.fr')
    expect(await isUnlocked(paul)).toBe(false)
    const amendment = await app.assignContract(paul.userId, 'amendment')
    await app.admin.call(contractRoutes.validateContract, { params: { id: amendment.id } })
    expect(await isUnlocked(paul)).toBe(false)
    const main = await app.assignContract(paul.userId)
    await app.admin.call(partnerRoutes.validatePartnerContract, { params: { id: paul.userId } })
    expect(await isUnlocked(paul)).toBe(true)
    expect((await contractOf(app.admin, main.id))?.status).toBe('signe')
    await app.admin.call(partnerRoutes.revokePartnerContract, {
      params: { id: paul.userId },
      body: { reason: 'Le taux a changé' },
    })
    expect(await isUnlocked(paul)).toBe(false)
    expect(await contractOf(app.admin, main.id)).toMatchObject({ status: 'en_attente', signedAt: null })
  })

  test('a locked partner reads tier and contracts, and gets 403 for everything else', async () => {
    const lea = await app.newPerson('lea@exemple.fr')
    for (const url of ['/api/leads', '/api/leads/summary', '/api/commissions', '/api/payment-info', '/api/resources']) {
      const response = await lea.send('GET', url)
      expect([url, response.statusCode, response.json().code]).toEqual([url, 403, 'contract_not_signed'])
    }
    const body = { company: 'Léa SARL', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
    expect((await lea.try(paymentRoutes.savePaymentInfo, { body })).body.code).toBe('contract_not_signed')
    expect((await lea.call(tierRoutes.myStanding, {})).current?.name).toBe('Bronze')
    expect((await lea.call(contractRoutes.listContracts, { query: {} })).items).toEqual([])
  })

  test('administrators are unlocked without any contract', async () => {
    expect(await isUnlocked(app.admin)).toBe(true)
    expect((await app.admin.try(leadRoutes.listLeads, { query: {} })).status).toBe(200)
  })
})
