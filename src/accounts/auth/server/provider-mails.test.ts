import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { Mailbox } from '#test/mailbox.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { ProviderApp } from '#test/provider-app.ts'
import { accountRoutes } from '../api/account.ts'

describe.each(databaseKinds())('mail about an account of a provider on %s', (databaseKind) => {
  let mailbox: Mailbox
  let world: ProviderApp
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await ProviderApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
  })
  afterAll(async () => {
    await world.close()
    await mailbox.close()
  })
  beforeEach(() => world.next())

  const subject = 'La connexion à votre compte est possible avec Acme'
  /** The mails to an address, without its invitation. */
  const told = async (address: string) => {
    await queueAtRest(world.app)
    return mailbox.to(address).filter((mail) => !mail.subject.startsWith('Invitation'))
  }
  const subjects = async (address: string) => (await told(address)).map((mail) => mail.subject)
  const withAccount = async (name: string) => {
    const email = world.address(name, 'exemple.fr')
    return { email, person: await world.app.newPerson(email) }
  }

  test('whose account is linked is told once, with when, from where and what to do', async () => {
    const { email } = await withAccount('marie')
    for (const _ of [1, 2]) expect((await world.signIn(world.newcomer({ email }))).answer.body.next).toBe('done')
    const [mail, ...others] = await told(email)
    expect([mail?.subject, others.map((each) => each.subject)]).toEqual([subject, []])
    for (const half of [mail?.text, mail?.html]) {
      expect(half).toMatch(/Un compte d’Acme s’est connecté à votre compte .* le \d.* depuis l’adresse 127\.0\.0\.1/)
      expect(half).toContain('Ce message de sécurité est toujours envoyé.')
      expect(half).toContain('https://portal.test/')
    }
    expect(mail?.headers.has('list-unsubscribe')).toBe(false)
  })

  test('a second account of the provider, which is refused, is told of to nobody', async () => {
    const { email } = await withAccount('luc')
    const statuses: number[] = []
    for (const sub of ['first', 'second']) {
      statuses.push((await world.signIn(world.newcomer({ email, sub: `${sub}-${email}` }))).answer.status)
    }
    expect([statuses, await subjects(email)]).toEqual([[200, 409], [subject]])
  })

  test('it is in the language of its reader', async () => {
    const { email, person } = await withAccount('claire')
    await person.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
    await world.signIn(world.newcomer({ email }))
    expect(await subjects(email)).toEqual(['Your account can be signed in to with Acme'])
  })

  test('whoever accepts an invitation by it is told', async () => {
    const email = world.address('paul', 'exemple.fr')
    await world.app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Paul Petit', role: 'partner' } })
    await world.signIn(world.newcomer({ email }))
    expect(await subjects(email)).toEqual([subject])
  })

  test('a newcomer whose account it makes is not', async () => {
    const newcomer = world.newcomer()
    expect((await world.signIn(newcomer)).answer.body.me?.email).toBe(newcomer.email)
    expect(await subjects(newcomer.email)).toEqual([])
  })
})
