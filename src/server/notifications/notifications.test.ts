import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commissionRoutes } from '#contract/commissions.ts'
import { contractRoutes } from '#contract/contracts.ts'
import { leadRoutes } from '#contract/leads.ts'
import { notificationRoutes } from '#contract/notifications.ts'
import { partnerRoutes } from '#contract/partners.ts'
import { paymentRoutes } from '#contract/payments.ts'
import { settingsRoutes } from '#contract/settings.ts'
import type { NotificationKind } from '#domain/notifications.ts'
import { notificationKinds } from '#domain/notifications.ts'
import { databaseHomes } from '#test/databases.ts'
import { Mailbox } from '#test/mailbox.ts'
import type { Client } from '#test/portal.ts'
import { PortalBox } from '#test/portal.ts'
import { react } from '../activity/reactions.ts'

const bank = {
  company: 'Dupont SARL',
  iban: 'FR7630006000011234567890189',
  address: '1 rue de la Paix, Paris',
  country: 'France',
}
const long = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })
const day = 86_400_000

describe.each(databaseHomes())('mail a person wants on %s', (home) => {
  let box: PortalBox
  let mailbox: Mailbox
  let partner: Client
  let address = ''
  let partners = 0
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    box = await PortalBox.open(home, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
    const body = { providerName: 'Acme & Fils', accentColour: '#1f4d3f', contactEmail: 'aide@acme.example' }
    await box.admin.call(settingsRoutes.saveSettings, { body })
  })
  afterAll(async () => {
    await box.close()
    await mailbox.close()
  })
  beforeEach(async () => {
    partners += 1
    address = `marie${partners}@exemple.fr`
    partner = await box.newPartner(address)
    await idle()
    mailbox.mails.length = 0
  })

  /** Waits until nothing is left to react to. */
  const idle = async () => {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const open = await box.portal.database.runAsJobs(
        "select 1 from pgboss.job where name = 'event' and state not in ('completed', 'cancelled', 'failed')",
        [],
      )
      if (open.rows.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the queue did not come to rest')
  }
  /** Lets everything happen that follows, and gives back what the partner was sent since the last time. */
  const received = async () => {
    await idle()
    return mailbox.mails.splice(0).filter((mail) => mail.to === address)
  }
  const sign = async (estimatedAmountCents: number, company = 'Boulangerie Bernard') => {
    const form = { name: 'Paul Bernard', company, email: 'paul@bernard.example', offerType: 'star' as const }
    const { id } = await partner.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents } })
    await partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    const { items } = await partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    return items.find((each) => each.lead?.id === id)?.id ?? ''
  }
  const validate = (id: string) => box.admin.call(commissionRoutes.validateCommission, { params: { id } })
  const pay = (id: string) => box.admin.call(commissionRoutes.payCommission, { params: { id } })
  const switchOff = (...switchedOff: NotificationKind[]) =>
    partner.call(notificationRoutes.saveNotifications, { body: { switchedOff } })
  const saveBank = (change: Partial<typeof bank> = {}) =>
    partner.call(paymentRoutes.savePaymentInfo, { body: { ...bank, ...change } })

  test('a contract to sign is mailed with its title, an amendment as such', async () => {
    await box.assignContract(partner.userId)
    const [main, ...others] = await received()
    expect(others).toEqual([])
    expect(main?.subject).toBe('Votre contrat Acme & Fils est à signer')
    expect(main?.text).toContain('« Contrat 2026 »')
    expect(main?.text).toContain('https://portal.test/dashboard/contract')
    expect(main?.html).toContain('« Contrat 2026 »')
    await box.assignContract(partner.userId, 'amendment')
    expect((await received()).map((mail) => mail.subject)).toEqual(['Un avenant Acme & Fils est à signer'])
  })

  test('a validated contract is mailed as signed, by the provider and with its date', async () => {
    const { id } = await box.assignContract(partner.userId)
    await received()
    await box.admin.call(contractRoutes.validateContract, { params: { id } })
    const [mail] = await received()
    expect(mail?.subject).toBe('Votre contrat Acme & Fils est signé')
    expect(mail?.text).toContain(`Acme & Fils a validé votre contrat « Contrat 2026 » le ${long.format(box.now)} : il est signé.`)
    expect(mail?.text).toContain('Toutes les rubriques de votre espace sont ouvertes.')
    expect(mail?.html).toContain('Acme &#38; Fils a validé')
  })

  test('a validated commission is mailed once: exact amount, how it came about, payable 30 days later', async () => {
    await saveBank()
    const id = await sign(123_456)
    await received()
    await validate(id)
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Votre commission de 185,18 € est validée')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toContain('Boulangerie Bernard : 1 234,56 € × 15 % (Bronze) = 185,18 €.')
      expect(half).toContain(`Elle est payable au plus tard le ${long.format(new Date(box.now.getTime() + 30 * day))}.`)
      expect(half).toContain('Vous pouvez choisir les messages que vous recevez')
      expect(half).toContain('https://portal.test/dashboard?account=notifications')
      expect(half).toContain('https://portal.test/dashboard/commissions')
      expect(half).not.toContain('IBAN')
    }
  })

  test('a commission that cannot be paid yet says what is missing', async () => {
    const ids = [await sign(1000), await sign(1000)]
    await validate(ids[0] ?? '')
    const [without] = await received()
    expect(without?.text).toContain('Vos coordonnées bancaires manquent encore')
    expect(without?.text).toContain('https://portal.test/dashboard/payment-info')
    await saveBank({ iban: 'FR7630006000011234567890180' })
    await received()
    await validate(ids[1] ?? '')
    expect((await received())[0]?.text).toContain('Votre IBAN semble comporter une erreur')
  })

  test('a paid commission is mailed with its amount and its day', async () => {
    const id = await sign(1_200_000)
    await validate(id)
    await received()
    await pay(id)
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Votre commission de 1 800,00 € est payée')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toContain(`vous a payé une commission de 1 800,00 € le ${long.format(box.now)}.`)
      expect(half).toContain('12 000,00 € × 15 % (Bronze) = 1 800,00 €')
    }
  })

  test('a tier is mailed with the validation that reaches it, beside its commission, and with no other', async () => {
    const [small, large, next] = [await sign(999_999), await sign(1), await sign(100)]
    await validate(small)
    expect((await received()).map((mail) => mail.subject)).toEqual(['Votre commission de 1 500,00 € est validée'])
    await validate(large)
    const mails = await received()
    expect(mails.map((mail) => mail.subject).sort()).toEqual([
      'Félicitations, vous êtes Silver',
      'Votre commission de 0,00 € est validée',
    ])
    const tier = mails.find((mail) => mail.subject.startsWith('Félicitations'))
    expect(tier?.text).toContain('passer de Bronze à Silver chez Acme & Fils')
    expect(tier?.text).toContain('au taux de 20 %.')
    expect(new Set(mails.map((mail) => mail.headers.get('message-id'))).size).toBe(2)
    await validate(next)
    await pay(small)
    expect((await received()).some((mail) => mail.subject.startsWith('Félicitations'))).toBe(false)
  })

  test('commissions settled at once are one mail for each partner, with every sum, and one for the tier they reached', async () => {
    await saveBank()
    const ids = [await sign(999_999), await sign(2_000_001), await sign(100_000, 'Cave Martin')]
    await received()
    const body = { ids, amountCents: 150_000 + 300_000 + 15_000 }
    await box.admin.call(commissionRoutes.validateCommissions, { body })
    const mails = await received()
    expect(mails.map((mail) => mail.subject).sort()).toEqual([
      'Commissions validées : 3 commissions, 4 650,00 € au total',
      'Félicitations, vous êtes Gold',
    ])
    const [validated, tier] = mails
    expect(validated?.text).toContain('a validé vos commissions : 3 commissions, 4 650,00 € au total.')
    expect(validated?.text).toContain('Boulangerie Bernard : 20 000,01 € × 15 % (Bronze) = 3 000,00 €.')
    expect(validated?.text).toContain('Cave Martin : 1 000,00 € × 15 % (Bronze) = 150,00 €.')
    expect(validated?.text).toContain('Elles sont payables au plus tard le')
    expect(tier?.text).toContain('passer de Bronze à Gold')
    await box.admin.call(commissionRoutes.payCommissions, { body })
    const [paid, ...others] = await received()
    expect(others).toEqual([])
    expect(paid?.subject).toBe('Commissions payées : 3 commissions, 4 650,00 € au total')
    expect(paid?.text).toContain('Cave Martin')
  })

  test('bank details: the first save is confirmed, a change names its fields and no value, a save without change is silent', async () => {
    await saveBank()
    const [first] = await received()
    expect(first?.subject).toBe('Vos coordonnées bancaires sont enregistrées')
    await saveBank()
    expect(await received()).toEqual([])
    await saveBank({ iban: 'FR7630004000031234567890143', address: '2 avenue Foch, Lyon' })
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Vos coordonnées bancaires ont été modifiées')
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toContain('Ce qui a changé : IBAN et adresse.')
      expect(half).toContain('Si ce n’était pas vous, changez votre mot de passe et contactez aide@acme.example')
      expect(half).not.toMatch(/FR76|3000|Foch|Vous pouvez choisir/)
    }
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
  })

  test('what is switched off is not sent, what is on is', async () => {
    await switchOff('commission_validated')
    const id = await sign(1_000_000)
    await validate(id)
    expect((await received()).map((mail) => mail.subject)).toEqual(['Félicitations, vous êtes Silver'])
    await switchOff('tier_reached', 'contract_to_sign', 'contract_signed', 'commission_paid')
    await pay(id)
    const contract = await box.assignContract(partner.userId)
    await idle()
    await box.admin.call(contractRoutes.validateContract, { params: { id: contract.id } })
    await validate(await sign(2_000_000))
    expect((await received()).map((mail) => mail.subject)).toEqual(['Votre commission de 4 000,00 € est validée'])
  })

  test('security mail is sent with every switch off, and cannot be switched off', async () => {
    await switchOff(...notificationKinds)
    await saveBank()
    await box.anonymous().send('POST', '/api/password-resets/request', { email: address })
    expect((await received()).map((mail) => mail.subject).sort()).toEqual([
      'Réinitialisation de votre mot de passe Acme & Fils',
      'Vos coordonnées bancaires sont enregistrées',
    ])
    for (const kind of ['bank_details_changed', 'invitation', 'password_reset']) {
      const refused = await partner.send('PUT', '/api/me/notifications', { switchedOff: [kind] })
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid_input'])
      const row = { switched_off: [kind as NotificationKind], changed_at: box.now }
      const past = box.portal.database.asActor({ kind: 'system' }, (tx) =>
        tx.updateTable('notification_choices').set(row).execute(),
      )
      await expect(past).rejects.toThrow(/notification_choices_kinds/)
    }
  })

  test('switches are one’s own, kept in order without repetition, and leave one event for each change', async () => {
    expect(await partner.call(notificationRoutes.getNotifications, {})).toEqual({ switchedOff: [] })
    await switchOff('tier_reached', 'commission_paid', 'tier_reached')
    await switchOff('commission_paid', 'tier_reached')
    expect(await partner.call(notificationRoutes.getNotifications, {})).toEqual({
      switchedOff: ['commission_paid', 'tier_reached'],
    })
    expect(await box.admin.call(notificationRoutes.getNotifications, {})).toEqual({ switchedOff: [] })
    const seen = await box.portal.database.asActor({ kind: 'admin', userId: box.admin.userId }, (tx) =>
      tx.selectFrom('notification_choices').selectAll().execute(),
    )
    expect(seen).toEqual([])
    const events = await box.portal.database.asActor({ kind: 'system' }, (tx) =>
      tx
        .selectFrom('events')
        .select(['name', 'audience'])
        .where('subject_id', '=', partner.userId)
        .where('name', '=', 'notifications.changed')
        .execute(),
    )
    expect(events).toEqual([{ name: 'notifications.changed', audience: 'partner' }])
  })

  test('who has not joined gets the invitation only, and who was deleted nothing', async () => {
    address = `attente${partners}@exemple.fr`
    const body = { email: address, fullName: 'Léa Attente', role: 'partner' as const }
    const { id } = await box.admin.call(partnerRoutes.invite, { body })
    const contract = await box.assignContract(id)
    await box.admin.call(contractRoutes.validateContract, { params: { id: contract.id } })
    expect((await received()).map((mail) => mail.subject)).toEqual(["Invitation à rejoindre l'espace partenaires Acme & Fils"])
    address = `marie${partners}@exemple.fr`
    const commission = await sign(100_000)
    await box.admin.call(partnerRoutes.deletePartner, { params: { id: partner.userId } })
    await validate(commission)
    await pay(commission)
    expect(await received()).toEqual([])
  })

  test('what people typed is text in a mail, never markup or a header', async () => {
    await validate(await sign(100_000, '<b onclick="x">Gros & Fils</b>\r\nBcc: all@example.com'))
    const [mail] = await received()
    expect(mail?.html).not.toMatch(/<b[ >]/)
    expect(mail?.html).toContain('&#60;b onclick=&#34;x&#34;&#62;Gros &#38; Fils&#60;/b&#62;')
    expect(mail?.text).toContain('<b onclick="x">Gros & Fils</b>')
    expect(mail?.headers.has('bcc')).toBe(false)
    const document = { kind: 'link' as const, url: 'https://documents.example/contract' }
    const title = 'Contrat <script>alert(1)</script>'
    await box.admin.call(contractRoutes.assignContract, {
      body: { partnerId: partner.userId, title, contractType: 'main', document },
    })
    expect((await received())[0]?.html).toContain('Contrat &#60;script&#62;')
  })

  test('a job that runs again sends nothing again; after a refusal only the refused letter comes again', async () => {
    const id = await sign(1_000_000)
    await received()
    mailbox.refusing = (mail) => mail.subject.startsWith('Félicitations')
    await validate(id)
    for (let attempt = 0; mailbox.mails.length === 0 && attempt < 100; attempt += 1)
      await new Promise((done) => setTimeout(done, 25))
    await new Promise((done) => setTimeout(done, 200))
    mailbox.refusing = null
    expect((await received()).map((mail) => mail.subject)).toEqual([
      'Votre commission de 1 500,00 € est validée',
      'Félicitations, vous êtes Silver',
    ])
    const events = await box.portal.database.asActor({ kind: 'system' }, (tx) =>
      tx.selectFrom('events').select('id').where('partner_id', '=', partner.userId).orderBy('seq').execute(),
    )
    for (const event of events) await react(box.portal, event.id)
    expect(await received()).toEqual([])
  })

  test('one click in a mail program switches that kind off, opening the link changes nothing, a forged one is refused', async () => {
    const [first, second] = [await sign(100_000), await sign(100_000)]
    await validate(first)
    const [mail] = await received()
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<https:\/\/portal\.test(\/api\/\S+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    const program = box.anonymous()
    const choices = () => partner.call(notificationRoutes.getNotifications, {})
    const opened = await program.send('GET', url)
    expect([opened.statusCode, opened.headers.location]).toEqual([303, '/dashboard?account=notifications'])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const forged of [
      url.replace('commission_validated', 'commission_paid'),
      url.slice(0, -2),
      url.replace(/token=.*/, 'token=x'),
    ]) {
      const refused = await program.send('POST', forged, 'List-Unsubscribe=One-Click', form)
      expect([refused.statusCode, refused.json().code]).toEqual([410, 'link_invalid'])
    }
    expect(await choices()).toEqual({ switchedOff: [] })
    for (const headers of [form, { 'content-type': 'multipart/form-data; boundary=x' }]) {
      expect((await program.send('POST', url, 'List-Unsubscribe=One-Click', headers)).statusCode).toBe(204)
    }
    expect(await choices()).toEqual({ switchedOff: ['commission_validated'] })
    await validate(second)
    await pay(second)
    expect((await received()).map((each) => each.subject)).toEqual(['Votre commission de 150,00 € est payée'])
  })
})
