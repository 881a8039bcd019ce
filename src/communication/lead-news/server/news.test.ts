import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { newsRoutes } from '#communication/notifications/api/news.ts'
import type { NewsTiming } from '#communication/notifications/domain/news-mail.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { overviewRoutes } from '#overview/api.ts'
import { hourOf, isoDay } from '#platform/server/provider-calendar.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { programmeForm } from '#test/payout-app.ts'
import { retryJobsNow } from '#test/retry-jobs.ts'
import type { Client } from '#test/test-app.ts'
import { unreadRoutes } from '../api/unread.ts'
import { sendDigests } from './digest.ts'

const zone = 'Europe/Paris'
const hour = 3_600_000

describe.each(databaseKinds())('news of leads on %s', (databaseKind) => {
  let world: PartnerMail
  let leads = 0
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  const addLead = async (client: Client = world.partner) => {
    leads += 1
    const body = {
      name: 'Paul Bernard',
      company: `Bernard ${leads}`,
      email: `paul${leads}@bernard.example`,
      offerType: 'star' as const,
    }
    const more = client === world.app.admin ? { partnerId: world.partner.userId } : {}
    return client.call(leadRoutes.addLead, { body: { ...body, ...more, estimatedAmountCents: 100_000 } })
  }
  const say = (client: Client, id: string, body: string) =>
    client.call(leadRoutes.commentOnLead, { params: { id }, body: { body } })
  /** What is unread once what happened is marked. */
  const unreadMarks = async (client: Client) => {
    await world.app.marked()
    return client.call(unreadRoutes.unreadLeads, {})
  }
  const unread = async (client: Client) => (await unreadMarks(client)).ids
  const overviewUnread = async (client: Client) => {
    await world.app.marked()
    return (await client.call(overviewRoutes.getOverview, {})).unread
  }
  const readAll = async (client: Client) => {
    await world.app.marked()
    await client.call(unreadRoutes.readAllLeads, {})
  }
  const choose = (timing: NewsTiming) =>
    world.app.admin.call(newsRoutes.saveNewsMail, { body: { kind: 'partner_answered', timing } })
  const staffMail = async () => {
    await world.idle()
    return world.mailbox.mails.splice(0).filter((mail) => mail.to === 'admin@acme.example')
  }
  /** The next day, shortly after the hour of the daily mail. */
  const nextDigest = async () => {
    const tomorrow = isoDay(new Date(world.app.now.getTime() + 24 * hour), zone)
    world.app.pass(hourOf(tomorrow, 8, zone).getTime() + 60_000 - world.app.now.getTime())
    await world.app.marked()
    await sendDigests(world.app.portal)
  }

  test('the partner is told at once that staff answered, not of what they wrote themselves', async () => {
    const { id, company } = await addLead()
    await say(world.partner, id, 'Bonjour ?')
    await say(world.app.admin, id, 'Il signe <demain>.')
    const [answer, ...others] = await world.received()
    expect(others).toEqual([])
    expect(answer?.subject).toBe(`Acme & Fils vous a écrit au sujet de ${company}`)
    expect(answer?.text).toContain('« Il signe <demain>. »')
    expect(answer?.html).toContain('Il signe &#60;demain&#62;.')
    expect(answer?.text).toContain(`https://portal.test/dashboard/leads?lead=${id}`)
    expect(answer?.headers.get('list-unsubscribe')).toContain('lead_answered')
  })

  test('the partner is told at once that staff lost a lead, with the reason', async () => {
    const { id, company } = await addLead()
    const loss = { reason: 'budget' as const, note: 'Pas avant 2028' }
    const lost = await world.app.admin.call(leadRoutes.moveLead, {
      params: { id },
      body: { from: 'nouveau', to: 'refuse', loss },
    })
    expect(lost.loss).toEqual(loss)
    const [mail] = await world.received()
    expect(mail?.subject).toBe(`Lead perdu : ${company}`)
    expect(mail?.text).toContain('de « Nouveau » à « Perdu ». Motif : Budget insuffisant : Pas avant 2028.')
    const { items } = await world.partner.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(items[0]).toMatchObject({ what: 'lead.moved', note: 'Budget insuffisant : Pas avant 2028' })
  })

  test('a reason belongs to Perdu: it is said better later, goes with the stage, and is refused elsewhere', async () => {
    const { id } = await addLead()
    const params = { id }
    const explain = (note: string) => world.partner.try(leadRoutes.explainLoss, { params, body: { reason: 'other', note } })
    expect((await explain('x')).body.code).toBe('lead_not_lost')
    const loss = { reason: 'no_need' as const, note: '' }
    const wrong = await world.partner.try(leadRoutes.moveLead, { params, body: { from: 'nouveau', to: 'signe', loss } })
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_input'])
    // A partner may give one, and need not.
    expect((await world.partner.call(leadRoutes.moveLead, { params, body: { from: 'nouveau', to: 'refuse' } })).loss).toBeNull()
    expect((await explain('Parti')).body.loss).toEqual({ reason: 'other', note: 'Parti' })
    const back = await world.partner.call(leadRoutes.moveLead, { params, body: { from: 'refuse', to: 'nouveau' } })
    expect(back.loss).toBeNull()
    const { items } = await world.partner.call(leadRoutes.leadTimeline, { params, query: {} })
    expect(items.map(({ what }) => what)).toEqual(['lead.moved', 'lead.loss_explained', 'lead.moved', 'lead.created'])
  })

  test('what the other side did is unread until the lead is opened, for each person alone', async () => {
    const { id } = await addLead()
    const added = await addLead(world.app.admin)
    expect(await unread(world.partner)).toEqual([])
    expect(await unread(world.app.admin)).toContain(id)
    expect(await unread(world.app.admin)).not.toContain(added.id)
    await say(world.app.admin, id, 'Bonjour')
    await world.app.admin.call(leadRoutes.moveLead, { params: { id: added.id }, body: { from: 'nouveau', to: 'call_effectue' } })
    expect(await unread(world.partner)).toEqual([added.id, id])
    expect(await overviewUnread(world.partner)).toMatchObject({
      count: 2,
      leads: [
        { id: added.id, what: 'lead.moved' },
        { id, what: 'lead.commented' },
      ],
    })
    await world.partner.call(unreadRoutes.readLead, { params: { id }, query: {} })
    expect(await unread(world.partner)).toEqual([added.id])
    expect(await unread(world.app.admin)).toContain(id)
    await readAll(world.partner)
    expect(await unread(world.partner)).toEqual([])
    await say(world.app.admin, id, 'Encore')
    await world.app.admin.call(leadRoutes.deleteLead, { params: { id } })
    expect(await unread(world.partner)).toEqual([])
  })

  test('a message stays unread until it is seen, whatever else of its lead was read', async () => {
    const { id, company } = await addLead()
    const read = (part: 'details' | 'messages') => world.partner.call(unreadRoutes.readLead, { params: { id }, query: { part } })
    await world.app.admin.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'premier_contact' } })
    await say(world.app.admin, id, 'Pouvez-vous me rappeler ?')
    world.app.pass(1000)
    await world.app.admin.call(leadRoutes.moveLead, { params: { id }, body: { from: 'premier_contact', to: 'call_effectue' } })
    expect(await unreadMarks(world.partner)).toEqual({
      ids: [id],
      messages: [id],
      details: [id],
      more: false,
    })
    expect(await overviewUnread(world.partner)).toMatchObject({ count: 1, leads: [{ id, what: 'lead.moved' }] })
    await read('details')
    expect(await unreadMarks(world.partner)).toEqual({
      ids: [id],
      messages: [id],
      details: [],
      more: false,
    })
    expect((await overviewUnread(world.partner)).leads).toMatchObject([{ id, what: 'lead.commented' }])
    await read('messages')
    expect(await unread(world.partner)).toEqual([])
    const mails = await world.received()
    const [mail] = mails.filter(({ subject }) => subject.includes(`au sujet de ${company}`))
    expect(mail?.text).toContain(`/dashboard/leads?lead=${id}&tab=messages`)
  })

  test('the daily mail lists what is unread, with links, once and not before its hour', async () => {
    const [first, second, third] = [await addLead(), await addLead(), await addLead()]
    const move = (id: string, from: 'nouveau' | 'premier_contact', to: 'premier_contact' | 'call_effectue') =>
      world.app.admin.call(leadRoutes.moveLead, { params: { id }, body: { from, to } })
    await move(first.id, 'nouveau', 'premier_contact')
    await move(first.id, 'premier_contact', 'call_effectue')
    await move(second.id, 'nouveau', 'premier_contact')
    await move(third.id, 'nouveau', 'premier_contact')
    await world.app.marked()
    await world.partner.call(unreadRoutes.readLead, { params: { id: second.id }, query: {} })
    expect(await world.received()).toEqual([])
    await nextDigest()
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Du nouveau sur 2 leads')
    const text = mail?.text.replace(/\s+/g, ' ')
    expect(text).toContain(`déplacé ${first.company} (Paul Bernard) de « Nouveau » à « En cours ». Acme & Fils a déplacé`)
    expect(text).toContain(`https://portal.test/dashboard/leads?lead=${first.id}`)
    expect(mail?.html).toContain(`<a href="https://portal.test/dashboard/leads?lead=${third.id}"`)
    expect(text).not.toContain(second.company)
    // Again the same day: nothing, whatever happens after the hour. It is in the next day's mail, without what was told.
    await move(second.id, 'premier_contact', 'call_effectue')
    await sendDigests(world.app.portal)
    expect(await world.received()).toEqual([])
    await nextDigest()
    const [next] = await world.received()
    expect(next?.subject).toBe(`Du nouveau : ${second.company}`)
    expect(next?.text).not.toContain(first.company)
    await nextDigest()
    expect(await world.received()).toEqual([])
  })

  test('a daily mail whose day was recorded is sent after a crash, and once; two servers record one day', async () => {
    const { id, company } = await addLead()
    await world.app.admin.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'call_effectue' } })
    await readAll(world.app.admin)
    await world.received()
    const refused: string[] = []
    world.mailbox.refusing = ({ subject }) => subject.includes(company) && refused.push(subject) > 0
    const tomorrow = isoDay(new Date(world.app.now.getTime() + 24 * hour), zone)
    world.app.pass(hourOf(tomorrow, 8, zone).getTime() + 60_000 - world.app.now.getTime())
    await world.app.marked()
    await Promise.all([sendDigests(world.app.portal), sendDigests(world.app.portal)])
    const digests = () =>
      world.app.portal.database.asActor(system, (tx) =>
        tx
          .selectFrom('events')
          .select('id')
          .where('name', '=', 'news.digested')
          .where('subject_id', '=', world.partner.userId)
          .execute(),
      )
    expect(await digests()).toHaveLength(1)
    await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(0)
    world.mailbox.refusing = null
    await sendDigests(world.app.portal)
    await expect.poll(() => retryJobsNow(world.app.portal.database, 'mail'), { timeout: 20_000 }).toBe(1)
    expect((await world.received()).map(({ subject }) => subject)).toEqual([`Du nouveau : ${company}`])
  })

  test('each person chooses per kind; staff hear of what partners do, at once where they want it', async () => {
    const kinds = await world.app.admin.call(newsRoutes.getNewsMail, {})
    expect(kinds.kinds).toEqual([
      { kind: 'partner_added_lead', timing: 'digest' },
      { kind: 'partner_answered', timing: 'digest' },
      { kind: 'partner_moved_lead', timing: 'off' },
    ])
    const foreign = await world.partner.try(newsRoutes.saveNewsMail, { body: { kind: 'partner_answered', timing: 'off' } })
    expect(foreign.body.code).toBe('not_allowed')
    await readAll(world.app.admin)
    const quiet = await addLead()
    await staffMail()
    await choose('at_once')
    await say(world.partner, quiet.id, 'Une question')
    const [mail, ...others] = await staffMail()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Marie Dupont a écrit au sujet de ${quiet.company}`)
    expect(mail?.text).toContain(`https://portal.test/dashboard/admin-leads?lead=${quiet.id}`)
    await nextDigest()
    const [digest] = await staffMail()
    // What was told at once is not told again.
    expect(digest?.text).toContain(`Marie Dupont a enregistré ${quiet.company}`)
    expect(digest?.text).not.toContain('Une question')
    // One click in the daily mail switches off what it would bring.
    const url = /^<https:\/\/portal\.test(\/api\/\S+)>$/.exec(digest?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await world.app.anonymous().send('POST', url, 'List-Unsubscribe=One-Click', form)).statusCode).toBe(204)
    expect((await world.app.admin.call(newsRoutes.getNewsMail, {})).kinds.map(({ timing }) => timing)).toEqual([
      'off',
      'at_once',
      'off',
    ])
    await choose('off')
  })

  test('the hour of the daily mail is a setting, and follows the time zone', async () => {
    const settings = await world.app.admin.call(newsRoutes.saveNewsSettings, { body: { digestHour: 18, reminderDays: [7, 3] } })
    expect(settings).toEqual({ digestHour: 18, reminderDays: [3, 7] })
    const { id } = await addLead()
    await world.app.admin.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'call_effectue' } })
    await world.received()
    await nextDigest()
    expect(await world.received()).toEqual([])
    world.app.pass(10 * hour)
    await sendDigests(world.app.portal)
    expect(await world.received()).toHaveLength(1)
    await world.app.admin.call(newsRoutes.saveNewsSettings, { body: { digestHour: 8, reminderDays: [3, 7, 14] } })
  })

  test('what becomes of a registration is told at once, daily or not at all, as its partner chose', async () => {
    const { app, partner } = world
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
    // What changes of the terms is told apart.
    await world.received()
    const wish = (timing: NewsTiming) => partner.call(newsRoutes.saveNewsMail, { body: { kind: 'lead_registration', timing } })
    const accept = ({ id }: { id: string }) =>
      app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [id], message: 'Bonne suite' } })
    const subjects = async () => (await world.received()).map(({ subject }) => subject)
    const [now, daily, refused, silent, leadInHand] = [
      await addLead(),
      await addLead(),
      await addLead(),
      await addLead(),
      await addLead(),
    ]
    await accept(now)
    expect(await subjects()).toEqual([`Lead accepté : ${now.company}`])
    await wish('digest')
    await accept(daily)
    await app.admin.call(registrationRoutes.refuseRegistrations, {
      body: { ids: [refused.id], reason: 'hors_cible', message: 'Trop loin' },
    })
    expect(await unread(partner)).toEqual([refused.id, daily.id, now.id])
    expect(await subjects()).toEqual([])
    // It leaves the partner's list, where no mark and no daily mail could tell it.
    const other = await app.newPartner('heritier@exemple.fr', 'Hector Héritier')
    await app.admin.call(registrationRoutes.handOverLead, {
      params: { id: leadInHand.id },
      body: { partnerId: other.userId, message: 'Nouveau secteur' },
    })
    expect(await subjects()).toEqual([`Lead confié à un autre partenaire : ${leadInHand.company}`])
    await nextDigest()
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    const text = mail?.text.replace(/\s+/g, ' ')
    expect(text).toMatch(
      new RegExp(`a accepté ${daily.company} \\(Paul Bernard\\), protégé jusqu’au \\S+ \\S+ \\d{4}\\. « Bonne suite »`),
    )
    expect(text).toContain(`a refusé ${refused.company} (Paul Bernard). Motif : Hors cible. « Trop loin »`)
    await wish('off')
    await accept(silent)
    await nextDigest()
    expect(await subjects()).toEqual([])
    expect(await unread(partner)).toContain(silent.id)
  })
})
