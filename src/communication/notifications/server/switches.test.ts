import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { handleEvent } from '#portal/server/event-handlers.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { retryJobsNow } from '#test/retry-jobs.ts'
import { notificationRoutes } from '../api/notifications.ts'
import { type NotificationKind, notificationKinds } from '../domain/notifications.ts'

describe.each(databaseKinds())('notification settings on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  test('disabled kinds are not sent, enabled ones are', async () => {
    await world.switchOff('commission_validated')
    const id = await world.sign(1_000_000)
    await world.validate(id)
    expect((await world.received()).map((mail) => mail.subject)).toEqual(['Félicitations, vous êtes Silver'])
    await world.switchOff('tier_reached', 'contract_to_sign', 'contract_validated', 'commission_paid')
    await world.pay(id)
    const contract = await world.app.assignContract(world.partner.userId)
    await world.idle()
    await world.app.admin.call(contractRoutes.validateContract, { params: { id: contract.id } })
    await world.validate(await world.sign(2_000_000))
    expect((await world.received()).map((mail) => mail.subject)).toEqual(['Votre commission de 4 000,00 € est validée'])
  })

  test('security mail is sent with every kind disabled, and cannot be disabled', async () => {
    await world.switchOff(...notificationKinds)
    await world.saveBank()
    await world.app.anonymous().send('POST', '/api/password-resets/request', { email: world.address })
    expect((await world.received()).map((mail) => mail.subject).sort()).toEqual([
      'Réinitialisation de votre mot de passe Acme & Fils',
      'Vos coordonnées bancaires sont enregistrées',
    ])
    for (const kind of ['bank_details_changed', 'invitation', 'password_reset']) {
      const refused = await world.partner.send('PUT', '/api/me/notifications', { switchedOff: [kind] })
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid_input'])
      const row = { switched_off: [kind as NotificationKind], changed_at: world.app.now }
      const past = world.app.portal.database.asActor(system, (tx) => tx.updateTable('notification_choices').set(row).execute())
      await expect(past).rejects.toThrow(/notification_choices_kinds/)
    }
  })

  test('settings are personal, normalized, and record one event per change', async () => {
    expect(await world.partner.call(notificationRoutes.getNotifications, {})).toEqual({ switchedOff: [] })
    await world.switchOff('tier_reached', 'commission_paid', 'tier_reached')
    await world.switchOff('commission_paid', 'tier_reached')
    expect(await world.partner.call(notificationRoutes.getNotifications, {})).toEqual({
      switchedOff: ['commission_paid', 'tier_reached'],
    })
    expect(await world.app.admin.call(notificationRoutes.getNotifications, {})).toEqual({ switchedOff: [] })
    const row = await world.app.portal.database.asActor({ kind: 'admin', userId: world.app.admin.userId, rights }, (tx) =>
      tx.selectFrom('notification_choices').selectAll().execute(),
    )
    expect(row).toEqual([])
    const events = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['name', 'audience'])
        .where('subject_id', '=', world.partner.userId)
        .where('name', '=', 'notifications.changed')
        .execute(),
    )
    expect(events).toEqual([{ name: 'notifications.changed', audience: 'partner' }])
  })

  test('an invited person gets the invitation only, and a deleted one nothing', async () => {
    world.address = `attente${world.partners}@exemple.fr`
    const body = { email: world.address, fullName: 'Léa Attente', role: 'partner' as const }
    const { id } = await world.app.admin.call(partnerRoutes.invite, { body })
    const contract = await world.app.assignContract(id)
    await world.app.admin.call(contractRoutes.validateContract, { params: { id: contract.id } })
    expect((await world.received()).map((mail) => mail.subject)).toEqual([
      'Invitation à rejoindre l’espace partenaires Acme & Fils',
    ])
    world.address = `marie${world.partners}@exemple.fr`
    const commission = await world.sign(100_000)
    await world.app.admin.call(partnerRoutes.deletePartner, { params: { id: world.partner.userId }, query: {} })
    await world.validate(commission)
    await world.pay(commission)
    expect(await world.received()).toEqual([])
  })

  test('user input is text in a mail, never markup or a header', async () => {
    await world.validate(await world.sign(100_000, '<b onclick="x">Gros & Fils</b>\r\nBcc: all@example.com'))
    const [mail] = await world.received()
    expect(mail?.html).not.toMatch(/<b[ >]/)
    expect(mail?.html).toContain('&#60;b onclick=&#34;x&#34;&#62;Gros &#38; Fils&#60;/b&#62;')
    expect(mail?.text).toContain('<b onclick="x">Gros & Fils</b>')
    expect(mail?.headers.has('bcc')).toBe(false)
    const document = { kind: 'link' as const, url: 'https://documents.example/contract' }
    const title = 'Contrat <script>alert(1)</script>'
    await world.app.admin.call(contractRoutes.assignContract, {
      body: { partnerId: world.partner.userId, title, contractType: 'main', document },
    })
    expect((await world.received())[0]?.html).toContain('Contrat &#60;script&#62;')
  })

  test('a repeated job sends nothing twice; after a refusal only the refused mail is resent', async () => {
    const id = await world.sign(1_000_000)
    await world.received()
    const refused: string[] = []
    world.mailbox.refusing = ({ subject }) => subject.startsWith('Félicitations') && refused.push(subject) > 0
    await world.validate(id)
    await vi.waitFor(() => expect([refused, world.mailbox.mails]).toMatchObject([{ length: 1 }, { length: 1 }]), 20_000)
    world.mailbox.refusing = null
    await vi.waitFor(async () => expect(await retryJobsNow(world.app.portal.database, 'mail')).toBe(1), 20_000)
    expect((await world.received()).map((mail) => mail.subject)).toEqual([
      'Votre commission de 1 500,00 € est validée',
      'Félicitations, vous êtes Silver',
    ])
    const events = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('id').where('partner_id', '=', world.partner.userId).orderBy('seq').execute(),
    )
    for (const event of events) await handleEvent(world.app.portal, event.id)
    expect(await world.received()).toEqual([])
  })

  test('one-click unsubscribe disables that kind, opening the link changes nothing, a forged one is refused', async () => {
    const [first, second] = [await world.sign(100_000), await world.sign(100_000)]
    await world.validate(first)
    const [mail] = await world.received()
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<https:\/\/portal\.test(\/api\/\S+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    const program = world.app.anonymous()
    const choices = () => world.partner.call(notificationRoutes.getNotifications, {})
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
    await world.validate(second)
    await world.pay(second)
    expect((await world.received()).map((each) => each.subject)).toEqual(['Votre commission de 150,00 € est payée'])
  })
})
