import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { type PartnerRole, system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { linkToken } from '#platform/server/secrets/links.ts'
import { databaseKinds } from '#test/databases.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { teamRoutes } from '../api.ts'

const day = 86_400_000
const bank = { company: 'Dupont', iban: 'FR7630006000011234567890189', address: '1 rue du Port', country: 'France' }
const reason = 'Réorganisation des secteurs'
const proven = { password }
type Proof = Partial<typeof proven>
/** A request of staff, sent by somebody with or without a proof. */
type Act = (by: Client, proof: Proof) => Promise<{ status: number; body: { code?: string; facts?: object } }>

describe.each(databaseKinds())('who reaches the bank details of a partner, on %s', (databaseKind) => {
  let app: TestApp
  /** Somebody of staff with the right to partners and without the one to money. */
  let manager: Client
  let people = 0
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    await app.admin.call(settingsRoutes.saveSettings, { body: { colleagues: 99 } })
    manager = await app.newStaff('suivi@acme.example', 'partner_manager')
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    // A test before may have let a day pass.
    await app.signIn(app.admin, 'admin@acme.example')
    await app.signIn(manager, 'suivi@acme.example')
  })

  const newAddress = () => {
    people += 1
    return `personne${people}@exemple.fr`
  }
  const lastAddress = () => `personne${people}@exemple.fr`
  const newOwner = () => app.newPartner(newAddress(), 'Olga Propriétaire')
  const join = (owner: Client, role: PartnerRole) =>
    joinPartner(app, owner, { email: newAddress(), role, fullName: 'Paul Collègue' })
  const colleague = (role: PartnerRole) => ({ fullName: 'Paul Collègue', email: newAddress(), role })
  const invite = (owner: Client, role: PartnerRole, proof: Proof = {}) =>
    owner.try(teamRoutes.inviteColleague, { body: { ...colleague(role), ...proof } })
  const change = (owner: Client, { userId: id }: Client, role: PartnerRole, proof: Proof = {}) =>
    owner.try(teamRoutes.changeColleague, { params: { id }, body: { role, seesAmounts: false, ...proof } })
  const rolesOf = async ({ userId: id }: Client) =>
    (await app.admin.call(teamRoutes.partnerTeam, { params: { id } })).people.map(({ role }) => role)
  const codeOf = ({ status, body }: Awaited<ReturnType<Act>>) => [status, body.code]
  const asked = [403, 'confirmation_required']

  test('an owner invites owners and accountants for a proof, others without', async () => {
    const owner = await newOwner()
    for (const role of ['owner', 'accountant'] as const) {
      const { status, body } = await invite(owner, role)
      expect([status, body.code, body.facts]).toEqual([...asked, { by: 'password' }])
      expect(codeOf(await invite(owner, role, { password: 'pas-le-bon' }))).toEqual([403, 'wrong_password'])
    }
    expect(await rolesOf(owner)).toEqual(['owner'])
    for (const role of ['owner', 'accountant'] as const) expect((await invite(owner, role, proven)).status).toBe(201)
    for (const role of ['manager', 'member'] as const) expect((await invite(owner, role)).status).toBe(201)
    expect((await rolesOf(owner)).toSorted()).toEqual(['accountant', 'manager', 'member', 'owner', 'owner'])
  })

  test('an owner gives and takes these roles for a proof, others without', async () => {
    const owner = await newOwner()
    const person = await join(owner, 'member')
    expect((await change(owner, person, 'manager')).status).toBe(200)
    expect(codeOf(await change(owner, person, 'accountant'))).toEqual(asked)
    expect(await rolesOf(owner)).toEqual(['owner', 'manager'])
    expect((await change(owner, person, 'accountant', proven)).status).toBe(200)
    expect(codeOf(await change(owner, person, 'member'))).toEqual(asked)
    expect(await rolesOf(owner)).toEqual(['owner', 'accountant'])
    expect((await change(owner, person, 'member', proven)).status).toBe(200)
  })

  const move = async (from: Client, { userId: personId }: Client, to: Client, role: PartnerRole): Promise<Act> => {
    const [params, query] = [{ id: from.userId }, { personId, toPartnerId: to.userId }]
    const { state } = await app.admin.call(mergingRoutes.movePreview, { params, query })
    const body = { ...query, role, withLeads: false, reason, state }
    return (by, proof) => by.try(mergingRoutes.movePerson, { params, body: { ...body, ...proof } })
  }
  const merge = async (from: Client, into: Client, ownersBecome: 'owner' | 'manager'): Promise<Act> => {
    const [params, query] = [{ id: from.userId }, { intoPartnerId: into.userId }]
    const { state } = await app.admin.call(mergingRoutes.mergePreview, { params, query })
    const body = { ...query, ownersBecome, reason, state }
    return (by, proof) => by.try(mergingRoutes.mergePartner, { params, body: { ...body, ...proof } })
  }
  const correct = ({ userId: id }: Pick<Client, 'userId'>, email: string): Act => {
    const body = { fullName: 'Olga Propriétaire', company: 'Dupont', email }
    return (by, proof) => by.try(partnerCorrectionRoutes.correctPartner, { params: { id }, body: { ...body, ...proof } })
  }
  const chooseMain = ({ userId: id }: Client, { userId: personId }: Client): Act => {
    return (by, proof) => by.try(teamRoutes.chooseMainPerson, { params: { id }, body: { personId, ...proof } })
  }
  const inviteTo = ({ userId: id }: Pick<Client, 'userId'>, role: PartnerRole): Act => {
    const body = colleague(role)
    return (by, proof) => by.try(teamRoutes.inviteToPartner, { params: { id }, body: { ...body, ...proof } })
  }
  const changeOf = ({ userId: id }: Client, { userId: personId }: Client, role: PartnerRole): Act => {
    const body = { role, seesAmounts: false }
    return (by, proof) => by.try(teamRoutes.changePersonOfPartner, { params: { id, personId }, body: { ...body, ...proof } })
  }

  /** What staff do to a new company so that somebody reaches its bank details. */
  const appointments: Readonly<Record<string, () => Promise<Act>>> = {
    'invite an accountant': async () => inviteTo(await newOwner(), 'accountant'),
    'make a member an owner': async () => {
      const owner = await newOwner()
      return changeOf(owner, await join(owner, 'member'), 'owner')
    },
    'choose another main person': async () => {
      const owner = await newOwner()
      return chooseMain(owner, await join(owner, 'owner'))
    },
    'give the main person another address': async () => correct(await newOwner(), newAddress()),
    'move a member, as an accountant': async () => {
      const from = await newOwner()
      return move(from, await join(from, 'member'), await newOwner(), 'accountant')
    },
    'merge a company, whose owners stay owners': async () => merge(await newOwner(), await newOwner(), 'owner'),
    'merge a company, whose owners become managers': async () => merge(await newOwner(), await newOwner(), 'manager'),
    'merge a company, whose accountant goes along': async () => {
      const from = await newOwner()
      await join(from, 'accountant')
      return merge(from, await newOwner(), 'manager')
    },
  }
  test.each(Object.keys(appointments))('staff %s for a proof, and with the right to money alone', async (name) => {
    const act = await appointments[name]?.()
    if (!act) throw new Error(`no act ${name}`)
    const { status, body } = await act(manager, proven)
    expect([status, body.code, body.facts]).toEqual([403, 'right_missing', { right: 'money' }])
    expect(codeOf(await act(app.admin, {}))).toEqual(asked)
    expect(codeOf(await act(app.admin, { password: 'pas-le-bon' }))).toEqual([403, 'wrong_password'])
    expect((await act(app.admin, proven)).status).toBeLessThan(300)
  })

  /** The same by which nobody does, or where nobody is there who could be told. */
  const others: Readonly<Record<string, () => Promise<Act>>> = {
    'invite a manager': async () => inviteTo(await newOwner(), 'manager'),
    'make an accountant a member': async () => {
      const owner = await newOwner()
      return changeOf(owner, await join(owner, 'accountant'), 'member')
    },
    'correct a name': async () => {
      const owner = await newOwner()
      return correct(owner, lastAddress())
    },
    'give an owner who has not come in another address': async () => correct(await invited(), newAddress()),
  }
  const invited = async () => {
    const body = { email: newAddress(), fullName: 'Olga Propriétaire', role: 'partner' as const }
    return { userId: (await app.admin.call(partnerRoutes.invite, { body })).id }
  }
  test.each(Object.keys(others))('staff %s with the right to partners, unasked', async (name) => {
    const act = await others[name]?.()
    expect((await act?.(manager, {}))?.status).toBeLessThan(300)
  })

  test('staff invite an accountant before an owner has come in for a proof, without the right to money', async () => {
    const act = inviteTo(await invited(), 'accountant')
    expect(codeOf(await act(manager, {}))).toEqual(asked)
    expect((await act(manager, proven)).status).toBe(201)
  })

  test('staff take away an owner who has come in with the right to money alone', async () => {
    const from = await newOwner()
    const second = await join(from, 'owner')
    const params = { id: from.userId, personId: second.userId }
    const acts: Act[] = [
      await move(from, second, await newOwner(), 'member'),
      (by) => by.try(teamRoutes.endPersonOfPartner, { params, query: {} }),
      (by) => by.try(teamRoutes.changePersonOfPartner, { params, body: { role: 'member', seesAmounts: false } }),
    ]
    for (const act of acts) expect(codeOf(await act(manager, {}))).toEqual([403, 'right_missing'])
    expect((await acts[2]?.(app.admin, {}))?.status).toBe(200)
  })

  test('staff without the right to money are offered no other main person', async () => {
    const owner = await newOwner()
    await join(owner, 'owner')
    const offered = async (by: Client) => {
      const team = await by.call(teamRoutes.partnerTeam, { params: { id: owner.userId } })
      return team.people.map(({ can }) => can.makeMain)
    }
    expect(await offered(app.admin)).toEqual([false, true])
    expect(await offered(manager)).toEqual([false, false])
  })

  /** What comes of reading the bank details, and of saving them. */
  const bankBy = async (who: Client) => {
    const read = await who.try(paymentRoutes.getPaymentInfo, {})
    const saved = await who.try(paymentRoutes.savePaymentInfo, { body: { ...bank, password } })
    return [read, saved].map(({ status, body }) => (status === 200 ? status : [status, body.code, body.facts]))
  }
  /** Reads and changes none of them before a day has passed, and both after it. */
  const waitsADay = async (who: Client, email: string) => {
    const refusal = [409, 'bank_details_wait', { until: new Date(app.now.getTime() + day).toISOString() }]
    expect(await bankBy(who)).toEqual([refusal, refusal])
    app.pass(day - 1)
    await app.signIn(who, email)
    expect(await bankBy(who)).toEqual([refusal, refusal])
    app.pass(1)
    expect(await bankBy(who)).toEqual([200, 200])
  }

  test('whoever gets such a role reads and changes them a day later; whoever had it before, at once', async () => {
    for (const role of ['owner', 'accountant'] as const) {
      const owner = await newOwner()
      const person = await join(owner, 'member')
      const address = lastAddress()
      expect((await change(owner, person, role, proven)).status).toBe(200)
      expect(await bankBy(owner)).toEqual([200, 200])
      await waitsADay(person, address)
    }
  })

  test('whoever was invited waits for a day from when they come in', async () => {
    const owner = await newOwner()
    const { body } = await invite(owner, 'accountant', proven)
    const [id, email] = [body.people.at(-1)?.id ?? '', lastAddress()]
    app.pass(3 * day)
    const accountant = app.anonymous()
    const token = await app.invitationToken(id)
    await accountant.call(authRoutes.acceptInvitation, { body: { token, fullName: 'Paul Collègue', password } })
    await waitsADay(accountant, email)
  })

  test('whoever comes by a move or a merge waits for a day', async () => {
    const [from, to] = [await newOwner(), await newOwner()]
    const person = await join(from, 'accountant')
    const address = lastAddress()
    expect((await (await move(from, person, to, 'accountant'))(app.admin, proven)).status).toBe(200)
    await waitsADay(person, address)

    await app.signIn(app.admin, 'admin@acme.example')
    const merged = await newOwner()
    const mergedAddress = lastAddress()
    expect((await (await merge(merged, to, 'owner'))(app.admin, proven)).status).toBe(200)
    await waitsADay(merged, mergedAddress)
  })

  test('the main person waits for a day once another address of theirs counts', async () => {
    const owner = await newOwner()
    const email = newAddress()
    expect((await correct(owner, email)(app.admin, proven)).status).toBe(200)
    expect(await bankBy(owner)).toEqual([200, 200])
    const { id } = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('email_changes').select('id').where('user_id', '=', owner.userId).executeTakeFirstOrThrow(),
    )
    const token = linkToken(app.portal.config, 'email-change', id)
    await app.anonymous().call(partnerCorrectionRoutes.confirmEmailChange, { body: { token } })
    await waitsADay(owner, email)
  })
})
