import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import type { EventName } from '#portal/api/events.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { unreadRoutes } from '../api/unread.ts'
import { isNewsTo, type NewsReader } from '../domain/news.ts'
import { unreadEvents } from '../domain/news-events.ts'
import { unreadPartOf } from '../domain/unread.ts'
import { markUnread } from './unread-commands.ts'

const form = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }

describe.each(databaseKinds('every'))('marks of unread leads on %s', (databaseKind) => {
  let app: TestApp
  let partner: Client
  let leadId = ''
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    partner = await app.newPartner('marie@exemple.fr')
    leadId = (await partner.call(leadRoutes.addLead, { body: form })).id
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await app.marked()
    await asSystem((tx) => tx.deleteFrom('unread_leads').execute())
  })

  const asSystem = <T>(run: (tx: Tx) => Promise<T>) => app.portal.database.asActor(system, run)
  const event = (name: EventName, actorId: string | null) => ({
    id: newId(),
    name,
    occurred_at: app.now,
    actor_id: actorId,
    subject_id: leadId,
    partner_id: partner.userId,
    audience: 'partner' as const,
    ...(name === 'lead.passed' ? { after: JSON.stringify({ personId: partner.userId }) } : {}),
  })
  const marks = () => asSystem((tx) => tx.selectFrom('unread_leads').select(['user_id', 'part', 'event_name']).execute())
  const head = () => asSystem((tx) => tx.selectFrom('unread_head').select('journal_seq').executeTakeFirstOrThrow())
  const comment = (by: Client) => by.call(leadRoutes.commentOnLead, { params: { id: leadId }, body: { body: 'Bonjour' } })

  test('have the readers and the place that the domain names, for each event and whoever caused it', async () => {
    const readers: readonly NewsReader[] = [
      { role: 'partner', userId: partner.userId, partnerId: partner.userId },
      { role: 'admin', userId: app.admin.userId, partnerId: null },
    ]
    const names = [...unreadEvents, 'lead.changed', 'lead.signed', 'lead.handed_away'] as const
    const placeOf = ({ user_id }: { user_id: string }) => readers.findIndex(({ userId }) => userId === user_id)
    for (const name of names) {
      for (const actorId of [partner.userId, app.admin.userId, null]) {
        await asSystem((tx) => tx.insertInto('events').values(event(name, actorId)).execute())
        await app.marked()
        const expected = readers
          .filter((reader) =>
            isNewsTo(reader, {
              name,
              actorId,
              partnerId: partner.userId,
              byPartner: actorId === partner.userId,
              passedTo: partner.userId,
            }),
          )
          .map(({ userId }) => ({ user_id: userId, part: unreadPartOf(name), event_name: name }))
        const byReader = (await marks()).toSorted((a, b) => placeOf(a) - placeOf(b))
        expect(byReader, `${name} by ${actorId}`).toEqual(expected)
        await asSystem((tx) => tx.deleteFrom('unread_leads').execute())
      }
    }
  })

  test('are made by the portal itself, soon after the change', async () => {
    await comment(app.admin)
    await expect.poll(async () => (await partner.call(unreadRoutes.unreadLeads, {})).messages).toEqual([leadId])
  })

  test('are made once by several servers, also of what the journal took in before a server stopped', async () => {
    await comment(app.admin)
    await appendNow(app.portal)
    const results = await Promise.all([1, 2, 3].map(() => markUnread(app.portal)))
    await app.marked()
    expect(results.every((result) => result === 'all' || result === 'busy')).toBe(true)
    expect(await marks()).toEqual([{ user_id: partner.userId, part: 'messages', event_name: 'lead.commented' }])
    await asSystem((tx) => tx.deleteFrom('unread_leads').execute())
    await markUnread(app.portal)
    expect(await marks()).toEqual([])
  })

  test('of more than a batch are made in order', async () => {
    const events = Array.from({ length: 300 }, (_, at) =>
      event(at === 299 ? 'registration.accepted' : 'lead.moved', app.admin.userId),
    )
    await asSystem((tx) => tx.insertInto('events').values(events).execute())
    await app.marked()
    expect(await marks()).toEqual([{ user_id: partner.userId, part: 'details', event_name: 'registration.accepted' }])
  })

  // Two transactions at once.
  if (databaseKind === 'postgres')
    test('wait for no request that holds what they need, and are made once it has ended', async () => {
      let end = () => {}
      let isHeld = () => {}
      const held = new Promise<void>((resolve) => (isHeld = resolve))
      const request = asSystem(async (tx) => {
        await tx.selectFrom('leads').select('id').where('id', '=', leadId).forUpdate().execute()
        isHeld()
        await new Promise<void>((resolve) => (end = resolve))
      })
      await held
      await asSystem((tx) => tx.insertInto('events').values(event('lead.moved', app.admin.userId)).execute())
      await appendNow(app.portal)
      const { journal_seq: before } = await head()
      expect(await markUnread(app.portal)).toBe('busy')
      expect([await marks(), (await head()).journal_seq]).toEqual([[], before])
      end()
      await request
      await app.marked()
      expect(await marks()).toHaveLength(1)
    })

  test('are announced to their reader', async () => {
    const announced: unknown[] = []
    const stop = await app.portal.database.listen('portal_unread', (payload) => announced.push(JSON.parse(payload)))
    await comment(partner)
    await app.marked()
    await expect.poll(() => announced).toContainEqual({ userId: app.admin.userId, part: 'messages', leadIds: [leadId] })
    await setTimeout(50)
    expect(announced).toHaveLength(1)
    await stop()
  })
})
