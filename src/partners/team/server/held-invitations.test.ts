import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { reminderRoutes } from '#communication/reminders/api.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Answer, type Client, password, type TestApp } from '#test/test-app.ts'
import { type Team, teamRoutes } from '../api.ts'

const proven = { password }

describe.each(databaseKinds())('the address of an invited colleague that somebody else has, on %s', (databaseKind) => {
  let mail: PartnerMail
  let app: TestApp
  let people = 0
  beforeAll(async () => {
    mail = await PartnerMail.open(databaseKind)
    app = mail.app
    // What people are told of each address names the same day, at whatever hour the test runs.
    app.passTo(`${new Date(app.now.getTime() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`)
    await app.admin.call(settingsRoutes.saveSettings, { body: { colleagues: 9 } })
  })
  afterAll(() => mail.close())

  /** An address of the same length as all others. */
  const newAddress = (kind = 'autre') => {
    people += 1
    return `${kind}${String(people).padStart(2, '0')}@exemple.fr`
  }
  const newOwner = () => {
    // So many people come in that an address would have to wait.
    app.pass(120_000)
    return app.newPartner(newAddress(), 'Olga Propriétaire')
  }
  const invite = (owner: Client, email: string, role: PartnerRole = 'manager', proof: Partial<typeof proven> = {}) =>
    owner.try(teamRoutes.inviteColleague, { body: { fullName: 'Paul Collègue', email, role, ...proof } })
  /** Somebody who was invited by an owner. Returns their id. */
  const invited = async (owner: Client, email: string) => {
    const { status, body } = await invite(owner, email)
    expect(status).toBe(201)
    return body.people.at(-1)?.id ?? ''
  }
  const resend = (owner: Client, id: string) => owner.try(teamRoutes.resendToColleague, { params: { id } })
  const teamOf = (client: Client) => client.try(teamRoutes.team, {})
  const seenByStaff = async ({ userId: id }: Client) =>
    (await app.admin.call(teamRoutes.partnerTeam, { params: { id } })).people.map(({ email, state, hasAccountElsewhere }) => [
      email,
      state,
      hasAccountElsewhere,
    ])
  const mailsTo = async (address: string) => {
    await mail.idle()
    return mail.mailbox.mails.splice(0).filter(({ to }) => to === address)
  }

  const holders = {
    assoc: (email: string) => app.newPartner(email),
    equip: (email: string) => app.newPerson(email, 'admin'),
    invit: (email: string) => app.admin.call(partnerRoutes.invite, { body: { email, fullName: 'Inès', role: 'partner' } }),
  }

  /** What stays of a text when ids, addresses, times and tokens are left out. */
  const plain = (value: unknown) =>
    JSON.stringify(value)
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
      .replaceAll(/\w+@exemple\.fr/g, 'address')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      .replaceAll(/token=[\w.-]+/g, 'token')
      .replaceAll(/\d{1,2}:\d\d|\d{1,2} h \d\d/g, 'time')
  const shapeOf = ({ status, headers, body }: Answer<unknown>) =>
    plain([status, Object.keys(headers).toSorted(), headers['content-length'], body])

  /** Everything that owners see of an invitation by this address. */
  const storyOf = async (email: string) => {
    const owner = await newOwner()
    const second = await joinPartner(app, owner, { email: newAddress(), role: 'owner' })
    await mail.idle()
    mail.mailbox.mails.length = 0
    let params = { id: '' }
    const change = (role: PartnerRole) =>
      owner.try(teamRoutes.changeColleague, { params, body: { role, seesAmounts: false, ...proven } })
    const answers: Answer<Partial<Team>>[] = []
    for (const step of [
      () => invite(owner, email, 'accountant'),
      () => invite(owner, email, 'accountant', proven),
      () => teamOf(owner),
      () => resend(owner, params.id),
      () => change('member'),
      () => change('owner'),
      () => teamOf(second),
      () => invite(owner, email),
      () => owner.try(teamRoutes.endColleague, { params, query: {} }),
      () => resend(owner, params.id),
      () => invite(owner, email),
      () => teamOf(second),
    ]) {
      const answer = await step()
      answers.push(answer)
      if (answers.length === 2) params = { id: answer.body.people.at(-1)?.id ?? '' }
      // Mails say what there is when they leave.
      await mail.idle()
    }
    const told = mail.mailbox.mails.filter(({ to }) => to !== email).map(({ subject, text }) => [subject, text])
    return { statuses: answers.map(({ status }) => status), answers: answers.map(shapeOf), told: told.map(plain) }
  }

  test('is no other to owners than one that nobody has, whatever they do', async () => {
    const free = await storyOf(newAddress('libre'))
    expect(free.statuses).toEqual([403, 201, 200, 200, 200, 200, 200, 409, 200, 404, 201, 200])
    expect(free.told).not.toEqual([])
    for (const [kind, hold] of Object.entries(holders)) {
      const email = newAddress(kind)
      await hold(email)
      expect(await storyOf(email)).toEqual(free)
    }
  })

  test('takes no other place in the database that an owner reads', async () => {
    const owner = await newOwner()
    const email = newAddress()
    await app.newPartner(email)
    const held = await invited(owner, email)
    const known = await invited(owner, newAddress())
    const { rows } = await app.portal.database.asOwner((run) =>
      run("select subject_id, name, after - 'invitationId' as after from events where partner_id = $1 and audience = 'partner'", [
        owner.userId,
      ]),
    )
    const toldOf = (id: string) => rows.filter(({ subject_id }) => subject_id === id).map(({ name, after }) => [name, after])
    expect(toldOf(held)).toEqual(toldOf(known))
    expect(toldOf(held)).toHaveLength(1)
    const partner = { id: owner.userId, role: 'owner' as const, seesAmounts: true }
    const read = app.portal.database.asActor({ kind: 'partner', userId: owner.userId, partner, contractSigned: true }, (tx) =>
      tx.selectFrom('profiles').select('address_taken').execute(),
    )
    await expect(read).rejects.toThrow('permission denied for table profiles')
  })

  test('is refused where it is somebody’s of the company, whom the owner sees', async () => {
    const owner = await newOwner()
    const [joined, open, held] = [newAddress(), newAddress(), newAddress()]
    await joinPartner(app, owner, { email: joined, role: 'member' })
    await app.newPartner(held)
    for (const email of [open, held]) expect((await invite(owner, email)).status).toBe(201)
    for (const email of [joined, open, held, joined.toUpperCase()]) {
      expect(await invite(owner, email)).toMatchObject({
        status: 409,
        body: { code: 'email_taken', fields: [{ path: 'email' }] },
      })
    }
  })

  test('gets a mail without a link to come in, at each invitation, that says what there is', async () => {
    const owner = await newOwner()
    const [account, open] = [newAddress(), newAddress()]
    await app.newPartner(account, 'Marthe Titulaire')
    await holders.invit(open)
    await mailsTo(open)
    const id = await invited(owner, account)
    const [first, ...more] = await mailsTo(account)
    expect([first?.subject, more]).toEqual(['Une invitation à rejoindre Olga Propriétaire', []])
    expect(first?.text).toContain('Bonjour Marthe Titulaire,')
    expect(first?.text).toContain(
      'Olga Propriétaire vous invite à rejoindre Olga Propriétaire dans l’espace partenaires d’Acme & Fils.',
    )
    expect(first?.text).toContain('Vous avez déjà un compte avec cette adresse')
    expect(first?.text).toContain('aide@acme.example')
    expect(first?.text).toContain('https://portal.test/auth')
    expect(first?.text).not.toContain('token=')
    expect((await resend(owner, id)).status).toBe(200)
    expect(await mailsTo(account)).toHaveLength(1)
    await invited(owner, open)
    const [other] = await mailsTo(open)
    expect(other?.text).toContain('Vous avez déjà une invitation avec cette adresse')
    expect(other?.text).not.toContain('https://')
  })

  test('is seen as taken by staff, in the list and in the history, and reminded of by nobody', async () => {
    const owner = await newOwner()
    const [taken, free] = [newAddress(), newAddress()]
    await app.newPartner(taken)
    const [held] = [await invited(owner, taken), await invited(owner, free)]
    expect((await seenByStaff(owner)).slice(1)).toEqual([
      [taken, 'invited', true],
      [free, 'invited', false],
    ])
    const params = { id: owner.userId }
    const { items } = await app.admin.call(partnerProfileRoutes.partnerHistory, { params, query: {} })
    expect(items.filter(({ what }) => what === 'invitation.held')).toHaveLength(1)
    expect(await app.admin.call(reminderRoutes.remindInvitations, { body: { ids: [held] } })).toEqual({ reminded: 0, skipped: 1 })
  })

  test('counts as a colleague', async () => {
    const owner = await newOwner()
    const [params, email] = [{ id: owner.userId }, newAddress()]
    await app.newPartner(email)
    await app.admin.call(teamRoutes.allowColleagues, { params, body: { colleagues: 1 } })
    await invited(owner, email)
    expect(await invite(owner, newAddress())).toMatchObject({ status: 409, body: { code: 'team_full' } })
  })

  test('stays whose it is: they sign in, choose a new password and are found by it', async () => {
    const owner = await newOwner()
    const email = newAddress()
    const { userId } = await app.newPartner(email)
    await invited(owner, email)
    expect((await app.signIn(app.anonymous(), email)).userId).toBe(userId)
    await mailsTo(email)
    await app.anonymous().call(authRoutes.requestPasswordReset, { body: { email } })
    expect((await mailsTo(email)).map(({ text }) => text.includes('token='))).toEqual([true])
    const found = await app.admin.call(partnerRoutes.upsertPartner, {
      params: { externalId: `crm-${email}` },
      body: { email, fullName: 'Marie Dupont' },
    })
    expect(found).toMatchObject({ created: false, partner: { id: userId } })
    expect(await invite(app.admin, email)).toMatchObject({ status: 403 })
    const body = { email, fullName: 'Marie', role: 'partner' as const }
    expect(await app.admin.try(partnerRoutes.invite, { body })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('is the colleague’s once the account has ended and the invitation is sent again', async () => {
    const owner = await newOwner()
    const email = newAddress()
    const { userId } = await app.newPartner(email)
    const id = await invited(owner, email)
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: userId }, query: {} })
    await mailsTo(email)
    expect((await resend(owner, id)).status).toBe(200)
    const [sent] = await mailsTo(email)
    const token = /token=([\w.-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
    expect((await seenByStaff(owner)).at(-1)).toEqual([email, 'invited', false])
    const answer = { body: { token, fullName: 'Paul Collègue', password } }
    await app.anonymous().call(authRoutes.acceptInvitation, answer)
    expect((await seenByStaff(owner)).at(-1)).toEqual([email, 'active', false])
    expect(await resend(owner, id)).toMatchObject({ status: 409, body: { code: 'invitation_not_pending' } })
  })

  test('is one’s of two who invite it at once, and neither owner learns whose', async () => {
    const owners = [await newOwner(), await newOwner()]
    const email = newAddress()
    const answers = await Promise.all(owners.map((owner) => invite(owner, email)))
    expect(answers.map(shapeOf)).toEqual(Array.from(answers, () => shapeOf(answers[0] as Answer<unknown>)))
    const seen = await Promise.all(owners.map(seenByStaff))
    expect(seen.map((team) => team.at(-1)?.[2]).toSorted()).toEqual([false, true])
    const ids = answers.map(({ body }) => body.people.at(-1)?.id ?? '')
    const again = await Promise.all(owners.map((owner, at) => resend(owner, ids[at] ?? '')))
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    expect(await Promise.all(owners.map(seenByStaff))).toEqual(seen)
  })

  test('ends the invitation when staff move whoever has it to the company', async () => {
    const [owner, former] = [await newOwner(), await newOwner()]
    const email = newAddress()
    const { userId: personId } = await joinPartner(app, former, { email, role: 'member' })
    await invited(owner, email)
    const [params, query] = [{ id: former.userId }, { personId, toPartnerId: owner.userId }]
    const { state } = await app.admin.call(mergingRoutes.movePreview, { params, query })
    const body = { ...query, role: 'member' as const, withLeads: false, reason: 'Demande de la personne', state }
    await app.admin.call(mergingRoutes.movePerson, { params, body })
    expect((await seenByStaff(owner)).slice(1)).toEqual([[email, 'active', false]])
  })
})
