import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { count, id, idParams, lines, page, pageQuery, personName, text, time, webAddress } from '#platform/api/shapes.ts'
import { type AnnouncementAudience, announcementAudiences, maxAnnouncementText, maxAnnouncementTitle } from './domain.ts'
import { m } from './messages/messages.ts'

const audience = z.enum(announcementAudiences)
const noTier = m.tierMissing
const isComplete = (choice: { readonly audience: string; readonly tierId?: string | null | undefined }) =>
  (choice.audience === 'tier') === Boolean(choice.tierId)

export const announcementForm = z
  .strictObject({
    title: text(1, maxAnnouncementTitle, m.titleMissing),
    /** Plain text, in which empty lines separate paragraphs. */
    text: lines(1, maxAnnouncementText, m.textMissing),
    link: z._default(z.nullable(webAddress(m.linkInvalid)), null),
    /** The last day on which it is shown unasked; null: until it is read. */
    endsOn: z._default(z.nullable(z.iso.date({ error: m.dayInvalid })), null),
    audience,
    /** The tier whose partners it is for; null for any other audience. */
    tierId: z._default(z.nullable(id), null),
  })
  .check(z.refine(isComplete, { path: ['tierId'], error: noTier }))

const content = {
  id,
  title: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  endsOn: z.nullable(z.iso.date()),
  publishedAt: time,
}

/** An announcement as its recipients see it. */
export const ownAnnouncement = z.object({ ...content, readAt: z.nullable(time) })
export type OwnAnnouncement = z.infer<typeof ownAnnouncement>

/** An announcement as staff see it. */
export const announcement = z.object({
  ...content,
  audience,
  /** The tier's name at that time. */
  tier: z.nullable(z.string()),
  publishedBy: personName,
  withdrawnAt: z.nullable(time),
  state: z.enum(['running', 'ended', 'withdrawn']),
  recipients: count,
  /** How many of them have read it. */
  read: count,
  can: z.object({ withdraw: z.boolean() }),
})
export type Announcement = z.infer<typeof announcement>

const receipt = z.object({ id, partner: personName, readAt: z.nullable(time) })
export type AnnouncementReceipt = z.infer<typeof receipt>

export const announcementRoutes = {
  listAnnouncements: route('GET', '/announcements', {
    summary: 'Announcements, newest first, with how many have read them',
    who: 'admin',
    query: z.strictObject(pageQuery),
    returns: page(announcement),
  }),
  countAudience: route('GET', '/announcements/audience', {
    summary: 'How many partners an announcement would go to',
    who: 'admin',
    query: z.strictObject({ audience, tierId: z.optional(id) }).check(z.refine(isComplete, { path: ['tierId'], error: noTier })),
    returns: z.object({ recipients: count }),
  }),
  publishAnnouncement: route('POST', '/announcements', {
    summary: 'Publish an announcement: its recipients are told by mail and see it until they have read it',
    who: 'admin',
    right: 'announcements',
    body: announcementForm,
    returns: announcement,
    status: 201,
    refusals: ['announcement_without_recipients', 'not_found'],
  }),
  withdrawAnnouncement: route('POST', '/announcements/:id/withdrawal', {
    summary: 'Withdraw an announcement: partners no longer see it, and mails that wait are not sent',
    who: 'admin',
    right: 'announcements',
    params: idParams,
    returns: announcement,
  }),
  announcementReceipts: route('GET', '/announcements/:id/receipts', {
    summary: 'Who has read an announcement, latest first, or who has not',
    who: 'admin',
    params: idParams,
    query: z.strictObject({ read: z.enum(['yes', 'no']), ...pageQuery }),
    returns: page(receipt),
  }),
  ownAnnouncements: route('GET', '/me/announcements', {
    summary: 'Announcements to the caller, newest first; `unread`: those that are shown unasked',
    who: 'partner',
    query: z.strictObject({ which: z._default(z.enum(['all', 'unread']), 'all'), ...pageQuery }),
    returns: page(ownAnnouncement),
  }),
  readAnnouncement: route('POST', '/me/announcements/:id/read', {
    summary: 'Say that one has read an announcement',
    who: 'partner',
    params: idParams,
    unkeyed: 'repeatable',
  }),
}

/** Never an announcement's words: they are for its recipients. */
export const announcementEvents = {
  'announcement.published': event<null, { readonly audience: AnnouncementAudience; readonly recipients: number }>('announcement'),
  'announcement.read': event<null, null>('announcement'),
  'announcement.withdrawn': event<null, null>('announcement'),
}
