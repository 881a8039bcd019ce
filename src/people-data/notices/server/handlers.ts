import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { noticeRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { queueNotices, switchNotices } from './commands.ts'
import { noticeEventHandlers } from './event-handlers.ts'
import { noticeData } from './personal-data.ts'
import { listNotices, noticeSummary, noticeVersions } from './queries.ts'
import { noticeBackgroundHandlers } from './text-commands.ts'

const noticeHandlers: Handlers<typeof noticeRoutes> = {
  readNoticeText: async ({ tx, query: { audience, version } }) => {
    const texts = await noticeVersions(tx, audience)
    const text = version === undefined ? texts[0] : texts.find((each) => each.version === version)
    if (!text) throw new Refusal('not_found', m.noSuchText())
    const versions = texts.map((each) => ({ version: each.version, since: each.since.toISOString() }))
    return { version: text.version, since: text.since.toISOString(), sections: [...text.sections], versions }
  },
  listNotices: ({ tx, now, query }) => listNotices(tx, query, now),
  getNoticeSummary: ({ tx, now }) => noticeSummary(tx, now),
  sendNotices: async (call) => ({ queued: await queueNotices(call, call.body.leadIds) }),
  switchNotices: async (call) => {
    await switchNotices(call, call.body.isAutomatic)
    return noticeSummary(call.tx, call.now)
  },
}

export const noticeSlice = slice({
  routes: noticeRoutes,
  handlers: noticeHandlers,
  mails: noticeEventHandlers,
  background: noticeBackgroundHandlers,
  personalData: noticeData,
})
