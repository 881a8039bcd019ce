import { expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { companyBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { templateRoutes } from '../api.ts'
import { shippedMainContract, shippedTemplateId } from '../domain/main-contract-template.ts'
import { shipMainContract } from './commands.ts'
import { shipTemplates } from './ship-templates.ts'

test.each(databaseKinds())('the shipped contract on %s', async (kind) => {
  const app = await TestApp.open(kind)
  try {
    await shipTemplates(app.portal)
    expect((await app.admin.call(templateRoutes.listTemplates, { query: {} })).templates).toEqual([])
    const ship = () => withTransaction(app.portal, system, shipMainContract)
    await Promise.all([ship(), ship()])
    const listed = await app.admin.call(templateRoutes.listTemplates, { query: {} })
    expect(listed.templates).toMatchObject([{ id: shippedTemplateId, kind: 'main', changedBy: null, toReview: true }])
    const params = { id: shippedTemplateId }
    expect((await app.admin.call(templateRoutes.confirmReview, { params })).toReview).toBe(false)

    const marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    const paul = await app.newPartner('paul@exemple.fr', 'Paul Lefèvre')
    await paul.call(accountRoutes.changeProfile, { body: { fullName: 'Paul Lefèvre', company: 'Lefèvre Conseil' } })
    await paul.call(billingRoutes.saveBilling, { body: companyBilling })
    const assignTo = async ({ userId }: Client) => {
      const { results } = await app.admin.call(templateRoutes.assignTemplate, { params, body: { partnerIds: [userId] } })
      return results[0]?.problem
    }
    const identityMissing = 'Provider’s legal form, numbers and address: fill in under the provider’s settings.'
    expect(await assignTo(marie)).toMatch(/Partner’s company: fill in under the partner’s contact data\./)
    expect(await assignTo(paul)).toBe(`Values of the contract are missing, so it was not assigned. ${identityMissing}`)
    await marie.call(accountRoutes.changeProfile, { body: { fullName: 'Marie Dupont', company: 'Dupont Conseil' } })
    const identity = { legal_form: 'SAS', siren: '552100554', street: 'quai de la Fosse', postcode: '44000', town: 'Nantes' }
    await app.portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set(identity).execute())
    const textOf = async (partner: Client) => {
      expect(await assignTo(partner)).toBeNull()
      const { items } = await partner.call(contractRoutes.listContracts, { query: {} })
      const assigned = items.find(({ title }) => title === shippedMainContract.title)
      const response = await partner.send('GET', assigned?.document?.url ?? '')
      return (await pdfText(response.rawPayload)).replace(/\s+/g, ' ')
    }
    const unbilled = await textOf(marie)
    expect(unbilled).toContain('SAS, SIREN 552 100 554, quai de la Fosse, 44000 Nantes, France (ci-après « le Prestataire »)')
    expect(unbilled).toContain('Dupont Conseil, dont la forme juridique, le numéro SIREN et l’adresse sont ceux')
    for (const { name } of (await app.admin.call(tierRoutes.listTiers, {})).tiers) expect(unbilled).toContain(name)
    expect(await textOf(paul)).toContain('Lefèvre Conseil, SARL, SIRET 732 829 320 00074')
  } finally {
    await app.close()
  }
})
