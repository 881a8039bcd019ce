import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { companyBilling } from '#test/billing-samples.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { yearRoutes } from '../api/year.ts'

type Partner = Client & { email: string }

describe.each(databaseKinds('one'))('asking for what the declaration lacks on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  let anne: Partner
  let carl: Partner
  let dora: Partner
  let emil: Partner

  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.around(await TestApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' }))
    anne = await world.partner('Anne Martin')
    carl = await world.partner('Carl Sans')
    dora = await world.partner('Dora Sans')
    emil = await world.partner('Emil Peu')
    await anne.call(billingRoutes.saveBilling, { body: companyBilling })
    for (const [client, cents] of [
      [anne, 300_000],
      [carl, 300_000],
      [dora, 250_000],
      [emil, 10_000],
    ] as const) {
      const id = await world.payable(client, cents)
      await world.staff.call(commissionRoutes.payCommission, { params: { id }, body: { paidOn: '2025-06-30', reference: '' } })
    }
    await world.idle()
  })
  afterAll(async () => {
    await world.app.close()
    await mailbox.close()
  })
  beforeEach(() => {
    mailbox.mails.length = 0
  })

  const lineOf = async ({ userId }: Client) => {
    const { lines } = await world.staff.call(yearRoutes.getYear, { params: { year: '2025' } })
    return lines.find(({ partner }) => partner.id === userId)
  }
  const seen = async (...clients: readonly Client[]) =>
    Promise.all(clients.map(async (client) => ({ id: client.userId, requestedAt: (await lineOf(client))?.request?.at ?? null })))
  const ask = (partners: { id: string; requestedAt: string | null }[], client = world.staff) =>
    client.try(yearRoutes.requestDeclarationData, { params: { year: '2025' }, body: { partners } })
  const mailed = async () => {
    await world.idle()
    return mailbox.mails.map(({ to }) => to).sort()
  }

  test('who lacks something gets one mail with exactly that, and the list says who was asked when', async () => {
    const all = await seen(anne, carl, dora, emil)
    expect((await ask(all)).body).toEqual({ requested: 2, alreadyAsked: 0, complete: 2 })
    expect(await mailed()).toEqual([carl.email, dora.email].sort())
    const mail = mailbox.mails.find(({ to }) => to === carl.email)
    expect(mail?.subject).toBe('Déclaration 2025 : informations à compléter')
    expect(mail?.text).toContain('il nous manque : votre SIRET, votre ville et votre code postal')
    expect(mail?.text).toContain('https://portal.test/dashboard/payment-info/billing')
    expect(await lineOf(carl)).toMatchObject({
      state: 'incomplete',
      canBeAsked: true,
      request: { at: world.app.now.toISOString(), by: expect.any(String) },
    })
    expect(await lineOf(anne)).toMatchObject({ canBeAsked: false, request: null })
    expect(await lineOf(emil)).toMatchObject({ state: 'below_threshold', canBeAsked: false, request: null })
  })

  test('staff see the mail before it leaves in the language of the partner who gets it', async () => {
    const preview = (client = world.staff) =>
      client.try(yearRoutes.dataRequestMail, { params: { year: '2025', partnerId: dora.userId } })
    expect((await preview()).body).toMatchObject({ language: 'fr', subject: 'Déclaration 2025 : informations à compléter' })
    await dora.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
    const { body } = await preview()
    expect(body).toMatchObject({ language: 'en', subject: 'Declaration 2025: information to complete' })
    expect(body.paragraphs[0]).toBe('Hello Dora Sans,')
    expect(body.paragraphs[1]).toContain('we lack: your SIRET, your town and your postcode.')
    await dora.call(accountRoutes.chooseLanguage, { body: { language: null } })
    expect((await preview(dora)).status).toBe(403)
    const complete = await world.staff.try(yearRoutes.dataRequestMail, { params: { year: '2025', partnerId: anne.userId } })
    expect(complete.status).toBe(404)
  })

  test('the same request again, or by somebody who looked before, asks nobody', async () => {
    const before = [
      { id: carl.userId, requestedAt: null },
      { id: dora.userId, requestedAt: null },
    ]
    const second = await world.app.newPerson('second-asks@acme.example', 'admin')
    await world.idle()
    mailbox.mails.length = 0
    const answers = await Promise.all([ask(before), ask(before, second)])
    expect(answers.map(({ body }) => body)).toEqual([0, 1].map(() => ({ requested: 0, alreadyAsked: 2, complete: 0 })))
    expect(await mailed()).toEqual([])
  })

  test('asked again on purpose, each gets one more mail, whoever asks at once', async () => {
    world.app.pass(60_000)
    const again = await seen(carl)
    const second = await world.app.newPerson('third-asks@acme.example', 'admin')
    await world.idle()
    mailbox.mails.length = 0
    const answers = await Promise.all([ask(again), ask(again, second)])
    expect(answers.map(({ body }) => body.requested).sort()).toEqual([0, 1])
    expect(await mailed()).toEqual([carl.email])
  })

  test('who completes the data before the mail leaves gets none, and only staff with the right ask', async () => {
    expect((await ask(await seen(dora), carl)).status).toBe(403)
    const reader = await world.app.newStaff('lecteur@acme.example', 'viewer')
    expect((await ask(await seen(dora), reader)).status).toBe(403)
    await dora.call(billingRoutes.saveBilling, { body: { ...companyBilling, legalName: 'Dora SARL' } })
    await world.idle()
    mailbox.mails.length = 0
    expect((await ask(await seen(dora))).body).toEqual({ requested: 0, alreadyAsked: 0, complete: 1 })
    expect(await mailed()).toEqual([])
    expect(await lineOf(dora)).toMatchObject({ state: 'to_declare', canBeAsked: false })
  })
})
