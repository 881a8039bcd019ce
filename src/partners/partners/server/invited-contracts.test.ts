import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { templateRoutes, type WrittenBody } from '#contracts/templates/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { pdfText } from '#test/pdf-text.ts'
import { password } from '#test/test-app.ts'
import { partnerRoutes } from '../api/partners.ts'

const body: WrittenBody = (
  ['partner_name', 'partner_company', 'partner_email', 'provider_address', 'commission_rate'] as const
).map((field) => ({ type: 'paragraph', content: [{ type: 'field', field }] }))

describe.each(databaseKinds())('an invitation with its contract on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  let templateId: string
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    const form = { kind: 'main' as const, name: 'Apporteur', title: 'Contrat d’apporteur', body }
    templateId = (await world.app.admin.call(templateRoutes.createTemplate, { body: form })).id
  })
  afterAll(() => world.close())
  beforeEach(() => {
    world.partners += 1
    world.address = `neuf${world.partners}@exemple.fr`
  })

  const invitation = (more: object = {}) => ({
    body: { email: world.address, fullName: 'Léa Neuve', role: 'partner' as const, company: 'Neuve SARL', templateId, ...more },
  })
  const address = async (text: string) => {
    await world.app.admin.call(settingsRoutes.saveSettings, { body: { address: text } })
  }
  const people = async () => (await world.app.admin.call(partnerRoutes.listPartners, { query: { search: world.address } })).items

  test('is held back, contract and all, until the template has all its values', async () => {
    const refused = await world.app.admin.try(partnerRoutes.invite, invitation({ company: ' ' }))
    expect(refused.body).toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'company', message: 'The contract names the company: please fill it in' }],
    })
    const lacking = await world.app.admin.try(partnerRoutes.invite, invitation())
    expect(lacking.body).toMatchObject({
      code: 'template_values_missing',
      detail: expect.stringContaining('Provider’s address: fill in under'),
    })
    expect([await people(), await world.received()]).toEqual([[], []])

    await address('1 quai de la Fosse, 44000 Nantes')
    const person = await world.app.admin.call(partnerRoutes.invite, invitation())
    expect(person).toMatchObject({ company: 'Neuve SARL', state: 'invited', contract: 'en_attente' })
    const mails = await world.received()
    expect(mails.map(({ subject }) => subject)).toEqual(['Invitation à rejoindre l’espace partenaires Acme & Fils'])
    expect(mails[0]?.text).toContain('votre contrat « Contrat d’apporteur », qui vous attend')

    const token = /invitation\?token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
    const lea = world.app.anonymous()
    await lea.call(authRoutes.acceptInvitation, { body: { token, fullName: 'Léa Neuve', password: 'petite-lune-17' } })
    const [contract] = (await lea.call(contractRoutes.listContracts, { query: {} })).items
    expect(contract).toMatchObject({ title: 'Contrat d’apporteur', contractType: 'main', status: 'en_attente' })
    const file = await lea.send('GET', contract?.document?.url ?? '')
    const text = await pdfText(file.rawPayload)
    for (const value of ['Léa Neuve', 'Neuve SARL', world.address, '1 quai de la Fosse', '15 %']) expect(text).toContain(value)
    await address('')
  })

  test('has a contract only for partners', async () => {
    const staff = await world.app.admin.try(partnerRoutes.invite, invitation({ role: 'admin' }))
    expect(staff.body).toMatchObject({ fields: [{ path: 'templateId', message: 'Only partners have a contract' }] })
    expect(await people()).toEqual([])
  })

  test('tells a colleague of the staff what their role is for', async () => {
    const body = { email: world.address, fullName: 'Léa Neuve', role: 'admin', staffRole: 'finance', password } as const
    await world.app.admin.call(partnerRoutes.invite, { body })
    const [mail] = await world.received()
    expect(mail?.text).toMatch(/console d’administration.*avec le rôle « Finance » : Commissions, versements/s)
    expect(mail?.text).not.toContain('administrer l’espace partenaires')
  })

  test('is made once when it is sent twice, and by one of two who send it at once', async () => {
    await address('1 quai de la Fosse, 44000 Nantes')
    const answers = await Promise.all([1, 2].map(() => world.app.admin.try(partnerRoutes.invite, invitation())))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const [person] = await people()
    const query = { partnerId: person?.id ?? '' }
    expect((await world.app.admin.call(contractRoutes.listContracts, { query })).items).toHaveLength(1)
    expect(await world.received()).toHaveLength(1)
  })
})
