import { personOf, staffOf } from '#access/server/acting.ts'
import { nameIn } from '#platform/domain/names.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { type Announcement, type AnnouncementReceipt, announcementRoutes, type OwnAnnouncement } from '../api.ts'
import { announcementState } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { publishAnnouncement, readAnnouncement, withdrawAnnouncement } from './commands.ts'
import { announcementEventHandlers } from './mails.ts'
import { announcementData } from './personal-data.ts'
import {
  announcementsTo,
  countAudience,
  findAnnouncement,
  type ListedAnnouncement,
  type ListedReceipt,
  listAnnouncements,
  listReceipts,
  type ReceivedAnnouncement,
} from './queries.ts'

function presentAnnouncement(row: ListedAnnouncement, { actor }: Pick<Call, 'actor'>, today: string): Announcement {
  const state = announcementState({ isWithdrawn: row.withdrawn_at !== null, endsOn: row.ends_on }, today)
  return {
    id: row.id,
    title: row.title,
    text: row.body,
    link: row.link,
    endsOn: row.ends_on,
    audience: row.audience,
    tier: row.tier_name === null ? null : nameIn({ name: row.tier_name, names: row.tier_names }),
    publishedAt: row.published_at.toISOString(),
    publishedBy: { id: row.published_by, name: row.author_name, deleted: row.author_deleted_at !== null },
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    state,
    recipients: row.recipients,
    read: row.read,
    can: { withdraw: state !== 'withdrawn' && staffOf({ actor }).rights.includes('announcements') },
  }
}

const presentReceived = (row: ReceivedAnnouncement): OwnAnnouncement => ({
  id: row.id,
  title: row.title,
  text: row.body,
  link: row.link,
  endsOn: row.ends_on,
  publishedAt: row.published_at.toISOString(),
  readAt: row.read_at?.toISOString() ?? null,
})

const presentReceipt = (row: ListedReceipt): AnnouncementReceipt => ({
  id: row.id,
  partner: { id: row.id, name: row.full_name, deleted: row.deleted_at !== null },
  readAt: row.read_at?.toISOString() ?? null,
})

const providerToday = async ({ tx, now }: Call) => isoDay(now, await providerZone(tx))

async function announcementNow(call: Call, id: string): Promise<Announcement> {
  const row = await findAnnouncement(call.tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchAnnouncement())
  return presentAnnouncement(row, call, await providerToday(call))
}

const announcementHandlers: Handlers<typeof announcementRoutes> = {
  listAnnouncements: async (call) => {
    const page = pageBounds(call.query)
    const today = await providerToday(call)
    return newestPage(await listAnnouncements(call.tx, page), page.limit, (row) => presentAnnouncement(row, call, today))
  },
  countAudience: async ({ tx, now, query: { audience, tierId = '' } }) => ({
    recipients: await countAudience(tx, audience === 'tier' ? { audience, tierId } : { audience }, now),
  }),
  publishAnnouncement: async (call) => announcementNow(call, await publishAnnouncement(call, call.body)),
  withdrawAnnouncement: async (call) => {
    await withdrawAnnouncement(call, call.params.id)
    return announcementNow(call, call.params.id)
  },
  announcementReceipts: async ({ tx, params, query }) => {
    const page = pageBounds(query)
    return newestPage(await listReceipts(tx, params.id, query.read === 'yes', page), page.limit, presentReceipt)
  },
  ownAnnouncements: async (call) => {
    const page = pageBounds(call.query)
    const rows = await announcementsTo(call.tx, personOf(call).userId, call.query.which, call.now, page)
    return newestPage(rows, page.limit, presentReceived)
  },
  readAnnouncement: (call) => readAnnouncement(call, call.params.id),
}

export const announcementSlice = slice({
  routes: announcementRoutes,
  handlers: announcementHandlers,
  mails: announcementEventHandlers,
  personalData: announcementData,
})
