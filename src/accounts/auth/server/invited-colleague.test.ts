import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { password } from '#test/test-app.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'

describe.each(databaseKinds())('the invitation of a colleague on %s', (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    await world.app.admin.call(settingsRoutes.saveSettings, { body: { colleagues: 9 } })
    await world.next()
    await world.partner.call(accountRoutes.changeProfile, { body: { fullName: 'Marie Dupont', company: 'Dupont Conseil' } })
    await world.idle()
  })
  afterAll(() => world.close())

  /** What is sent to whom the owner invites, and what the page of its link reads. */
  const invite = async (email: string, role: 'member' | 'accountant') => {
    world.mailbox.mails.length = 0
    const body = { fullName: 'Paul Colas', email, role, password }
    await world.partner.call(teamRoutes.inviteColleague, { body })
    await world.idle()
    const mail = world.mailbox.mails.find(({ to }) => to === email)
    const token = /token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const { colleague } = await world.app.anonymous().call(authRoutes.openInvitation, { body: { token } })
    return { mail, colleague }
  }

  test('names the company, who invites and the role, in the mail, its subject and on the page', async () => {
    const { mail, colleague } = await invite('paul@exemple.fr', 'member')
    expect(mail?.subject).toBe('Marie Dupont vous invite à rejoindre Dupont Conseil (Membre)')
    expect(mail?.text).toContain('Votre rôle chez Dupont Conseil : Membre.')
    expect(colleague).toEqual({ company: 'Dupont Conseil', inviter: 'Marie Dupont', partnerRole: 'member' })
  })

  test('does so in English', async () => {
    await world.app.admin.call(settingsRoutes.saveSettings, { body: { language: 'en' } })
    const { mail } = await invite('books@exemple.fr', 'accountant')
    expect(mail?.subject).toBe('Marie Dupont invites you to join Dupont Conseil (Accountant)')
    expect(mail?.text).toContain('Your role at Dupont Conseil: Accountant.')
    await world.app.admin.call(settingsRoutes.saveSettings, { body: { language: 'specified' } })
  })

  test('says nothing of a company to a partner of their own', async () => {
    const { id } = await world.app.admin.call(partnerRoutes.invite, {
      body: { email: 'new@exemple.fr', fullName: 'Nina Neuve', role: 'partner' },
    })
    const token = await world.app.invitationToken(id)
    expect(await world.app.anonymous().call(authRoutes.openInvitation, { body: { token } })).toMatchObject({ colleague: null })
  })
})
