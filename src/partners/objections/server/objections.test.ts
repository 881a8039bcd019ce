import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { sessionRoutes } from '#access/api/session.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { type Client, password } from '#test/test-app.ts'
import { objectionRoutes } from '../api.ts'

const day = 86_400_000

// Staff who come, and days that pass, stay for the tests that follow.
describe.each(databaseKinds('full'))(
  'owners object to whom others give access to bank details, on %s',
  inOrder,
  (databaseKind) => {
    let world: PartnerMail
    /** Somebody else of the staff with both rights; the administrator does what owners object to. */
    let colleague: Client
    let owner: Client
    beforeAll(async () => {
      world = await PartnerMail.open(databaseKind)
      colleague = await world.app.newStaff('colleague@acme.example', 'administrator')
      await world.app.admin.call(settingsRoutes.saveSettings, { body: { colleagues: 99 } })
    })
    afterAll(() => world.close())
    beforeEach(async () => {
      await world.app.signIn(world.app.admin, 'admin@acme.example')
      await world.app.signIn(colleague, 'colleague@acme.example')
      await world.next()
      owner = world.partner
    })

    const params = () => ({ id: owner.userId })
    const newcomers = { count: 0 }
    /** Somebody whom the administrator brings into the company, who has come in. */
    const join = async (role: PartnerRole) => {
      newcomers.count += 1
      const body = { fullName: 'Nadia Nouvelle', email: `nadia${newcomers.count}@exemple.fr`, role, seesAmounts: false, password }
      const { people } = await world.app.admin.call(teamRoutes.inviteToPartner, { params: params(), body })
      const client = world.app.anonymous()
      client.userId = people.at(-1)?.id ?? ''
      const token = await world.app.invitationToken(client.userId)
      await client.call(authRoutes.acceptInvitation, { body: { token, fullName: body.fullName, password } })
      return client
    }
    const roleOf = async (client: Client) => (await client.call(sessionRoutes.currentSession, {})).me?.partner?.role
    /** The token of the link that the owner was sent, at this address. */
    const linkTo = async (address = world.address) => {
      await world.idle()
      const mail = world.mailbox.to(address).findLast(({ html }) => html?.includes('/objection?token='))
      return /objection[?]token=([\w.-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
    }
    const object = (token: string) => world.app.anonymous().try(objectionRoutes.object, { body: { token } })
    const objectionOf = async (person: Client) => {
      const { people } = await world.app.admin.call(teamRoutes.partnerTeam, { params: params() })
      return people.find(({ id }) => id === person.userId)?.objection ?? null
    }
    const answer = async (by: Client, person: Client, stays: boolean, proof: object = { password }) => {
      const appointmentId = (await objectionOf(person))?.appointmentId ?? ''
      return by.try(objectionRoutes.answerObjection, { params: { ...params(), appointmentId }, body: { stays, ...proof } })
    }

    test('those of before are told of an invitation, never who was invited alone; it is suspended at once', async () => {
      const newcomer = await join('owner')
      const token = await linkTo()
      const told = world.mailbox.mails.filter(({ subject }) => subject.startsWith('Accès aux coordonnées bancaires'))
      expect(told.map(({ to }) => to)).toEqual([world.address])
      const seen = await world.app.anonymous().call(objectionRoutes.openObjection, { body: { token } })
      expect(seen).toMatchObject({
        act: 'invited',
        by: 'Admin',
        fullName: 'Nadia Nouvelle',
        role: 'owner',
        hasObjection: false,
      })

      expect(await roleOf(newcomer)).toBe('owner')
      expect((await object(token)).body).toMatchObject({ hasObjection: true })
      expect(await roleOf(newcomer)).toBe('member')
      world.app.pass(2 * day)
      await world.app.signIn(newcomer, seen.email)
      expect((await newcomer.try(paymentRoutes.getPaymentInfo, {})).body.code).toBe('partner_role_missing')
      await world.app.signIn(owner, world.address)
      const { people } = await owner.call(teamRoutes.team, {})
      expect(people.map(({ isSuspended, objection, can }) => [isSuspended, objection, can.change, can.end])).toEqual([
        [false, null, false, false],
        [true, null, false, false],
      ])
      // Objecting again changes nothing.
      expect((await object(token)).status).toBe(200)
    })

    test('staff with both rights are told; who made it takes it back at most, somebody else lets it stay', async () => {
      const newcomer = await join('accountant')
      const token = await linkTo()
      await world.app.newStaff(`suivi${newcomers.count}@acme.example`, 'partner_manager')
      await world.idle()
      world.mailbox.mails.length = 0
      await object(token)
      await world.idle()
      const told = world.mailbox.mails.filter(({ subject }) => subject.startsWith('Opposition à traiter'))
      expect(told.map(({ to }) => to).toSorted()).toEqual(['admin@acme.example', 'colleague@acme.example'])

      expect((await answer(colleague, newcomer, true, {})).body.code).toBe('confirmation_required')
      expect((await answer(world.app.admin, newcomer, true)).body.code).toBe('own_appointment')
      expect(await roleOf(newcomer)).toBe('member')
      const { status, body } = await answer(colleague, newcomer, true)
      expect([status, body.people?.find(({ id }) => id === newcomer.userId)?.role]).toEqual([200, 'accountant'])
      expect(await roleOf(newcomer)).toBe('accountant')
      expect((await object(token)).body.code).toBe('link_invalid')
      await world.idle()
      expect(world.mailbox.to(world.address).at(-1)?.subject).toBe('Réponse à votre opposition')
    })

    test('without the right to money nobody answers', async () => {
      const newcomer = await join('accountant')
      await object(await linkTo())
      const manager = await world.app.newStaff(`gestion${newcomers.count}@acme.example`, 'partner_manager')
      expect((await answer(manager, newcomer, false)).body.code).toBe('right_missing')
      expect(await objectionOf(newcomer)).toMatchObject({ act: 'invited', maySustain: false })
    })

    test('an invitation that is taken back ends the access', async () => {
      const newcomer = await join('owner')
      await object(await linkTo())
      expect((await answer(world.app.admin, newcomer, false)).status).toBe(200)
      expect((await newcomer.try(teamRoutes.team, {})).status).toBe(401)
    })

    test('a role that is taken back is the one of before; until then nobody changes it', async () => {
      const member = await join('member')
      expect(await linkTo()).toBe('')
      const change = (role: PartnerRole) =>
        world.app.admin.try(teamRoutes.changePersonOfPartner, {
          params: { ...params(), personId: member.userId },
          body: { role, seesAmounts: false, password },
        })
      expect((await change('owner')).status).toBe(200)
      await object(await linkTo())
      expect((await change('accountant')).body.code).toBe('role_objected')
      expect((await answer(world.app.admin, member, false)).status).toBe(200)
      expect(await roleOf(member)).toBe('member')
      expect((await change('manager')).status).toBe(200)
    })

    test('another main person is the one of before again, until somebody else lets it stay', async () => {
      const second = await join('owner')
      const mainOf = async () => {
        const { people } = await world.app.admin.call(teamRoutes.partnerTeam, { params: params() })
        return people.find(({ isMain }) => isMain)?.id
      }
      await world.app.admin.call(teamRoutes.chooseMainPerson, { params: params(), body: { personId: second.userId, password } })
      expect(await mainOf()).toBe(second.userId)
      await object(await linkTo())
      expect(await mainOf()).toBe(owner.userId)
      expect((await answer(colleague, second, true)).status).toBe(200)
      expect(await mainOf()).toBe(second.userId)
    })

    const correct = (email: string) =>
      world.app.admin.try(partnerCorrectionRoutes.correctPartner, {
        params: params(),
        body: { fullName: 'Marie Dupont', company: '', email, password },
      })
    const confirmation = async (email: string) => {
      await world.idle()
      const mail = world.mailbox.to(email).findLast(({ subject }) => subject.startsWith('Confirmez'))
      return /[?]token=([\w.-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
    }
    const confirm = (token: string) => world.app.anonymous().try(partnerCorrectionRoutes.confirmEmailChange, { body: { token } })

    test('a new address that waits is not confirmed while its objection waits', async () => {
      const email = `autre.${world.address}`
      await correct(email)
      const token = await confirmation(email)
      await object(await linkTo())
      expect((await confirm(token)).body.code).toBe('link_invalid')
      expect((await answer(colleague, owner, true)).status).toBe(200)
      expect((await confirm(token)).status).toBe(200)
      expect(await roleOf(owner)).toBe('owner')
    })

    test('of the only owner, the mailbox of before objects to the new address, which is taken back', async () => {
      const email = `pirate.${world.address}`
      await correct(email)
      const token = await linkTo()
      expect((await confirm(await confirmation(email))).status).toBe(200)
      await object(token)
      expect(await roleOf(owner)).toBe('member')
      expect((await answer(world.app.admin, owner, false)).status).toBe(200)
      // Whoever has read the other mailbox is out; the owner chooses a password anew.
      expect((await owner.try(teamRoutes.team, {})).status).toBe(401)
      for (const address of [email, world.address]) {
        expect((await world.app.anonymous().try(authRoutes.signIn, { body: { email: address, password } })).status).toBe(401)
      }
      await world.idle()
      const mail = world.mailbox.to(world.address).findLast(({ html }) => html?.includes('/reset?token='))
      const reset = /reset[?]token=([\w.-]+)/.exec(mail?.html ?? '')?.[1] ?? ''
      const chosen = 'lune-verte-et-douce'
      await world.app.anonymous().call(authRoutes.resetPassword, { body: { token: reset, password: chosen } })
      await owner.call(authRoutes.signIn, { body: { email: world.address, password: chosen } })
      expect(await roleOf(owner)).toBe('owner')
    })

    test('while an objection waits, nothing else is decided about owners and accountants', async () => {
      const newcomer = await join('owner')
      await object(await linkTo())
      const person = { ...params(), personId: newcomer.userId }
      const { admin } = world.app
      const email = `weiterer${newcomers.count}@exemple.fr`
      const body = { fullName: 'Yves Autre', email, role: 'owner' as const, seesAmounts: false, password }
      const refused = [
        await admin.try(teamRoutes.inviteToPartner, { params: params(), body }),
        await admin.try(teamRoutes.endPersonOfPartner, { params: person, query: {} }),
        await correct(`zweite.${world.address}`),
        await owner.try(teamRoutes.inviteColleague, { body }),
      ]
      expect(refused.map(({ body: { code } }) => code)).toEqual(refused.map(() => 'role_objected'))
      expect((await answer(admin, newcomer, false)).status).toBe(200)
    })

    test('who came to the staff afterwards does not let it stay', async () => {
      const newcomer = await join('accountant')
      await object(await linkTo())
      world.app.pass(1000)
      const late = await world.app.newStaff(`spaet${newcomers.count}@acme.example`, 'administrator')
      expect((await answer(late, newcomer, true)).body.code).toBe('own_appointment')
      expect((await answer(late, newcomer, false)).status).toBe(200)
    })

    test('who was appointed appoints nobody for a day', async () => {
      const newcomer = await join('owner')
      const body = {
        fullName: 'Yves Autre',
        email: `yves${newcomers.count}@exemple.fr`,
        role: 'owner' as const,
        seesAmounts: false,
      }
      const refused = await newcomer.try(teamRoutes.inviteColleague, { body: { ...body, password } })
      expect(refused.body.code).toBe('bank_details_wait')
    })

    test('a main person who comes in reads of those who were invited before, who wait for a day', async () => {
      const { admin } = world.app
      const address = `hugo${newcomers.count}@exemple.fr`
      const { id } = await admin.call(partnerRoutes.invite, { body: { email: address, fullName: 'Hugo Neuf', role: 'partner' } })
      newcomers.count += 1
      const planted = { fullName: 'Paul Planté', email: `paul${newcomers.count}@exemple.fr`, role: 'accountant' as const }
      const { people } = await admin.call(teamRoutes.inviteToPartner, {
        params: { id },
        body: { ...planted, seesAmounts: false, password },
      })
      const paul = world.app.anonymous()
      paul.userId = people.at(-1)?.id ?? ''
      const accept = async (client: Client, userId: string, fullName: string) =>
        client.call(authRoutes.acceptInvitation, { body: { token: await world.app.invitationToken(userId), fullName, password } })
      await accept(paul, paul.userId, planted.fullName)
      expect(await linkTo(address)).toBe('')
      await accept(world.app.anonymous(), id, 'Hugo Neuf')
      expect((await object(await linkTo(address))).body).toMatchObject({
        act: 'invited',
        fullName: 'Paul Planté',
        hasObjection: true,
      })
      expect(await roleOf(paul)).toBe('member')
    })

    test('who was moved here stays as a member where it is taken back', async () => {
      const other = await world.app.newPartner(`autre${newcomers.count}@exemple.fr`, 'Olga Autre')
      const body = {
        fullName: 'Max Mobile',
        email: `max${newcomers.count}@exemple.fr`,
        role: 'member' as const,
        seesAmounts: false,
      }
      const { people } = await world.app.admin.call(teamRoutes.inviteToPartner, { params: { id: other.userId }, body })
      const max = world.app.anonymous()
      max.userId = people.at(-1)?.id ?? ''
      const token = await world.app.invitationToken(max.userId)
      await max.call(authRoutes.acceptInvitation, { body: { token, fullName: body.fullName, password } })
      const move = { personId: max.userId, toPartnerId: owner.userId, withLeads: false }
      const part = { role: 'accountant' as const, seesAmounts: false }
      const query = { personId: max.userId, toPartnerId: owner.userId }
      const { state } = await world.app.admin.call(mergingRoutes.movePreview, { params: { id: other.userId }, query })
      await world.app.admin.call(mergingRoutes.movePerson, {
        params: { id: other.userId },
        body: { ...move, ...part, reason: 'rachat', state, password },
      })
      await object(await linkTo())
      expect(await roleOf(max)).toBe('member')
      expect((await answer(world.app.admin, max, false)).status).toBe(200)
      expect(await roleOf(max)).toBe('member')
    })

    test('a link works for 30 days, and for what it was sent alone', async () => {
      await join('owner')
      const token = await linkTo()
      const [id = '', signature = ''] = token.split('.')
      const forged = `${id.replace(/^./, (first) => (first === '0' ? '1' : '0'))}.${signature}`
      expect((await object(forged)).body.code).toBe('link_invalid')
      world.app.pass(31 * day)
      expect((await object(token)).body.code).toBe('link_invalid')
    })
  },
)
