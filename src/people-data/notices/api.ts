import * as z from 'zod/mini'
import { noticeStates, noticeWays, settledStates } from '#leads/notices/domain.ts'
import { event } from '#platform/api/events.ts'
import { sortedList, sortedPageOf } from '#platform/api/list.ts'
import { route } from '#platform/api/route.ts'
import { count, id, page, personName, time } from '#platform/api/shapes.ts'
import { noticeAudiences, noticeQueues } from './domain/notices.ts'

const noticeVersion = z.object({ version: z.int(), since: time })

const noticeText = z.object({
  ...noticeVersion.shape,
  sections: z.array(z.object({ key: z.string(), title: z.string(), text: z.string() })),
  /** All versions in this language, newest first. */
  versions: z.array(noticeVersion),
})
export type NoticeText = z.infer<typeof noticeText>

const listedNotice = z.object({
  /** The id of the lead. */
  id,
  name: z.string(),
  company: z.string(),
  partner: personName,
  state: z.enum(noticeStates),
  how: z.nullable(z.enum(noticeWays)),
  dueAt: time,
  settledAt: z.nullable(time),
  hasEmail: z.boolean(),
  /** Its turn comes then at the earliest: a limit of mail to clients may have put it off. Null for who is not in line. */
  queuedFor: z.nullable(time),
  /** When a mail was ordered last; a server may have taken none of them. */
  orderedAt: z.nullable(time),
})
export type ListedNotice = z.infer<typeof listedNotice>

export const noticeList = sortedList({
  filters: {
    queue: z.optional(z.enum(noticeQueues)),
    /** Without one, those who are still to be told. */
    state: z.optional(z.enum(settledStates)),
    partnerId: z.optional(id),
  },
  sorts: ['due'],
  usual: 'due',
})

const noticeSummary = z.object({
  due: count,
  overdue: count,
  /** How many of those that are due could be mailed now. The others are in one of the following counts. */
  mailable: count,
  /** In line. */
  queued: count,
  /** In line for another day, since they could not be mailed in their turn. */
  postponed: count,
  /** Mailed lately, and no server has taken it yet: they are tried again after a week. */
  ordered: count,
  withoutEmail: count,
  /** Notices leave by themselves a week before their day. */
  isAutomatic: z.boolean(),
})
export type NoticeSummary = z.infer<typeof noticeSummary>

export const noticeRoutes = {
  readNoticeText: route('GET', '/privacy', {
    summary: 'What people of one kind are told about their data, in the language of the reader; also as it was before',
    who: 'anyone',
    query: z.strictObject({
      audience: z.enum(noticeAudiences),
      version: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    }),
    returns: noticeText,
    refusals: ['not_found'],
  }),
  listNotices: route('GET', '/people-data/notices', {
    summary: 'How far the people of leads have been told that they are in the portal, those first who are due first',
    who: 'admin',
    right: 'people',
    query: sortedPageOf(noticeList),
    returns: page(listedNotice),
  }),
  getNoticeSummary: route('GET', '/people-data/notices/summary', {
    summary: 'How many people are still to be told',
    who: 'admin',
    right: 'people',
    returns: noticeSummary,
  }),
  sendNotices: route('POST', '/people-data/notices/send', {
    summary:
      'Mail the notice to everybody who is due and has an address, or to these leads alone; they leave one after the other',
    who: 'admin',
    right: 'people',
    body: z.strictObject({ leadIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(200))) }),
    returns: z.object({ queued: count }),
  }),
  switchNotices: route('PUT', '/people-data/notices/automatic', {
    summary: 'Whether notices leave by themselves a week before their day',
    who: 'admin',
    right: 'programme',
    body: z.strictObject({ isAutomatic: z.boolean() }),
    returns: noticeSummary,
  }),
}

export const noticeEvents = {
  'lead.notice_sent': event('lead'),
  'notices.queued': event<null, { readonly count: number }>(null),
  'notices.switched': event<{ readonly isAutomatic: boolean }, { readonly isAutomatic: boolean }>(null),
}
