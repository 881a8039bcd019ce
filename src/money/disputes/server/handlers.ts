import { personOf } from '#access/server/acting.ts'
import { ownOutlook } from '#money/coming/server/queries.ts'
import { presentCommission } from '#money/commissions/server/present.ts'
import { commissionsByIds } from '#money/commissions/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { type Dispute, disputeRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { decideDispute, openDispute, replyToDispute, withdrawDispute } from './commands.ts'
import { disputeEventHandlers } from './event-handlers.ts'
import { disputeData } from './personal-data.ts'
import { presentDispute, presentMessage } from './present.ts'
import { findDispute, type ListedDispute, listDisputes, listMessages } from './queries.ts'

async function disputePresenter(call: Call, rows: readonly ListedDispute[]): Promise<(row: ListedDispute) => Dispute> {
  const { tx, actor } = call
  const ids = rows.flatMap(({ commission_id }) => commission_id ?? [])
  const [contested, outlook] = await Promise.all([commissionsByIds(tx, ids), ids.length > 0 ? ownOutlook(call) : null])
  const commissions = new Map(contested.map((row) => [row.id, presentCommission(row, actor, outlook)]))
  return (row) => presentDispute(row, (row.commission_id && commissions.get(row.commission_id)) || null, actor)
}

async function seenDispute({ tx }: Call, id: string): Promise<ListedDispute> {
  const row = await findDispute(tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchDispute())
  return row
}

async function disputeNow(call: Call, id: string): Promise<Dispute> {
  const row = await seenDispute(call, id)
  return (await disputePresenter(call, [row]))(row)
}

const disputeHandlers: Handlers<typeof disputeRoutes> = {
  listDisputes: async (call) => {
    const page = pageBounds(call.query)
    const rows = await listDisputes(call.tx, call.query, page)
    return newestPage(rows, page.limit, await disputePresenter(call, rows))
  },
  disputeMessages: async (call) => {
    const page = pageBounds(call.query)
    const { id } = await seenDispute(call, call.params.id)
    const [rows, { providerName }] = await Promise.all([listMessages(call.tx, id, page), currentSettings(call.tx)])
    const readerId = personOf(call).userId
    return newestPage(rows, page.limit, (row) => presentMessage(row, { providerName, readerId }))
  },
  openDispute: async (call) => {
    const { id } = await openDispute(call, call.body)
    return disputeNow(call, id)
  },
  replyToDispute: async (call) => {
    await replyToDispute(call, call.params.id, call.body.message)
    return disputeNow(call, call.params.id)
  },
  withdrawDispute: async (call) => {
    await withdrawDispute(call, call.params.id)
    return disputeNow(call, call.params.id)
  },
  decideDispute: async (call) => {
    await decideDispute(call, call.params.id, call.body)
    return disputeNow(call, call.params.id)
  },
}

export const disputeSlice = slice({
  routes: disputeRoutes,
  handlers: disputeHandlers,
  mails: disputeEventHandlers,
  constraints: {
    disputes_commission_once: ['dispute_exists', m.disputeExists],
    disputes_missing_once: ['dispute_exists', m.disputeExists],
    disputes_own: ['own_commission', m.ownDispute],
    // When a lead is deleted.
    disputes_open_kept: ['commission_disputed', m.leadDisputed],
  },
  personalData: disputeData,
})
