import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { SigningTestApp } from '#test/signing-app.ts'
import { type Client, password } from '#test/test-app.ts'
import { partnerCorrectionRoutes } from '../api.ts'

const day = 86_400_000

describe.each(databaseKinds())('what staff correct of a partner, on %s', (databaseKind) => {
  let desk: SigningTestApp
  let people = 0
  beforeAll(async () => {
    desk = await SigningTestApp.open(databaseKind)
  })
  afterAll(() => desk.close())

  const someone = () => {
    people += 1
    return desk.app.newPerson(`luc${people}@exemple.fr`, 'partner', `Luc ${people}`)
  }
  const address = () => `luc${people}@exemple.fr`
  const of = ({ userId: id }: Pick<Client, 'userId'>) => ({ params: { id } })
  const correct = (client: Pick<Client, 'userId'>, more: { fullName?: string; company?: string; email?: string }) => {
    const body = { fullName: `Luc ${people}`, company: '', email: address(), password, ...more }
    return desk.app.admin.try(partnerCorrectionRoutes.correctPartner, { ...of(client), body })
  }
  const signIn = (email: string) => desk.app.anonymous().try(authRoutes.signIn, { body: { email, password } })
  const tokenTo = async (to: string, count = 1) => {
    const mails = await desk.mailed(to, /^Confirmez votre adresse e-mail/, count)
    return /token=([\w.-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const confirm = (token: string) => desk.app.anonymous().try(partnerCorrectionRoutes.confirmEmailChange, { body: { token } })
  const profile = (client: Pick<Client, 'userId'>) => desk.app.admin.call(partnerProfileRoutes.getPartnerProfile, of(client))
  const history = async (client: Pick<Client, 'userId'>) =>
    (await desk.app.admin.call(partnerProfileRoutes.partnerHistory, { ...of(client), query: {} })).items

  test('a name and company change at once, with before and after; what was sealed keeps what it said', async () => {
    await desk.nextPartner()
    const { contract } = await desk.signed(await desk.assign())
    const sealed = await desk.download(desk.marie, contract)
    const signed = async () => {
      const { signatures } = await desk.app.admin.call(signingRoutes.contractEvidence, { params: { id: contract.id } })
      return signatures.map(({ evidence, fileSha256 }) => ({ evidence, fileSha256 }))
    }
    const before = await signed()
    expect(JSON.stringify(before)).toContain('Marie Dupré')
    const { status, body } = await correct(desk.marie, { fullName: 'Marie Duprez', company: 'Duprez SARL', email: desk.address })
    expect([status, body.fullName, body.company]).toEqual([200, 'Marie Duprez', 'Duprez SARL'])
    expect(await desk.marie.call(accountRoutes.getMe, {})).toMatchObject({ fullName: 'Marie Duprez', company: 'Duprez SARL' })
    expect(await signed()).toEqual(before)
    expect(sealed.equals(await desk.download(desk.marie, contract))).toBe(true)
    expect((await history(desk.marie))[0]).toMatchObject({
      what: 'profile.changed',
      before: `Marie Dupré ${desk.people}`,
      after: 'Marie Duprez, Duprez SARL',
      who: { staff: true },
    })
  })

  test('a new address counts once its link was used, and the old one until then', async () => {
    const luc = await someone()
    const [old, fresh] = [address(), 'luc.corrige@exemple.fr']
    await desk.app.anonymous().call(authRoutes.requestPasswordReset, { body: { email: old } })
    const [reset] = await desk.mailed(old, /^Réinitialisation/)
    expect((await correct(luc, { email: 'Luc.Corrige@exemple.fr' })).body).toMatchObject({ email: old })
    expect((await profile(luc)).emailChange).toEqual({
      email: fresh,
      expiresAt: new Date(desk.app.now.getTime() + 7 * day).toISOString(),
    })
    const [mail] = await desk.mailed(old, /^Votre adresse e-mail va changer/)
    expect(mail?.text).toContain(fresh)
    expect(mail?.text).not.toContain('token=')
    expect((await signIn(old)).status).toBe(200)
    expect((await signIn(fresh)).status).toBe(401)
    const token = await tokenTo(fresh)
    expect(await desk.app.anonymous().call(partnerCorrectionRoutes.openEmailChange, { body: { token } })).toEqual({
      fullName: `Luc ${people}`,
      newEmail: fresh,
    })
    expect((await signIn(fresh)).status).toBe(401)
    expect((await confirm(token)).body).toEqual({ email: fresh })
    await desk.mailed(old, /^Votre adresse e-mail a changé/)
    expect((await signIn(old)).status).toBe(401)
    expect((await signIn(fresh)).status).toBe(200)
    expect((await luc.call(accountRoutes.getMe, {})).email).toBe(fresh)
    expect((await profile(luc)).emailChange).toBeNull()
    expect((await history(luc)).find(({ what }) => what === 'profile.email_changed')).toMatchObject({ before: old, after: fresh })
    // Once only, and what was sent to the old address before does not open the account any more.
    expect((await confirm(token)).body).toMatchObject({ code: 'link_invalid' })
    const stale = /token=([\w.-]+)/.exec(reset?.text ?? '')?.[1] ?? ''
    const again = await desk.app
      .anonymous()
      .try(authRoutes.resetPassword, { body: { token: stale, password: 'lune-verte-et-douce' } })
    expect(again.body).toMatchObject({ code: 'link_invalid' })
  })

  test('a link dies when the address is changed again, withdrawn, a week old, or the partner deleted', async () => {
    const luc = await someone()
    const dead = async (token: string) => expect((await confirm(token)).body).toMatchObject({ code: 'link_invalid' })
    await correct(luc, { email: 'un@exemple.fr' })
    const first = await tokenTo('un@exemple.fr')
    // Saved again as it is, the link goes on working.
    await correct(luc, { email: 'un@exemple.fr', company: 'Luc SARL' })
    expect((await desk.app.anonymous().try(partnerCorrectionRoutes.openEmailChange, { body: { token: first } })).status).toBe(200)
    await correct(luc, { email: 'deux@exemple.fr' })
    const second = await tokenTo('deux@exemple.fr')
    await dead(first)
    await desk.app.admin.call(partnerCorrectionRoutes.withdrawEmailChange, of(luc))
    await dead(second)
    const none = await desk.app.admin.try(partnerCorrectionRoutes.withdrawEmailChange, of(luc))
    expect(none.body).toMatchObject({ code: 'not_found' })
    await correct(luc, { email: 'trois@exemple.fr' })
    const third = await tokenTo('trois@exemple.fr')
    desk.app.pass(7 * day)
    await dead(third)
    await desk.app.signIn(desk.app.admin, 'admin@acme.example')
    await correct(luc, { email: 'quatre@exemple.fr' })
    const fourth = await tokenTo('quatre@exemple.fr')
    await desk.app.admin.call(partnerRoutes.deletePartner, { ...of(luc), query: {} })
    await dead(fourth)
    await dead(`${fourth}x`)
  })

  test('two who confirm the same address at once: one gets it, the other is told why', async () => {
    const clients = [await someone(), await someone()]
    const tokens: string[] = []
    for (const [at, client] of clients.entries()) {
      const answer = await correct(client, { email: 'partage@exemple.fr' })
      expect(answer.status).toBe(200)
      tokens.push(await tokenTo('partage@exemple.fr', at + 1))
    }
    const answers = await Promise.all(tokens.map(confirm))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'email_taken' })
    expect((await signIn('partage@exemple.fr')).status).toBe(200)
    // Afterwards it is refused before any mail goes out.
    expect((await correct(await someone(), { email: 'Partage@exemple.fr' })).body).toMatchObject({
      code: 'email_taken',
      fields: [{ path: 'email' }],
    })
  })

  test('an invitation that was not accepted goes to the new address, and the old link dies', async () => {
    const body = { email: 'mauvaise@exemple.fr', fullName: 'Luc Invité', role: 'partner' as const }
    const { id } = await desk.app.admin.call(partnerRoutes.invite, { body })
    const tokenOf = async (to: string) => /token=([\w.-]+)/.exec((await desk.mailed(to, /^Invitation/))[0]?.text ?? '')?.[1] ?? ''
    const old = await tokenOf('mauvaise@exemple.fr')
    const corrected = await correct({ userId: id }, { fullName: 'Luc Invité', email: 'bonne@exemple.fr' })
    expect(corrected.body).toMatchObject({ email: 'bonne@exemple.fr', state: 'invited' })
    const open = (token: string) => desk.app.anonymous().try(authRoutes.openInvitation, { body: { token } })
    expect((await open(old)).body).toMatchObject({ code: 'link_invalid' })
    expect((await open(await tokenOf('bonne@exemple.fr'))).body).toMatchObject({ email: 'bonne@exemple.fr' })
  })

  test('staff are not corrected, and who may not change partners corrects nobody', async () => {
    const alan = await desk.app.newPerson('alan@acme.example', 'admin', 'Alan Admin')
    expect((await correct(alan, { email: 'mallory@exemple.fr' })).body).toMatchObject({ code: 'partner_not_active' })
    const viewer = await desk.app.newPerson('viewer@acme.example', 'admin', 'Vera Viewer')
    await desk.app.changeRole(viewer, 'admin', 'viewer')
    const luc = await someone()
    const request = { ...of(luc), body: { fullName: 'X', company: '', email: address() } }
    expect((await viewer.try(partnerCorrectionRoutes.correctPartner, request)).body).toMatchObject({ code: 'right_missing' })
    const note = await viewer.try(partnerProfileRoutes.addPartnerNote, { ...of(luc), body: { body: 'Non' } })
    expect(note.body).toMatchObject({ code: 'right_missing' })
    expect((await viewer.try(partnerProfileRoutes.getPartnerProfile, of(luc))).status).toBe(200)
  })

  test('the question before a deletion counts what stays and what goes, as the deletion then does', async () => {
    const marie = await desk.app.newPartner('marie.partante@exemple.fr', 'Marie Partante')
    await desk.app.assignContract(marie.userId, 'amendment')
    const lead = await marie.call(leadRoutes.addLead, { body: plainLead })
    await marie.call(leadRoutes.moveLead, { params: { id: lead.id }, body: { from: 'nouveau', to: 'signe' } })
    await desk.app.admin.call(partnerProfileRoutes.addPartnerNote, { ...of(marie), body: { body: 'Relancer' } })
    await signIn('marie.partante@exemple.fr')
    const effects = await desk.app.admin.call(partnerCorrectionRoutes.deletionEffects, of(marie))
    expect(effects).toEqual({
      stays: { leads: 1, commissions: 1, contracts: 1, payouts: 0 },
      owed: { validatedCents: 0, pendingCents: expect.any(Number) },
      recurring: { leads: 0, lastYearCents: 0 },
      goes: { sessions: 2, invitations: 0, unsignedContracts: 1, notes: 1 },
    })
    await desk.app.admin.call(partnerRoutes.deletePartner, { ...of(marie), query: {} })
    const after = await profile(marie)
    expect(after.leads.byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    expect(after.person.contract).toBe('signe')
    const counts = await desk.app.portal.database.asOwner(async (run) => {
      const { rows } = await run(
        `select (select count(*) from contracts where user_id = $1) as contracts,
          (select count(*) from auth.sessions where user_id = $1) as sessions,
          (select count(*) from partner_notes where partner_id = $1) as notes,
          (select count(*) from commissions where partner_id = $1) as commissions`,
        [marie.userId],
      )
      return rows[0]
    })
    expect(Object.values(counts ?? {}).map(Number)).toEqual([1, 0, 0, 1])
  })
})
