import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import { sendDigests } from '#communication/lead-news/server/digest.ts'
import { newsRoutes } from '#communication/notifications/api/news.ts'
import type { NewsTiming } from '#communication/notifications/domain/news-mail.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { newId } from '#platform/server/ids.ts'
import { hourOf, isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import type { Client } from '#test/test-app.ts'
import { announcementRoutes } from '../api.ts'

const zone = 'Europe/Paris'
const day = 86_400_000

describe.each(databaseKinds())('announcements on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(() => world.next())

  const form = { title: 'Salon de Nantes', text: 'Venez nous voir.\n\nStand 12.\nHall 4.', audience: 'all' as const }
  const publish = async (more: object = {}) => {
    world.app.pass(1000)
    return world.app.admin.call(announcementRoutes.publishAnnouncement, { body: { ...form, ...more } })
  }
  const withdraw = (id: string) => world.app.admin.call(announcementRoutes.withdrawAnnouncement, { params: { id } })
  const announcementById = async (id: string) => {
    const { items } = await world.app.admin.call(announcementRoutes.listAnnouncements, { query: {} })
    return items.find((each) => each.id === id)
  }
  const shownTo = async (client: Client, which: 'all' | 'unread' = 'unread') => {
    const { items } = await client.call(announcementRoutes.ownAnnouncements, { query: { which } })
    return items.map(({ id }) => id)
  }
  const hasBanner = async (client: Client) => (await client.call(authRoutes.currentSession, {})).me?.hasAnnouncement
  const read = (id: string, client = world.partner) => client.try(announcementRoutes.readAnnouncement, { params: { id } })
  const everybodyJoinedEarlier = (days: number) =>
    world.app.portal.database.asOwner((run) => run(`update profiles set joined_at = joined_at - interval '${days} days'`))
  /** The next day; sessions end meanwhile. */
  const nextDay = async () => {
    world.app.pass(day)
    await world.app.signIn(world.app.admin, 'admin@acme.example')
    await world.app.signIn(world.partner, world.address)
  }
  const today = () => isoDay(world.app.now, zone)
  const choose = (timing: NewsTiming) => world.partner.call(newsRoutes.saveNewsMail, { body: { kind: 'announcement', timing } })

  test('its recipients get one mail and see it until they have read it; staff see who has, and when', async () => {
    const { id, recipients } = await publish({ link: 'https://salon.example/plan' })
    expect(recipients).toBe(world.partners)
    const [mail, ...others] = await world.received()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Salon de Nantes' })
    expect(mail?.text).toContain('Venez nous voir.\n\nStand 12.\nHall 4.\n\nhttps://salon.example/plan')
    expect(mail?.html).toContain('Stand 12.<br>Hall 4.</p>')
    expect(mail?.text).toContain('https://portal.test/dashboard?account=announcements')
    expect(mail?.headers.get('list-unsubscribe')).toContain('.announcement.')
    expect(await hasBanner(world.partner)).toBe(true)
    expect(await hasBanner(world.app.admin)).toBe(false)
    expect(await shownTo(world.partner)).toContain(id)

    world.app.pass(60_000)
    expect((await read(id)).status).toBe(204)
    const readAt = world.app.now.toISOString()
    world.app.pass(60_000)
    expect((await read(id)).status).toBe(204)
    expect(await shownTo(world.partner)).not.toContain(id)
    expect(await shownTo(world.partner, 'all')).toContain(id)
    expect(await announcementById(id)).toMatchObject({ read: 1, recipients, state: 'running', can: { withdraw: true } })
    const receipts = (read: 'yes' | 'no') =>
      world.app.admin.call(announcementRoutes.announcementReceipts, { params: { id }, query: { read } })
    expect((await receipts('yes')).items).toMatchObject([{ id: world.partner.userId, readAt }])
    expect((await receipts('no')).items.map(({ readAt: at }) => at)).toEqual(Array(recipients - 1).fill(null))
  })

  test('once withdrawn it is gone for partners and stays in the list of staff; mails that wait are not sent', async () => {
    const { id } = await publish()
    await withdraw(id)
    expect(await world.received()).toEqual([])
    expect(await shownTo(world.partner, 'all')).not.toContain(id)
    expect((await read(id)).body).toMatchObject({ code: 'not_found' })
    expect(await withdraw(id)).toMatchObject({ state: 'withdrawn', can: { withdraw: false }, read: 0 })
  })

  test('after its last day the banner goes, and it stays readable', async () => {
    const { id } = await publish({ endsOn: today() })
    await nextDay()
    expect(await shownTo(world.partner)).not.toContain(id)
    expect(await shownTo(world.partner, 'all')).toContain(id)
    expect(await announcementById(id)).toMatchObject({ state: 'ended' })
    const body = { ...form, endsOn: isoDay(new Date(world.app.now.getTime() - day), zone) }
    const late = await world.app.admin.try(announcementRoutes.publishAnnouncement, { body })
    expect(late.body.fields).toMatchObject([{ path: 'endsOn' }])
  })

  test('the audience is that of its day: a tier, the dormant; who joins later sees what runs to a day', async () => {
    const { tiers } = await world.partner.call(tierRoutes.myStanding, {})
    const count = async (query: { audience: 'all' | 'tier' | 'dormant'; tierId?: string }) =>
      (await world.app.admin.call(announcementRoutes.countAudience, { query })).recipients
    const [lowest, next] = tiers
    expect(await count({ audience: 'tier', tierId: lowest?.id ?? '' })).toBe(world.partners)
    expect(await count({ audience: 'tier', tierId: next?.id ?? '' })).toBe(0)
    const body = { ...form, audience: 'tier' as const, tierId: next?.id ?? '' }
    const nobody = await world.app.admin.try(announcementRoutes.publishAnnouncement, { body })
    expect(nobody.body.code).toBe('announcement_without_recipients')
    const vague = await world.app.admin.try(announcementRoutes.publishAnnouncement, { body: { ...body, tierId: null } })
    expect(vague.body.fields).toMatchObject([{ path: 'tierId' }])

    await everybodyJoinedEarlier(dormantAfterDays)
    expect(await count({ audience: 'dormant' })).toBe(world.partners)
    const active = world.partner
    await active.call(leadRoutes.addLead, { body: plainLead })
    const toDormant = await publish({ audience: 'dormant' })
    expect(toDormant.recipients).toBe(world.partners - 1)
    expect(await shownTo(active, 'all')).not.toContain(toDormant.id)
    expect((await read(toDormant.id, active)).body.code).toBe('not_found')

    const [endless, running, ended] = [
      await publish(),
      await publish({ endsOn: '2999-01-01' }),
      await publish({ endsOn: today() }),
    ]
    await nextDay()
    await world.next()
    expect(await shownTo(world.partner, 'all')).toEqual([running.id])
    expect(await announcementById(running.id)).toMatchObject({ recipients: endless.recipients + 1 })
    expect(await world.received()).toEqual([])
    await withdraw(running.id)
    expect(ended.recipients).toBe(endless.recipients)
  })

  test('the mail comes at once, with the daily one, or not; a partner without a contract gets it too', async () => {
    await choose('off')
    await publish()
    expect(await world.received()).toEqual([])
    await choose('digest')
    const { id } = await publish({ title: 'Nouvelle offre' })
    expect(await world.received()).toEqual([])
    const tomorrow = isoDay(new Date(world.app.now.getTime() + day), zone)
    world.app.pass(hourOf(tomorrow, 8, zone).getTime() + 60_000 - world.app.now.getTime())
    await sendDigests(world.app.portal)
    const [mail] = await world.received()
    expect(mail?.text).toContain('Annonce : Nouvelle offre\nhttps://portal.test/dashboard?account=announcements')
    await read(id)
    const locked = await world.app.newPerson('verrou@exemple.fr', 'partner')
    const { recipients } = await publish()
    await world.idle()
    expect(world.mailbox.mails.splice(0).map(({ to }) => to)).toContain('verrou@exemple.fr')
    expect(recipients).toBe(world.partners + 1)
    expect(await hasBanner(locked)).toBe(true)
  })

  test('hundreds of recipients: one receipt and one mail each, also when the job runs again', async () => {
    const [many, mailed] = [600, 100]
    await world.app.portal.database.asOwner((run) =>
      run(`insert into profiles (user_id, full_name, email, company, created_at, joined_at)
        select gen_random_uuid(), 'Partner ' || n, 'p' || n || '@many.example', '', '2026-01-01', '2026-01-01'
        from generate_series(1, ${many}) n;
        insert into partners (id, main_person_id, created_at)
          select user_id, user_id, created_at from profiles where email like '%@many.example';
        insert into partner_members (partner_id, person_id, role, since)
          select user_id, user_id, 'owner', created_at from profiles where email like '%@many.example';
        insert into notification_choices (user_id, switched_off, changed_at, news_off)
        select user_id, '{}', '2026-01-01', '{announcement}' from profiles where email like '%@many.example'
        order by email limit ${many - mailed}`),
    )
    const { id, recipients } = await publish()
    expect(recipients).toBeGreaterThan(many)
    await world.idle()
    const event = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select('id')
        .where('name', '=', 'announcement.published')
        .where('subject_id', '=', id)
        .executeTakeFirst(),
    )
    await world.app.portal.database.asActor(system, (tx) =>
      world.app.portal.queue.send(tx, 'event', { eventId: event?.id ?? newId() }),
    )
    await world.idle()
    const mails = world.mailbox.mails.splice(0).filter(({ to }) => to.endsWith('@many.example'))
    expect([mails.length, new Set(mails.map(({ to }) => to)).size]).toEqual([mailed, mailed])
  })
})
