import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newsRoutes } from '#communication/notifications/api/news.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { reminderRoutes } from '../api.ts'
import { remindBySchedule } from './daily.ts'

const day = 86_400_000
const subject = 'Rappel : un avenant Acme & Fils est à signer'

describe.each(databaseKinds())('reminders on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  const later = async (days: number) => {
    world.app.pass(days * day)
    await world.app.signIn(world.app.admin, 'admin@acme.example')
    await remindBySchedule(world.app.portal)
    return (await world.received()).map((mail) => mail.subject)
  }
  const pending = async () => {
    const { id } = await world.app.assignContract(world.partner.userId, 'amendment')
    await world.received()
    return id
  }
  const remind = (...ids: string[]) => world.app.admin.call(reminderRoutes.remindContracts, { body: { ids } })

  test('by hand, several at once: who waits is reminded, others and those of just now are skipped', async () => {
    const [one, two] = [await pending(), await pending()]
    const { items } = await world.app.admin.call(contractRoutes.listContracts, { query: { partnerId: world.partner.userId } })
    const signed = items.find(({ status }) => status === 'signe')?.id ?? ''
    expect(await remind(one, two, signed)).toEqual({ reminded: 2, skipped: 1 })
    expect((await world.received()).map((mail) => mail.subject)).toEqual([subject, subject])
    expect(await remind(one)).toEqual({ reminded: 0, skipped: 1 })
    const query = { partnerId: world.partner.userId, waits: 'partner' as const }
    const rows = (await world.app.admin.call(contractRoutes.listContracts, { query })).items
    expect(rows.map(({ remindedAt }) => remindedAt)).toEqual([world.app.now.toISOString(), world.app.now.toISOString()])
  })

  test('by themselves after 3, 7 and 14 days, once each, also from two servers', async () => {
    const id = await pending()
    expect(await later(2)).toEqual([])
    expect(await later(1)).toEqual([subject])
    expect(await later(0)).toEqual([])
    world.app.pass(4 * day)
    await Promise.all([remindBySchedule(world.app.portal), remindBySchedule(world.app.portal)])
    expect((await world.received()).map((mail) => mail.subject)).toEqual([subject])
    await world.app.signIn(world.app.admin, 'admin@acme.example')
    await world.app.admin.call(contractRoutes.validateContract, { params: { id } })
    await world.received()
    await pending()
    const off = { digestHour: 8, reminderDays: [] }
    await world.app.admin.call(newsRoutes.saveNewsSettings, { body: off })
    expect(await later(3)).toEqual([])
    await world.app.admin.call(newsRoutes.saveNewsSettings, { body: { ...off, reminderDays: [3, 7, 14] } })
    // What was missed for long is left alone until its next step.
    expect(await later(2)).toEqual([])
    expect(await later(2)).toEqual([subject])
  })

  test('an invitation is reminded of with its own link until it is accepted, withdrawn or expired', async () => {
    world.address = `rappel${world.partners}@exemple.fr`
    const body = { email: world.address, fullName: 'Léa Rappel', role: 'partner' as const }
    const { id } = await world.app.admin.call(partnerRoutes.invite, { body })
    const [first] = await world.received()
    const link = /https:\S+invitation\?token=\S+/.exec(first?.text ?? '')?.[0]
    world.app.pass(3 * day)
    const staff = () => world.app.signIn(world.app.anonymous(), 'admin@acme.example')
    await remindBySchedule(world.app.portal)
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Rappel : invitation à rejoindre l’espace partenaires Acme & Fils')
    expect(mail?.text).toContain(link)
    const query = { invitation: 'open' as const, search: 'Rappel' }
    const list = async () => (await staff()).call(partnerRoutes.listPartners, { query })
    expect((await list()).items.map((row) => row.invitationRemindedAt)).toEqual([world.app.now.toISOString()])
    world.app.pass(day)
    const again = async () => (await staff()).call(reminderRoutes.remindInvitations, { body: { ids: [id] } })
    expect(await again()).toEqual({ reminded: 1, skipped: 0 })
    expect(await world.received()).toHaveLength(1)
    world.app.pass(3 * day)
    await remindBySchedule(world.app.portal)
    expect(await world.received()).toEqual([])
    expect((await list()).items).toEqual([])
    expect(await again()).toEqual({ reminded: 0, skipped: 1 })
  })
})
