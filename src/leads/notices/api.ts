import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { idParams, lines, time } from '#platform/api/shapes.ts'
import { type NoticeState, type NoticeWay, noticeStates, noticeWays, toldWays } from './domain.ts'
import { m } from './messages/messages.ts'

/** How far a lead's person has been told. Its partner reads state and days alone. */
const leadNotice = z.object({
  state: z.enum(noticeStates),
  dueAt: time,
  settledAt: z.nullable(time),
  /** How they were told otherwise, or why they need not be; null for partners. */
  how: z.nullable(z.enum(noticeWays)),
  /** Why it is impossible; empty otherwise, and for partners. */
  reason: z.string(),
  /** Who of staff said so; null where the portal saw it itself, and for partners. */
  by: z.nullable(z.string()),
  /** The text that was mailed; null for partners, without a mail, and for mails of earlier versions. */
  text: z.nullable(z.object({ language: z.string(), version: z.int() })),
  /** It waits for its turn to be mailed. */
  isQueued: z.boolean(),
})
export type LeadNotice = z.infer<typeof leadNotice>

export const impossibleReason = lines(1, 500, m.reasonMissing)

export const settleForm = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('otherwise'), how: z.enum(toldWays), on: z.iso.date({ error: m.dayMissing }) }),
  z.strictObject({ state: z.literal('not_needed') }),
  z.strictObject({ state: z.literal('impossible'), reason: impossibleReason }),
  z.strictObject({ state: z.literal('due') }),
])
export type SettleForm = z.output<typeof settleForm>

export const leadNoticeRoutes = {
  getLeadNotice: route('GET', '/leads/:id/notice', {
    summary: 'How far the person of a lead has been told that their details are kept',
    who: 'unlocked',
    ability: 'leads',
    params: idParams,
    returns: leadNotice,
  }),
  settleLeadNotice: route('POST', '/leads/:id/notice', {
    summary:
      'Say that the person of a lead was told without a mail, need not be told since the lead names no natural person, or ' +
      'cannot be; or take that back (`due`). What was told by mail stays',
    who: 'admin',
    right: 'people',
    params: idParams,
    body: settleForm,
    returns: leadNotice,
    refusals: ['lead_restricted', 'told_by_mail', 'client_erased'],
  }),
}

interface Settled {
  readonly state: NoticeState
  readonly how: NoticeWay | null
}

export const leadNoticeEvents = {
  'lead.notice_settled': event<Settled, Settled>('lead'),
}
