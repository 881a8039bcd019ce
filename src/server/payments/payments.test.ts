import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentRoutes } from '#contract/payments.ts'
import { databaseHomes } from '#test/databases.ts'
import { PortalBox } from '#test/portal.ts'

describe.each(databaseHomes())('bank details on %s', (home) => {
  let box: PortalBox
  beforeAll(async () => {
    box = await PortalBox.open(home)
  })
  afterAll(() => box.close())

  test('a partner has one record of bank details, which a new one replaces and nobody else reads', async () => {
    const marie = await box.newPartner('marie@exemple.fr')
    expect((await marie.call(paymentRoutes.getPaymentInfo, {})).paymentInfo).toBeNull()
    const body = { company: 'Dupont', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
    await marie.call(paymentRoutes.savePaymentInfo, { body })
    await marie.call(paymentRoutes.savePaymentInfo, { body: { ...body, company: 'Dupont Conseil' } })
    expect((await marie.call(paymentRoutes.getPaymentInfo, {})).paymentInfo).toMatchObject({
      ...body,
      company: 'Dupont Conseil',
      ibanChecksOut: true,
    })
    const other = await box.newPartner('other@exemple.fr')
    expect((await other.call(paymentRoutes.getPaymentInfo, {})).paymentInfo).toBeNull()
    expect((await box.admin.try(paymentRoutes.getPaymentInfo, {})).status).toBe(403)
  })
})
