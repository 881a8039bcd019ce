import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'
import { identityProviderRoutes } from '#accounts/identity-provider/api.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { mailsFor } from '#portal/server/mails.ts'
import { databaseKinds } from '#test/databases.ts'
import { queueAtRest } from '#test/partner-mail.ts'
import { ProviderApp } from '#test/provider-app.ts'
import type { Script } from '#test/scripted-provider.ts'
import { password } from '#test/test-app.ts'
import { nextTotp, totp } from '#test/totp.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { providerSignInRoutes } from '../api/provider-sign-in.ts'

describe.each(databaseKinds())('signing in with a provider on %s', (databaseKind) => {
  let world: ProviderApp
  beforeAll(async () => {
    world = await ProviderApp.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  /** The mails about the account that was linked at the provider. */
  const linkedMails = (userId: string) =>
    world.app.portal.database.asActor(system, async (tx) => {
      const linked = tx.selectFrom('events').select('id').where('name', '=', 'provider_account.linked')
      const { id } = await linked.where('subject_id', '=', userId).executeTakeFirstOrThrow()
      return (await mailsFor(tx, world.app.portal, id)).mails
    })

  describe('whoever it lets in', () => {
    test('somebody of a domain of the staff gets an account with the role that was set, and signs in again', async () => {
      const { browser, answer } = await world.signIn(world.newcomer())
      expect([answer.body.next, answer.body.me?.email, answer.body.me?.fullName]).toEqual([
        'done',
        world.address('lea'),
        'Léa Moreau',
      ])
      expect([answer.body.me?.role, answer.body.me?.staffRole]).toEqual(['admin', 'viewer'])
      const { sessions } = await browser.call(accountRoutes.listSessions, {})
      expect(sessions.map(({ method }) => method)).toEqual(['provider'])
      const id = answer.body.me?.id ?? ''
      expect(await world.events(id, 'provider_account.linked', 'session.started')).toEqual([
        { name: 'provider_account.linked', after: { address: '127.0.0.1', provider: 'Acme', made: true } },
        { name: 'session.started', after: { address: '127.0.0.1', method: 'provider' } },
      ])
      // The address may change at the provider: the subject is who it is.
      const again = await world.signIn(world.newcomer({ email: world.address('other', 'elsewhere.example') }))
      expect(again.answer.body.me?.id).toBe(id)
    })

    test('two first answers at once make one account', async () => {
      const browsers = [world.app.anonymous(), world.app.anonymous()]
      const queries = await Promise.all(
        browsers.map(async (each) => world.provider.signIn(await world.start(each), world.newcomer())),
      )
      const answers = await Promise.all(browsers.map((each, at) => world.finish(each, queries[at] ?? '')))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(new Set(answers.map(({ body }) => body.me?.id)).size).toBe(1)
    })

    test('the address and what is said of it may stand in the answer of the userinfo endpoint alone', async () => {
      const script: Script = { claims: ({ email: _email, email_verified: _verified, ...claims }) => claims }
      const { answer } = await world.signIn(world.newcomer(), script)
      expect(answer.body.me?.email).toBe(world.address('lea'))
    })

    test('an invited partner accepts the invitation by it, with the same steps', async () => {
      const email = world.address('paul', 'exemple.fr')
      const { id } = await world.app.admin.call(partnerRoutes.invite, {
        body: { email, fullName: 'Paul Petit', role: 'partner' },
      })
      const { browser, answer } = await world.signIn(world.newcomer({ email }))
      expect([answer.body.me?.id, answer.body.me?.role, answer.body.me?.contractSigned]).toEqual([id, 'partner', false])
      expect((await world.events(id, 'invitation.accepted')).length).toBe(1)
      expect(await world.isSignedIn(browser)).toBe(true)
      const [invitation] = await world.app.portal.database.asActor(system, (tx) =>
        tx.selectFrom('invitations').select('id').where('user_id', '=', id).execute(),
      )
      const token = linkToken(world.app.portal.config, 'invitation', invitation?.id ?? '')
      const body = { token, fullName: 'Paul Petit', password }
      expect((await world.app.anonymous().try(authRoutes.acceptInvitation, { body })).status).toBe(410)
    })

    test('an account with a password is linked once, and the password still signs in', async () => {
      const email = world.address('marie', 'exemple.fr')
      const marie = await world.app.newPerson(email)
      const { answer } = await world.signIn(world.newcomer({ email: email.toUpperCase() }))
      expect(answer.body.me?.id).toBe(marie.userId)
      expect(await world.events(marie.userId, 'provider_account.linked')).toEqual([
        { name: 'provider_account.linked', after: { address: '127.0.0.1', provider: 'Acme', made: false } },
      ])
      await world.app.signIn(world.app.anonymous(), email)
    })

    test('a link to an account that was there is told by mail, with what to do if it was somebody else', async () => {
      const email = world.address('lucie', 'exemple.fr')
      const lucie = await world.app.newPerson(email)
      await world.signIn(world.newcomer({ email }))
      const [mail, ...others] = await linkedMails(lucie.userId)
      expect([others, mail?.to.address, mail?.kind]).toEqual([[], email, 'two_factor_changed'])
      expect(mail?.subject).toContain('Acme')
      expect(mail?.paragraphs.join(' ')).toContain('127.0.0.1')
      expect(mail?.closing).toBeTruthy()
    })

    test('a link that made the account is told to nobody', async () => {
      const { answer } = await world.signIn(world.newcomer())
      expect(await linkedMails(answer.body.me?.id ?? '')).toEqual([])
    })

    test('whoever has two-factor on is asked for the code, and the session says both', async () => {
      const email = world.address('claire', 'exemple.fr')
      const claire = await world.app.newPerson(email)
      const { totpUri } = await claire.call(accountRoutes.startTwoFactor, { body: { password } })
      await claire.call(accountRoutes.confirmTwoFactor, { body: { code: totp(totpUri) } })
      const { browser, answer } = await world.signIn(world.newcomer({ email, amr: ['mfa'] }))
      expect([answer.body, await world.isSignedIn(browser)]).toEqual([{ next: 'second_factor', me: null }, false])
      const linked = async () => (await world.events(claire.userId, 'provider_account.linked')).length
      // Nothing of what the provider says counts before.
      expect(await linked()).toBe(0)
      const wrong = { body: { code: '000000', kind: 'totp' } } as const
      expect((await browser.try(authRoutes.signInSecondFactor, wrong)).body.code).toBe('second_factor_invalid')
      expect(await linked()).toBe(0)
      await browser.call(authRoutes.signInSecondFactor, { body: { code: nextTotp(totpUri), kind: 'totp' } })
      expect(await linked()).toBe(1)
      const { sessions } = await browser.call(accountRoutes.listSessions, {})
      expect(sessions.find(({ current }) => current)?.method).toBe('provider_totp')
    })

    test('a claim says the role, of several the highest, and is followed at each sign-in', async () => {
      const claimRoles = [
        { value: 'comptabilité', role: 'finance' as const },
        { value: 'chefs', role: 'administrator' as const },
      ]
      await world.set({ roleClaim: 'groups', claimRoles })
      const first = await world.signIn(world.newcomer({ groups: ['comptabilité', 'chefs', 'autres'] }))
      expect(first.answer.body.me?.staffRole).toBe('administrator')
      const second = await world.signIn(world.newcomer({ groups: ['comptabilité'] }))
      expect(second.answer.body.me?.staffRole).toBe('finance')
      const third = await world.signIn(world.newcomer({ groups: [] }))
      expect(third.answer.body.me?.staffRole).toBe('viewer')
      expect((await world.events(third.answer.body.me?.id ?? '', 'role.changed')).length).toBe(2)
    })

    test('a claim that is left out says nothing: nobody loses a role, and the check of the provider tells', async () => {
      await world.set({ roleClaim: 'groups', claimRoles: [{ value: 'chefs', role: 'administrator' }] })
      const check = async () => {
        const body = { issuer: world.provider.issuer }
        return (await world.app.admin.call(identityProviderRoutes.checkIdentityProvider, { body })).remark
      }
      await world.signIn(world.newcomer({ groups: ['chefs'] }))
      expect(await check()).toBeNull()
      const beyond = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } }
      const { answer } = await world.signIn(world.newcomer(beyond))
      expect(answer.body.me?.staffRole).toBe('administrator')
      expect(await check()).toContain('“groups”')
      await world.signIn(world.newcomer({ groups: ['chefs'] }))
      expect(await check()).toBeNull()
      // A newcomer of whom nothing is told has what is set for everybody.
      const stranger = { sub: world.address('sub'), email: world.address('noe'), ...beyond }
      expect((await world.signIn(world.newcomer(stranger))).answer.body.me?.staffRole).toBe('viewer')
    })

    test('a role by the provider goes with its group, after a new password too; one by hand is not taken back', async () => {
      await world.set({ roleClaim: 'groups', claimRoles: [{ value: 'chefs', role: 'administrator' }] })
      const first = await world.signIn(world.newcomer({ groups: ['chefs'] }))
      const id = first.answer.body.me?.id ?? ''
      const { config, database } = world.app.portal
      await world.app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: world.address('lea') } })
      await queueAtRest(world.app)
      const reset = await database.asActor(system, (tx) =>
        tx.selectFrom('password_resets').select('id').where('user_id', '=', id).executeTakeFirstOrThrow(),
      )
      const token = linkToken(config, 'password-reset', reset.id)
      await world.app.anonymous().call(authRoutes.resetPassword, { body: { token, password } })
      const without = world.newcomer({ groups: ['autres'] })
      expect((await world.signIn(without)).answer.body.me?.staffRole).toBe('viewer')
      const give = (staffRole: StaffRole) =>
        world.app.proven(partnerRoutes.changeRole, { params: { id }, body: { role: 'admin', staffRole, password } })
      await give('finance')
      expect((await world.signIn(without)).answer.body.me?.staffRole).toBe('finance')
      await give('viewer')
      expect((await world.signIn(world.newcomer({ groups: ['chefs'] }))).answer.body.me?.staffRole).toBe('viewer')
    })

    test('a role that was given by hand stays, whatever the claim says', async () => {
      await world.set({ roleClaim: 'groups', claimRoles: [{ value: 'chefs', role: 'administrator' }] })
      const email = world.address('anna')
      await world.app.newStaff(email, 'finance')
      const { answer } = await world.signIn(world.newcomer({ email, groups: ['chefs'] }))
      expect(answer.body.me?.staffRole).toBe('finance')
    })

    test('bank details ask a session of the provider for the password', async () => {
      const email = world.address('iban', 'exemple.fr')
      await world.app.newPartner(email)
      const { browser } = await world.signIn(world.newcomer({ email }))
      const body = { company: 'Dupont SARL', address: '1 rue de la Paix, Paris', country: 'France' }
      const save = (iban: string, proof = {}) => browser.try(paymentRoutes.savePaymentInfo, { body: { ...body, iban, ...proof } })
      expect((await save('FR7630006000011234567890189')).status).toBe(200)
      expect((await save('FR7610107001011234567890129')).body.code).toBe('confirmation_required')
      expect((await save('FR7610107001011234567890129', { password })).status).toBe(200)
    })

    test('keys that are rotated are followed at once', async () => {
      await world.signIn(world.newcomer())
      world.provider.rotateKeys()
      expect((await world.signIn(world.newcomer())).answer.status).toBe(200)
    })

    test('clocks may be some minutes apart', async () => {
      const shifted = (seconds: number): Script => ({
        claims: (claims) => ({ ...claims, iat: Number(claims.iat) + seconds, exp: Number(claims.exp) + seconds }),
      })
      expect((await world.signIn(world.newcomer(), shifted(240))).answer.status).toBe(200)
      expect((await world.signIn(world.newcomer(), shifted(-240))).answer.status).toBe(200)
    })
  })

  describe('whoever it does not let in', () => {
    const refusedWith = async (person: { sub: string }, code: string) => {
      const { browser, answer } = await world.signIn(person)
      expect([answer.body.code, await world.isSignedIn(browser)]).toEqual([code, false])
      return answer.body.detail
    }

    test('an address that the provider has not verified', async () => {
      const detail = await refusedWith(world.newcomer({ email_verified: false }), 'provider_address_unverified')
      expect(detail).toBe(
        `Acme n’a pas vérifié l’adresse ${world.address('lea')}. Confirmez-la là-bas, puis connectez-vous à nouveau.`,
      )
      await refusedWith(world.newcomer({ email_verified: undefined }), 'provider_address_unverified')
      await refusedWith(world.newcomer({ email_verified: 'no' }), 'provider_address_unverified')
      // Microsoft's claim means nothing from anybody else.
      await refusedWith(world.newcomer({ email_verified: undefined, xms_edov: true }), 'provider_address_unverified')
      await refusedWith(world.newcomer({ email: undefined }), 'provider_address_unverified')
    })

    test('an address that the portal’s own forms do not take', async () => {
      const invited = world.address('kim', 'exemple.fr')
      await world.app.admin.call(partnerRoutes.invite, { body: { email: invited, fullName: 'Kim Petit', role: 'partner' } })
      // The sign of Kelvin, whose small letter is a k.
      for (const email of [
        invited.replace('kim', '\u212Aim'),
        `a@b@acme.example`,
        `lea\n@acme.example`,
        `lea@acme.example\u0000`,
        `${'l'.repeat(400)}@acme.example`,
      ]) {
        await refusedWith(world.newcomer({ email }), 'provider_address_unverified')
      }
      expect((await world.signIn(world.newcomer({ email: invited }))).answer.status).toBe(200)
    })

    test('a subject that is none, which is no error of the portal’s', async () => {
      for (const sub of ['s'.repeat(300), 'sub\u0000ject', 'sujet-é']) {
        await refusedWith(world.newcomer({ sub }), 'provider_answer_refused')
      }
    })

    test('somebody of the staff whose address is at no listed domain: not the company verifies it', async () => {
      const email = world.address('chef', 'ailleurs.example')
      await world.app.newStaff(email, 'administrator')
      await refusedWith(world.newcomer({ email }), 'provider_not_invited')
      await world.set({ staffDomains: ['acme.example', 'ailleurs.example'] })
      expect((await world.signIn(world.newcomer({ email }))).answer.body.me?.staffRole).toBe('administrator')
    })

    test('a domain where anybody has an address is taken neither for staff nor for partners', async () => {
      for (const form of [{ staffDomains: ['gmail.com'] }, { partnerDomains: ['orange.fr'] }]) {
        const body = { ...form, password }
        const { status } = await world.app.admin.try(identityProviderRoutes.saveIdentityProvider, { body })
        expect([form, status]).toEqual([form, 422])
      }
    })

    test('a stranger, and one whose domain only looks like one of the staff', async () => {
      await refusedWith(world.newcomer({ email: world.address('x', 'ailleurs.example') }), 'provider_not_invited')
      await refusedWith(world.newcomer({ email: world.address('x', 'sub.acme.example') }), 'provider_not_invited')
      await refusedWith(world.newcomer({ email: world.address('x', 'acme.example.evil.example') }), 'provider_not_invited')
    })

    test('a partner of another domain, invited or not', async () => {
      const email = world.address('jean', 'ailleurs.example')
      const { id } = await world.app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Jean', role: 'partner' } })
      await refusedWith(world.newcomer({ email }), 'provider_not_for_partner')
      expect((await world.events(id, 'invitation.accepted')).length).toBe(0)
      expect((await world.events(id, 'sign_in.refused')).map(({ after }) => after)).toMatchObject([
        { reason: 'provider_not_offered' },
      ])
    })

    test('somebody whose invitation has expired or was withdrawn', async () => {
      const email = world.address('tard', 'exemple.fr')
      const { id } = await world.app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Tard Venu', role: 'partner' } })
      await world.app.portal.database.asActor(system, (tx) =>
        tx.updateTable('invitations').set({ expires_at: world.app.now }).where('user_id', '=', id).execute(),
      )
      await refusedWith(world.newcomer({ email }), 'provider_not_invited')
      await world.app.admin.call(partnerRoutes.withdrawInvitation, { params: { id }, query: {} })
      await refusedWith(world.newcomer({ email }), 'provider_account_ended')
    })

    test('somebody who was deleted, also at a domain of the staff', async () => {
      await world.set({ partnerDomains: ['acme.example'] })
      const email = world.address('parti')
      const gone = await world.app.newPerson(email)
      expect((await world.signIn(world.newcomer({ email }))).answer.status).toBe(200)
      await world.app.admin.call(partnerRoutes.deletePartner, { params: { id: gone.userId }, query: {} })
      await refusedWith(world.newcomer({ email }), 'provider_account_ended')
      await refusedWith(world.newcomer({ sub: world.address('new'), email }), 'provider_account_ended')
    })

    test('another subject with the address of somebody who has signed in, until they choose a new password', async () => {
      const first = await world.signIn(world.newcomer())
      const again = world.newcomer({ sub: world.address('follower') })
      await refusedWith(again, 'provider_other_account')
      const id = first.answer.body.me?.id ?? ''
      const { config, database } = world.app.portal
      await world.app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: world.address('lea') } })
      await queueAtRest(world.app)
      const reset = await database.asActor(system, (tx) =>
        tx.selectFrom('password_resets').select('id').where('user_id', '=', id).executeTakeFirstOrThrow(),
      )
      const token = linkToken(config, 'password-reset', reset.id)
      await world.app.anonymous().call(authRoutes.resetPassword, { body: { token, password } })
      expect((await world.signIn(again)).answer.body.me?.id).toBe(id)
    })

    test('anybody while it is switched off, and nobody is kept from their password', async () => {
      const browser = world.app.anonymous()
      const address = await world.start(browser)
      await world.set({ enabled: false })
      expect((await world.finish(browser, world.provider.signIn(address, world.newcomer()))).body.code).toBe('sign_in_way_off')
      expect((await browser.try(providerSignInRoutes.startProviderSignIn, {})).body.code).toBe('sign_in_way_off')
      await world.app.signIn(world.app.anonymous(), 'admin@acme.example')
    })

    test('anybody while it does not answer; administrators sign in with their passwords', async () => {
      const script: Script = { answer: (_, response) => Boolean(response.writeHead(502).end()) }
      world.provider.script = script
      const answer = await world.app.anonymous().try(providerSignInRoutes.startProviderSignIn, {})
      expect([answer.status, answer.body.code]).toEqual([503, 'provider_unreachable'])
      await world.app.signIn(world.app.anonymous(), 'admin@acme.example')
    })

    test('somebody who declines at the provider', async () => {
      const query = (answer: URLSearchParams) => {
        answer.delete('code')
        answer.set('error', 'access_denied')
      }
      const { answer } = await world.signIn(world.newcomer(), { query })
      expect(answer.body.code).toBe('provider_declined')
    })
  })
})
