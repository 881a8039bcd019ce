import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { companyBilling, receiptBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type billingForm, billingRoutes } from '../api.ts'
import { type BillingFilter, billingFilters } from '../domain/billing.ts'

type Form = z.input<typeof billingForm>

describe.each(databaseKinds())('billing profiles on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const save = (who: Client, change: Partial<Form> = {}) =>
    who.call(billingRoutes.saveBilling, { body: { ...companyBilling, ...change } })
  const own = async (who: Client) => (await who.call(billingRoutes.getBilling, {})).profile
  const params = ({ userId }: Client) => ({ params: { id: userId } })
  const eventsAbout = async ({ userId }: Client) => {
    const { rows } = await app.portal.database.asOwner((run) =>
      run(
        "select name, actor_id, audience, before, after from events where subject_id = $1 and name like 'billing.%' order by seq",
        [userId],
      ),
    )
    return rows
  }

  test('a partner saves who invoices, with which VAT; nobody else reads it', async () => {
    const camille = await app.newPartner('camille@exemple.fr')
    expect(await own(camille)).toBeNull()
    const profile = await save(camille)
    expect(profile).toEqual({
      mode: 'upload',
      regime: 'standard',
      vatRate: 20,
      legalName: 'Lefèvre Conseil',
      legalForm: 'SARL',
      siren: '732829320',
      siret: '73282932000074',
      vatNumber: 'FR44732829320',
      street: 'rue du Port',
      buildingNumber: '3',
      postcode: '44000',
      town: 'Nantes',
      country: 'FR',
      electronicAddress: '',
      updatedAt: app.now.toISOString(),
      correctedAt: null,
    })
    expect(await own(camille)).toEqual(profile)
    expect(await own(await app.newPartner('other@exemple.fr'))).toBeNull()
    expect((await app.admin.try(billingRoutes.getBilling, {})).status).toBe(403)
    expect((await camille.try(billingRoutes.getPartnerBilling, params(camille))).status).toBe(403)
  })

  test('each change is recorded with the fields it changed; saving the same again records nothing', async () => {
    const luc = await app.newPartner('luc@exemple.fr')
    await save(luc)
    app.pass(1000)
    const again = await save(luc)
    expect(again.updatedAt).not.toBe(app.now.toISOString())
    await save(luc, { regime: 'franchise', vatRate: null, vatNumber: '', town: 'Rezé' })
    const before = { mode: 'upload', regime: 'standard', vatRate: 20 }
    const mine = { name: 'billing.saved', actor_id: luc.userId, audience: 'partner' }
    const franchise = { mode: 'upload', regime: 'franchise', vatRate: null }
    expect(await eventsAbout(luc)).toEqual([
      { ...mine, before: null, after: { ...before, changed: expect.arrayContaining(['mode', 'companyNumber', 'country']) } },
      { ...mine, before, after: { ...franchise, changed: ['regime', 'vatRate', 'vatNumber', 'town'] } },
    ])
  })

  test('an electronic address stays when it is not sent, and goes with the business that it is of', async () => {
    const lea = await app.newPartner('lea@exemple.fr')
    await save(lea, { electronicAddress: ' 732829320_FACTURES ' })
    await save(lea, { town: 'Rezé' })
    expect(await own(lea)).toMatchObject({ town: 'Rezé', electronicAddress: '732829320_FACTURES' })
    const { status, body } = await lea.try(billingRoutes.saveBilling, {
      body: { ...companyBilling, electronicAddress: '552100554' },
    })
    expect([status, body.fields[0]?.path]).toEqual([422, 'electronicAddress'])
    expect((await save(lea, { electronicAddress: '' })).electronicAddress).toBe('')
    await save(lea, { electronicAddress: '732829320_FACTURES' })
    await save(lea, { companyNumber: '552100554', vatNumber: 'FR96552100554' })
    expect(await own(lea)).toMatchObject({ siren: '552100554', electronicAddress: '' })
  })

  test('the form is prefilled from bank details, else from the profile', async () => {
    const emma = await app.newPartner('emma@exemple.fr', 'Emma Roy')
    const { suggested } = await emma.call(billingRoutes.getBilling, {})
    expect(suggested).toMatchObject({ fullName: 'Emma Roy', company: '', street: '', country: 'FR' })
    const bank = { company: 'Roy', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'Belgique' }
    const holder = { accountHolder: 'Roy SRL', street: 'rue Neuve', buildingNumber: '7', postcode: '1000', town: 'Bruxelles' }
    await emma.call(paymentRoutes.savePaymentInfo, { body: { ...bank, ...holder, postalCountry: 'BE' } })
    const after = await emma.call(billingRoutes.getBilling, {})
    const { accountHolder, ...address } = holder
    expect(after.suggested).toEqual({ fullName: 'Emma Roy', company: accountHolder, ...address, country: 'BE' })
  })

  test('what cannot be combined is refused with the domain’s words', async () => {
    const zoe = await app.newPartner('zoe@exemple.fr')
    const refused = async (change: object) => {
      const { status, body } = await zoe.try(billingRoutes.saveBilling, { body: { ...companyBilling, ...change } as Form })
      return [status, body.fields.map(({ path, message }) => `${path}: ${message}`)]
    }
    expect(await refused({ companyNumber: '73282932000075' })).toEqual([
      422,
      ['companyNumber: Ce SIRET est erroné : sa clé de contrôle ne correspond pas.'],
    ])
    expect(await refused({ country: 'BE' })).toEqual([
      422,
      [
        'companyNumber: Sans objet pour ce régime de TVA : laissez ce champ vide.',
        'regime: Choisissez un régime de TVA qui va avec ce pays.',
        'vatNumber: Un numéro de TVA de ce pays commence par BE.',
      ],
    ])
    const outside = { mode: 'self_billing', country: 'CH', companyNumber: '', vatNumber: '', vatRate: null, regime: 'none' }
    expect(await refused(outside)).toEqual([422, ['regime: Choisissez un régime de TVA qui va avec ce pays.']])
    expect(await refused({ mode: 'other' })).toEqual([422, ['mode: Choisissez comment vos commissions sont facturées']])
    expect(await own(zoe)).toBeNull()
  })

  test('staff correct what they saw, and overwrite no later change of the partner', async () => {
    const nora = await app.newPartner('nora@exemple.fr')
    expect((await app.admin.try(billingRoutes.getPartnerBilling, params(nora))).status).toBe(404)
    const body = { ...companyBilling, town: 'Rezé', postcode: '44400', seenAt: app.now.toISOString() }
    expect((await app.admin.try(billingRoutes.correctBilling, { ...params(nora), body })).status).toBe(404)
    await save(nora)
    const { partnerId, updatedAt: seenAt } = await app.admin.call(billingRoutes.getPartnerBilling, params(nora))
    expect(partnerId).toBe(nora.userId)
    app.pass(1000)
    await app.admin.call(billingRoutes.correctBilling, { ...params(nora), body: { ...body, seenAt } })
    const corrected = { town: 'Rezé', correctedAt: app.now.toISOString(), updatedAt: app.now.toISOString() }
    expect(await own(nora)).toMatchObject(corrected)
    const standard = { mode: 'upload', regime: 'standard', vatRate: 20 }
    expect((await eventsAbout(nora)).at(-1)).toEqual({
      name: 'billing.corrected',
      actor_id: app.admin.userId,
      audience: 'partner',
      before: standard,
      after: { ...standard, changed: ['postcode', 'town'] },
    })
    app.pass(1000)
    await save(nora, { buildingNumber: '4' })
    const late = await app.admin.try(billingRoutes.correctBilling, {
      ...params(nora),
      body: { ...body, seenAt: corrected.updatedAt },
    })
    expect([late.status, late.body.code]).toEqual([409, 'billing_changed'])
    expect(await own(nora)).toMatchObject({ buildingNumber: '4', correctedAt: null })
  })

  test('staff filter partners by it, and export all of it', async () => {
    await app.portal.database.asOwner((run) => run('delete from billing_profiles'))
    const [anne, bruno] = [await app.newPartner('anne@exemple.fr', 'Anne'), await app.newPartner('bruno@exemple.fr', 'Bruno')]
    await save(anne)
    await bruno.call(billingRoutes.saveBilling, { body: receiptBilling })
    const partnersWith = async (billing?: BillingFilter) => {
      const { items } = await app.admin.call(partnerRoutes.listPartners, { query: { billing, limit: 200 } })
      const { count } = await app.admin.call(partnerRoutes.partnerSummary, { query: { billing } })
      expect(count).toBe(items.length)
      return items
    }
    const everybody = await partnersWith()
    const partners = everybody.filter(({ role }) => role === 'partner')
    const names = async (billing: BillingFilter) => (await partnersWith(billing)).map(({ fullName }) => fullName)
    expect(await names('upload')).toEqual(['Anne'])
    expect(await names('receipt')).toEqual(['Bruno'])
    expect(await partnersWith('missing')).toHaveLength(partners.length - 2)
    expect(billingFilters).toEqual(['missing', 'upload', 'receipt', 'self_billing', 'mandate_missing'])
    expect(everybody.find(({ id }) => id === anne.userId)?.billing).toEqual({
      mode: 'upload',
      regime: 'standard',
      vatRate: 20,
      mandateInForce: null,
    })
    expect(everybody.find(({ id }) => id === app.admin.userId)?.billing).toBeNull()
    const csv = (await app.admin.send('GET', '/api/partners.csv')).body.split('\r\n')
    const line = (start: string) => csv.find((each) => each.includes(start))
    expect(csv[0]).toMatch(
      /;Billing;VAT;Legal name;Legal form;SIREN;SIRET;VAT number;Billing address;Billing country;Id;External id;People$/,
    )
    const numbers = '732829320;73282932000074;FR44732829320'
    expect(line('Anne;')).toMatch(
      new RegExp(
        `;Own invoice;VAT 20\\s% on top;Lefèvre Conseil;SARL;${numbers};3 rue du Port, 44000 Nantes;FR;${anne.userId};;1$`,
      ),
    )
    expect(line('Bruno;')).toMatch(/;Receipt;Receipt, no VAT;Inès Garnier;;;;;3 rue du Port, 44000 Nantes;FR;[-0-9a-f]{36};;1$/)
    expect(line('zoe@')).toMatch(/;Billing data missing;{9}[-0-9a-f]{36};;1$/)
    expect(line('admin@')).toMatch(/;{10}[-0-9a-f]{36};;$/)
  })
})
