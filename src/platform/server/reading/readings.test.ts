import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { sessionRoutes } from '#access/api/session.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { type Language, languages, readingName } from '#platform/domain/languages.ts'
import { databaseKinds } from '#test/databases.ts'
import { Mailbox } from '#test/mailbox.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { acceptedLanguage } from './request-reading.ts'

test('of the languages that a browser names, the most wanted one that the portal is written in is taken', () => {
  expect(acceptedLanguage('en-US,en;q=0.9,fr;q=0.8')).toBe('en')
  expect(acceptedLanguage('de,fr-CH;q=0.3,en;q=0.2')).toBe('fr')
  expect(acceptedLanguage('en;q=0, fr')).toBe('fr')
  for (const none of [undefined, '', '*', 'de', 'en;q=0', ';;,']) expect(acceptedLanguage(none)).toBeNull()
})

describe.each(databaseKinds())('the reader on %s', (databaseKind) => {
  let app: TestApp
  let mailbox: Mailbox
  let camille: Client
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    app = await TestApp.open(databaseKind, { SMTP_URL: mailbox.url })
    camille = await app.newPerson('camille@exemple.fr')
  })
  afterAll(async () => {
    await app.close()
    await mailbox.close()
  })

  const choose = (client: Client, language: Language | null) => client.call(accountRoutes.chooseLanguage, { body: { language } })
  const portalIn = (language: Language) => app.admin.call(settingsRoutes.saveSettings, { body: { language } })
  /** The language in which somebody is told that inviting is not theirs to do. */
  const toldIn = async (client: Client, headers = {}) => {
    const body = { email: 'x@exemple.fr', fullName: 'Jean Neuf', role: 'partner' } as const
    const answer = await client.try(partnerRoutes.invite, { body }, headers)
    expect(answer.status).toBe(403)
    return /\b(vous|votre|cette|droit|réservé|clé)/i.test(answer.body.detail) ? 'fr' : 'en'
  }

  test('gets refusals in their own language, else in the portal’s, else in that of their side', async () => {
    const viewer = await app.newStaff('lecture@acme.example', 'viewer')
    const told = async () => [await toldIn(camille), await toldIn(viewer)]
    expect(await told()).toEqual(['fr', 'en'])
    for (const language of ['fr', 'en'] as const) {
      expect(await choose(camille, language)).toMatchObject({ language, ownLanguage: language })
      await choose(viewer, language)
      expect(await told()).toEqual([language, language])
    }
    for (const person of [camille, viewer]) await choose(person, null)
    await portalIn('fr')
    expect((await camille.call(accountRoutes.getMe, {})).language).toBe('fr')
    expect(await told()).toEqual(['fr', 'fr'])
    await portalIn('specified')
    expect(await told()).toEqual(['fr', 'en'])
  })

  test('without an account reads as chosen, else as the browser prefers, unless as specified', async () => {
    const wrong = async (client: Client, language: string) =>
      (
        await client.try(
          authRoutes.signIn,
          { body: { email: 'niemand@exemple.fr', password: 'wrong-password' } },
          { 'accept-language': language },
        )
      ).body.detail
    const visitor = app.anonymous()
    expect(await wrong(visitor, 'en')).toBe('Identifiants invalides. Veuillez réessayer.')
    await portalIn('fr')
    expect(await wrong(visitor, 'en')).toBe('Wrong email or password. Please try again.')
    expect(await wrong(visitor, 'de')).toBe('Identifiants invalides. Veuillez réessayer.')
    await visitor.send('GET', '/auth?lang=fr')
    expect(await wrong(visitor, 'en')).toBe('Identifiants invalides. Veuillez réessayer.')
    await portalIn('specified')
  })

  test('that is a program names its language with each request', async () => {
    const program = await app.newProgram(['partners:read'])
    const told = (language: string) => toldIn(program, { 'accept-language': language })
    expect([await told('fr'), await told('en'), await told('de')]).toEqual(['fr', 'en', 'en'])
  })

  test('keeps what was chosen before the first sign-in, and the choice holds for mails', async () => {
    const { id } = await app.admin.call(partnerRoutes.invite, {
      body: { email: 'john@example.com', fullName: 'John Neuf', role: 'partner' },
    })
    const visitor = app.anonymous()
    await visitor.send('GET', '/invitation?lang=en')
    const body = { token: await app.invitationToken(id), fullName: 'John Neuf', password }
    await visitor.call(authRoutes.acceptInvitation, { body })
    const { me } = await visitor.call(sessionRoutes.currentSession, {})
    expect(me).toMatchObject({ language: 'en', ownLanguage: 'en' })
    const resetMail = async (email: string) => {
      const before = mailbox.mails.length
      await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email } })
      return vi.waitFor(
        () => {
          const mail = mailbox.mails.slice(before).find(({ to }) => to === email)
          if (!mail) throw new Error('no mail yet')
          return mail
        },
        { timeout: 15_000, interval: 50 },
      )
    }
    const [johns, camilles] = [await resetMail('john@example.com'), await resetMail('camille@exemple.fr')]
    expect(johns.html).toContain('<html lang="en">')
    expect(camilles.html).toContain('<html lang="fr">')
    expect(johns.subject).not.toBe(camilles.subject)
    expect(johns.text).toContain('password')
    expect(camilles.text).toContain('mot de passe')
  })

  test('gets pages of their own language', async () => {
    const pageOf = async (client: Client, headers = {}) => {
      const { body } = await client.send('GET', '/dashboard', undefined, headers)
      return /<html lang="(\w+)" data-reading="([\w-]+)"/.exec(body)?.slice(1)
    }
    expect(await pageOf(camille)).toEqual(['fr', 'specified-fr'])
    expect(await pageOf(app.admin)).toEqual(['en', 'specified-en'])
    await choose(camille, 'en')
    expect(await pageOf(camille, { 'accept-language': 'fr' })).toEqual(['en', 'en'])
    await choose(camille, null)
    expect(languages.map((language) => readingName({ language, side: 'fr' }))).toEqual(['specified-fr', 'fr', 'en'])
  })
})
