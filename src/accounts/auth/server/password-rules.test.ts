import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { password, TestApp } from '#test/test-app.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { addSetupLink } from './commands.ts'
import { weaknessOf } from './password-rules.ts'

const easy = 'Ce mot de passe est trop facile à deviner. Choisissez-en un plus long, de plusieurs mots par exemple.'
const own = 'Ce mot de passe contient votre nom, votre e-mail ou le nom de la société. Choisissez-en un autre.'
const helene = { fullName: 'Hélène Dupont', email: 'h.dupont@moulin-bleu.fr', company: 'Dupont & Filles SARL' }

describe('password rules', () => {
  test('common passwords are refused, also with a capital, digits or signs', async () => {
    for (const candidate of [
      '123456',
      '12345678',
      'password',
      'qwerty',
      'azerty',
      'motdepasse',
      'iloveyou',
      'sunshine',
      'football',
      'doudou',
      'Password1!',
      'P@ssw0rd',
      'p4ssw0rd',
      'Azerty123!',
      'azerty75',
      'Soleil2024',
      'soleil12',
      'letmein1',
      'bonjour123',
      'marseille13',
      'qsdfghjk',
      'abc123xyz',
      '01021985',
      '11111111',
      'aaaaaaaaaaaaaaaaaaaaaaaa',
    ]) {
      expect([candidate, await weaknessOf(candidate, helene, 'Acme Conseil')]).toEqual([candidate, 'common'])
    }
  })

  test('passwords derived from the person, their company or the provider are refused', async () => {
    for (const candidate of [
      'helene',
      'Hélène1',
      'Dupont75',
      'dupont1985',
      'helenedupont',
      'Dupont.Hélène',
      'h.dupont@moulin-bleu.fr',
      'moulin-bleu',
      'moulin75',
      'filles2026',
      'AcmeConseil',
      'acme2026',
      'Passerelle!',
    ]) {
      expect([candidate, await weaknessOf(candidate, helene, 'Acme Conseil')]).toEqual([candidate, 'own'])
    }
  })

  test('a password made of the owner’s name is refused with and without ligatures', async () => {
    const owner = { ...helene, fullName: 'Lætitia Lœuvrard' }
    for (const candidate of ['laetitia', 'Lætitia7', 'loeuvrard75', 'Lœuvrard']) {
      expect([candidate, await weaknessOf(candidate, owner, 'Acme Conseil')]).toEqual([candidate, 'own'])
    }
  })

  test('other passwords are accepted from six characters on, and so are several words', async () => {
    for (const candidate of ['xkwtrb', 'rt7kqz', password, 'Dupont-Chemin-Traverse', `${password}-`.repeat(6)]) {
      expect([candidate, await weaknessOf(candidate, helene, 'Acme Conseil')]).toEqual([candidate, null])
    }
  })
})

describe.each(databaseKinds())('passwords on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  test('every form for a password checks it and reports at its field', async () => {
    const email = 'marie.lefort@exemple.fr'
    const { id } = await app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Marie Lefort', role: 'partner' } })
    const token = await app.invitationToken(id)
    const refused = (answer: { status: number; body: { code?: string; fields?: unknown } }, path = 'password', message = own) => {
      expect([answer.status, answer.body.code]).toEqual([422, 'password_too_common'])
      expect(answer.body.fields).toEqual([{ path, message }])
    }
    const accept = (secret: string) => ({ body: { token, fullName: 'Marie Lefort', password: secret } })
    refused(await app.anonymous().try(authRoutes.acceptInvitation, accept('lefort2026')))
    refused(await app.anonymous().try(authRoutes.acceptInvitation, accept('Soleil2024')), 'password', easy)
    const marie = app.anonymous()
    await marie.call(authRoutes.acceptInvitation, accept(password))
    const change = { currentPassword: password, newPassword: 'Lefort75' }
    refused(await marie.try(accountRoutes.changePassword, { body: change }), 'newPassword')

    await marie.call(authRoutes.requestPasswordReset, { body: { email } })
    await queueAtRest(app)
    const reset = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('password_resets').select('id').where('user_id', '=', id).executeTakeFirstOrThrow(),
    )
    const link = linkToken(app.portal.config, 'password-reset', reset.id)
    refused(await app.anonymous().try(authRoutes.resetPassword, { body: { token: link, password: 'marie.lefort' } }))
    await app.anonymous().call(authRoutes.resetPassword, { body: { token: link, password: 'lune-verte-et-douce' } })

    const setup = await withTransaction(app.portal, system, addSetupLink)
    const body = { token: linkToken(app.portal.config, 'setup', setup), fullName: 'Eve Intruse', email: 'eve@exemple.fr' }
    refused(await app.anonymous().try(authRoutes.setUp, { body: { ...body, password: 'intruse1' } }))
  })
})
