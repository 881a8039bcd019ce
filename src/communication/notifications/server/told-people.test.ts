import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PartnerRole } from '#access/domain/actor.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { joinPartner, leavePartner } from '#test/partner-people.ts'
import { retryJobsNow } from '#test/retry-jobs.ts'
import type { Client } from '#test/test-app.ts'
import { notificationRoutes } from '../api/notifications.ts'

const form = { name: 'Paul Bernard', company: 'Boulangerie Bernard', email: 'p@b.fr', offerType: 'star' as const }

describe.each(databaseKinds())('the people of a partner on %s', (databaseKind) => {
  let world: PartnerMail
  let people: Readonly<Record<PartnerRole, Client>>
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.next()
    const join = (role: PartnerRole) =>
      joinPartner(world.app, world.partner, { email: addressOf(role), role, fullName: `Nadia ${role}` })
    people = {
      owner: world.partner,
      manager: await join('manager'),
      member: await join('member'),
      accountant: await join('accountant'),
    }
    await world.idle()
    world.mailbox.mails.length = 0
  })

  const addressOf = (role: PartnerRole) => (role === 'owner' ? world.address : `${role}${world.partners}@exemple.fr`)
  const addLead = (by: Client) => by.call(leadRoutes.addLead, { body: { ...form, estimatedAmountCents: 100_000 } })
  const say = (id: string) => world.app.admin.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Bonjour' } })
  const roles = ['owner', 'manager', 'member', 'accountant'] as const
  const told = async () => {
    await world.idle()
    const to = world.mailbox.mails.splice(0).map((mail) => mail.to)
    return roles.filter((role) => to.includes(addressOf(role)))
  }
  const marked = async () => {
    await world.app.marked()
    const { rows } = await world.app.portal.database.asOwner((run) => run('select user_id from unread_leads', []))
    return roles.filter((role) => rows.some((row) => row.user_id === people[role].userId))
  }
  const follow = (role: PartnerRole, colleaguesLeads: boolean) =>
    people[role].call(notificationRoutes.saveNotifications, { body: { switchedOff: [], colleaguesLeads } })

  test('are mailed news of a lead where it is theirs, owners of all leads', async () => {
    await say((await addLead(people.member)).id)
    expect(await told()).toEqual(['owner', 'member'])
    await say((await addLead(people.manager)).id)
    expect(await told()).toEqual(['owner', 'manager'])
  })

  test('have marks of unread leads as they have mails', async () => {
    await say((await addLead(people.member)).id)
    expect(await marked()).toEqual(['owner', 'member'])
  })

  test('choose whether they are told about the leads of their colleagues, by mail and by marks', async () => {
    expect((await follow('owner', false)).colleaguesLeads).toBe(false)
    expect((await follow('manager', true)).colleaguesLeads).toBe(true)
    await say((await addLead(people.member)).id)
    expect([await told(), await marked()]).toEqual([
      ['manager', 'member'],
      ['manager', 'member'],
    ])
  })

  test('are not asked for that choice where they do not read leads of colleagues', async () => {
    for (const role of ['member', 'accountant'] as const) {
      expect(await people[role].call(notificationRoutes.getNotifications, {})).not.toHaveProperty('colleaguesLeads')
      const refused = await people[role].try(notificationRoutes.saveNotifications, {
        body: { switchedOff: [], colleaguesLeads: true },
      })
      expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    }
  })

  test('are offered the switches of the mails that their role gets', async () => {
    const kindsOf = async (role: PartnerRole) => (await people[role].call(notificationRoutes.getNotifications, {})).kinds
    expect(await kindsOf('owner')).toBeUndefined()
    expect(await kindsOf('manager')).toEqual(['dispute_answered'])
    expect(await kindsOf('member')).toEqual([])
    expect(await kindsOf('accountant')).not.toContain('contract_to_sign')
  })

  test('are written about money as owners and accountants, no amount to anybody else', async () => {
    const { id } = await addLead(people.member)
    await world.app.admin.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
    await told()
    const rows = await world.app.portal.database.asOwner((run) =>
      run('select id from commissions where partner_id = $1', [world.partner.userId]),
    )
    await world.validate(String(rows.rows[0]?.id))
    await world.idle()
    const mails = world.mailbox.mails.splice(0)
    expect(mails.map(({ to }) => to).toSorted()).toEqual([addressOf('accountant'), addressOf('owner')].toSorted())
    for (const { to, text } of mails) expect(text).toContain(to === world.address ? 'Bonjour Marie' : 'Bonjour Nadia accountant')
  })

  test('are told about bank details as owners and accountants, about contracts as owners', async () => {
    await world.saveBank()
    expect(await told()).toEqual(['owner', 'accountant'])
    const { id } = await world.app.assignContract(world.partner.userId)
    expect(await told()).toEqual(['owner'])
    await world.app.admin.call(contractRoutes.validateContract, { params: { id } })
    expect(await told()).toEqual(['owner'])
  })

  test('read in their own language', async () => {
    await world.app.portal.database.asOwner((run) =>
      run("update profiles set language = 'en' where user_id = $1", [people.accountant.userId]),
    )
    await world.saveBank()
    await world.idle()
    const subjects = world.mailbox.mails.splice(0).map(({ to, subject }) => [to === world.address, subject])
    expect(new Map(subjects as [boolean, string][])).toEqual(
      new Map([
        [true, 'Vos coordonnées bancaires sont enregistrées'],
        [false, 'Your bank details are saved'],
      ]),
    )
  })

  test('who left get nothing, what was queued before neither', async () => {
    const { id } = await addLead(people.member)
    const refused: string[] = []
    world.mailbox.refusing = ({ to }) => to === addressOf('member') && refused.push(to) > 0
    await say(id)
    await vi.waitFor(() => expect(refused).toHaveLength(1), 20_000)
    world.mailbox.refusing = null
    await leavePartner(world.app, people.member)
    await vi.waitFor(async () => expect(await retryJobsNow(world.app.portal.database, 'mail')).toBe(1), 20_000)
    expect(await told()).toEqual(['owner'])
    await say(id)
    expect(await told()).toEqual(['owner'])
  })

  test('have owners who are told about the leads of somebody who left, whatever they chose', async () => {
    await follow('owner', false)
    const { id } = await addLead(people.member)
    await leavePartner(world.app, people.member)
    await say(id)
    expect(await told()).toEqual(['owner'])
  })
})
