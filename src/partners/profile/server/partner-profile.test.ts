import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { partnerProfileRoutes } from '../api/profile.ts'

const hour = 3_600_000

describe.each(databaseKinds())('the page of a partner on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  let alan: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
    alan = await app.newPerson('alan@acme.example', 'admin', 'Alan Admin')
  })
  afterAll(() => app.close())

  const of = ({ userId: id }: Client) => ({ params: { id } })
  const profile = (client: Client, as = app.admin) => as.call(partnerProfileRoutes.getPartnerProfile, of(client))
  const history = (client: Client, query: { limit?: number; cursor?: string } = {}) =>
    app.admin.call(partnerProfileRoutes.partnerHistory, { ...of(client), query })
  const notes = async (client: Client, as = app.admin) =>
    (await as.call(partnerProfileRoutes.listPartnerNotes, { ...of(client), query: {} })).items
  const note = (as: Client, client: Client, body: string) =>
    as.call(partnerProfileRoutes.addPartnerNote, { ...of(client), body: { body } })
  let serial = 0
  const lead = async (client: Client) => {
    serial += 1
    const body = { ...plainLead, company: `Société ${serial}`, email: `contact${serial}@societe.example` }
    return (await client.call(leadRoutes.addLead, { body })).id
  }
  const move = (client: Client, id: string, to: 'signe' | 'refuse' | 'premier_contact') =>
    client.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to } })
  /** The other address is a partner's who was not asked about. */
  const untouched = async () => expect((await profile(jean)).leads.byStatus.every(({ count }) => count === 0)).toBe(true)

  test('one round trip reads all of it', async () => {
    const { traffic } = app.portal.database
    const counts: number[] = []
    // Background jobs use the database as well.
    for (let round = 0; round < 8; round += 1) {
      await setTimeout(20)
      const before = traffic.exchanges
      await profile(marie)
      counts.push(traffic.exchanges - before)
    }
    expect(Math.min(...counts)).toBe(1)
  })

  test('tells contact, tier, leads and money, and what the figures of the lists say', async () => {
    const won = await lead(marie)
    await move(marie, won, 'signe')
    await move(marie, await lead(marie), 'refuse')
    await lead(marie)
    const body = { partnerId: marie.userId, description: 'Prime', revenueCents: 2_000_000, commissionRate: 15 }
    const bonus = await app.admin.call(commissionRoutes.addCommission, { body })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: bonus.id } })
    const held = await app.admin.call(commissionRoutes.addCommission, { body: { ...body, revenueCents: 100_000 } })
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: held.id } })
    await app.admin.call(commissionRoutes.holdCommission, { params: { id: held.id }, body: { reason: 'Facture contestée' } })
    const profilePage = await profile(marie)
    expect(profilePage.person).toMatchObject({
      fullName: 'Marie Dupont',
      email: 'marie@exemple.fr',
      contract: 'signe',
      state: 'active',
    })
    expect(profilePage).toMatchObject({ deletedAt: null, openDisputes: 0, closedDisputes: 0, documents: [], documentBlocks: [] })
    expect(profilePage.standing.current?.name).toBe('Silver')
    expect(profilePage.standing).toMatchObject({ totalRevenueCents: 2_100_000, remainingCents: 900_000 })
    const { byStatus } = await app.admin.call(leadRoutes.leadSummary, { query: { partnerId: marie.userId } })
    expect(profilePage.leads.byStatus).toEqual(byStatus)
    const pending = profilePage.money.byStatus.find(({ status }) => status === 'en_attente')
    expect(pending).toMatchObject({ count: 1, amountCents: 180_000 })
    expect(profilePage.money.byStatus.find(({ status }) => status === 'valide')).toMatchObject({ count: 2, amountCents: 315_000 })
    expect(profilePage.money).toMatchObject({ withheldCents: 15_000, inPayoutsCents: 0, payouts: [] })
    expect(profilePage.money.nextPayment?.amountCents).toBe(300_000)
    expect(profilePage.health).toMatchObject({ won: 1, decided: 2, winPercent: 50, dormantSince: null, dormantAfterDays })
    await untouched()
  })

  test('measures how long staff take to answer leads that the partner submitted, by the median', async () => {
    const jacques = await app.newPartner('jacques@exemple.fr', 'Jacques Lent')
    const answered = async (hours: number) => {
      const id = await lead(jacques)
      app.pass(hour / 2)
      await jacques.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Bonjour ?' } })
      app.pass((hours - 0.5) * hour)
      await app.admin.call(leadRoutes.commentOnLead, { params: { id }, body: { body: 'Bien reçu' } })
      app.pass(hour)
      await move(app.admin, id, 'premier_contact')
    }
    expect((await profile(jacques)).health).toMatchObject({ answerSeconds: null, answeredLeads: 0 })
    for (const hours of [2, 4, 30]) await answered(hours)
    // Nobody has answered this one, and staff entered that one themselves.
    await lead(jacques)
    const own = await app.admin.call(leadRoutes.addLead, { body: { ...plainLead, partnerId: jacques.userId } })
    await move(app.admin, own.id, 'premier_contact')
    expect((await profile(jacques)).health).toMatchObject({ answerSeconds: 4 * 3600, answeredLeads: 3 })
    expect((await profile(jacques)).health.lastLeadAt).toBe(app.now.toISOString())
  })

  test('notes are their author’s to edit and to delete, and everybody on staff reads them', async () => {
    const first = await note(app.admin, marie, 'Préfère le téléphone')
    app.pass(60_000)
    const second = await note(alan, marie, 'Vue au salon')
    expect((await notes(marie)).map(({ body, mine, author }) => [body, mine, author.name])).toEqual([
      ['Vue au salon', false, 'Alan Admin'],
      ['Préfère le téléphone', true, expect.any(String)],
    ])
    const change = (as: Client, noteId: string, body: string) =>
      as.try(partnerProfileRoutes.editPartnerNote, { params: { id: marie.userId, noteId }, body: { body } })
    const remove = (as: Client, noteId: string) =>
      as.try(partnerProfileRoutes.deletePartnerNote, { params: { id: marie.userId, noteId } })
    expect((await change(app.admin, second.id, 'Réécrite')).body).toMatchObject({ code: 'not_allowed' })
    expect((await remove(app.admin, second.id)).body).toMatchObject({ code: 'not_allowed' })
    expect((await change(app.admin, first.id, 'Préfère le téléphone, le matin')).body).toMatchObject({
      body: 'Préfère le téléphone, le matin',
      editedAt: app.now.toISOString(),
    })
    expect((await remove(alan, second.id)).status).toBe(204)
    expect((await remove(alan, second.id)).body).toMatchObject({ code: 'not_found' })
    // Under another partner's address it is not there.
    const elsewhere = { params: { id: jean.userId, noteId: first.id }, body: { body: 'x' } }
    expect((await app.admin.try(partnerProfileRoutes.editPartnerNote, elsewhere)).body).toMatchObject({ code: 'not_found' })
    expect((await notes(marie)).map(({ body }) => body)).toEqual(['Préfère le téléphone, le matin'])
    expect((await note(app.admin, marie, ' trimmed ')).body).toBe('trimmed')
  })

  test('nothing that staff write reaches events, partners or API keys', async () => {
    const secret = 'Ne paie jamais à temps'
    await note(app.admin, marie, secret)
    const events = await withTransaction(app.portal, system, ({ tx }) =>
      tx.selectFrom('events').selectAll().where('name', 'in', ['partner_note.added', 'partner_note.edited']).execute(),
    )
    expect(events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toContain(secret)
    expect(new Set(events.map(({ audience }) => audience))).toEqual(new Set(['staff']))
    const visibleEvents = await withTransaction(
      app.portal,
      { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: true },
      async ({ tx }) =>
        tx
          .selectFrom('events')
          .select('name')
          .where('name', 'like', 'partner_note%' as never)
          .execute(),
    )
    expect(visibleEvents).toEqual([])
    const program = await app.newProgram(['partners:read'])
    expect((await program.try(partnerProfileRoutes.listPartnerNotes, { ...of(marie), query: {} })).body).toMatchObject({
      code: 'api_scope_missing',
    })
    expect(JSON.stringify(await profile(marie, program))).not.toContain(secret)
    expect((await program.try(partnerProfileRoutes.getPartnerProfile, of(marie))).status).toBe(200)
  })

  test('last seen is when the partner used the portal, noted every ten minutes; keys and staff do not count', async () => {
    const paul = await app.newPartner('paul@exemple.fr', 'Paul Venu')
    const lastSeenAt = async () => (await profile(paul)).lastSeenAt
    const look = () => paul.call(leadRoutes.listLeads, { query: {} })
    app.pass(hour)
    const came = app.now.toISOString()
    await look()
    expect(await lastSeenAt()).toBe(came)
    app.pass(9 * 60_000)
    await look()
    expect(await lastSeenAt()).toBe(came)
    app.pass(2 * 60_000)
    const again = app.now.toISOString()
    await look()
    expect(await lastSeenAt()).toBe(again)
    app.pass(hour)
    await app.newProgram(['partners:read']).then((program) => profile(paul, program))
    expect(await lastSeenAt()).toBe(again)
  })

  test('the history has what happened to a partner and their records, newest first, in pages', async () => {
    const all = (await history(marie, { limit: 200 })).items
    expect(all.map(({ what }) => what)).toEqual(expect.arrayContaining(['person.invited', 'session.started', 'lead.moved']))
    const moved = all.find(({ what, after }) => what === 'lead.moved' && after === 'Perdu')
    expect(moved).toMatchObject({ before: 'Nouveau', about: expect.stringMatching(/^Société/), subject: { kind: 'lead' } })
    expect(moved?.who).toMatchObject({ name: 'Marie Dupont', staff: false })
    expect(all.find(({ what }) => what === 'commission.held')).toMatchObject({
      about: 'Prime',
      after: 'Facture contestée',
      amountCents: 15_000,
    })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof history>> = await history(marie, { limit: 3, ...(cursor ? { cursor } : {}) })
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(paged).toEqual(all.map(({ id }) => id))
    expect(new Set(paged).size).toBe(paged.length)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  test('a dormant partner is told by the date since when, until the next lead', async () => {
    const id = await lead(jean)
    // Sessions end by the system's clock: the past is moved instead.
    const past = new Date(app.now.getTime() - (dormantAfterDays + 3) * 24 * hour)
    await withTransaction(app.portal, system, async ({ tx }) => {
      await tx.updateTable('leads').set({ created_at: past }).where('id', '=', id).execute()
      await tx.updateTable('profiles').set({ joined_at: past }).where('user_id', '=', jean.userId).execute()
    })
    const since = new Date(past.getTime() + dormantAfterDays * 24 * hour).toISOString()
    expect((await profile(jean)).health.dormantSince).toBe(since)
    await lead(jean)
    expect((await profile(jean)).health.dormantSince).toBeNull()
  })

  test('the page of a deleted partner stays, without notes and last visit', async () => {
    const gaston = await app.newPartner('gaston@exemple.fr', 'Gaston Parti')
    await gaston.call(leadRoutes.listLeads, { query: {} })
    await note(app.admin, gaston, 'Part à la retraite')
    expect((await profile(gaston)).lastSeenAt).not.toBeNull()
    await app.admin.call(partnerRoutes.deletePartner, { ...of(gaston), query: {} })
    const profilePage = await profile(gaston)
    expect(profilePage).toMatchObject({
      deletedAt: app.now.toISOString(),
      lastSeenAt: null,
      person: { fullName: 'Gaston Parti' },
    })
    expect(Object.values(profilePage.person.can)).not.toContain(true)
    expect(await notes(gaston)).toEqual([])
    const { body } = await app.admin.try(partnerProfileRoutes.addPartnerNote, { ...of(gaston), body: { body: 'Encore' } })
    expect(body).toMatchObject({ code: 'partner_not_active' })
    expect((await history(gaston)).items[0]).toMatchObject({ what: 'partner.deleted', who: { staff: true } })
    const nobody = { params: { id: '01900000-0000-7000-8000-000000000000' } }
    expect((await app.admin.try(partnerProfileRoutes.getPartnerProfile, nobody)).body).toMatchObject({ code: 'not_found' })
  })
})
