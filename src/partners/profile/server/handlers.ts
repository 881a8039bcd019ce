import { personOf } from '#access/server/acting.ts'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import { leadStatsByStatus } from '#leads/leads/server/stats-queries.ts'
import { readStageNames } from '#leads/stages/server/queries.ts'
import { commissionStatsByStatus, nextPayment } from '#money/commissions/server/queries.ts'
import { payoutSums } from '#money/payouts/server/queries.ts'
import { rulesInForce } from '#money/rules/domain/choose-rule.ts'
import { rulesFor } from '#money/rules/server/account-queries.ts'
import { recurringSums } from '#money/rules/server/recurring-queries.ts'
import { presentStanding } from '#money/tiers/server/present.ts'
import { readStanding } from '#money/tiers/server/queries.ts'
import { presentDocument } from '#money/vigilance/server/present.ts'
import { readDocuments, vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import { pendingChange } from '#partners/corrections/server/queries.ts'
import { presentPerson } from '#partners/partners/server/present.ts'
import { findPersonEver } from '#partners/partners/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { cutPage, decodeCursor, defaultPageSize, newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { type PartnerProfile, partnerProfileRoutes } from '../api/profile.ts'
import { dormantSince, winRate } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { partnerHistory } from './history-queries.ts'
import { addNote, deleteNote, editNote } from './note-commands.ts'
import { findNote, listNotes } from './note-queries.ts'
import { partnerNoteData } from './personal-data.ts'
import { presentHistory, presentMerges, presentNote } from './present.ts'
import { answerTime, disputeCounts, lastSeen, newestLeadAt, readMerges, waitingMoney } from './queries.ts'

const missing = () => new Refusal('not_found', m.noSuchPerson())

/** Everything in one turn of the event loop, so that the statements travel together. */
async function readProfile(call: Call, id: string): Promise<Omit<PartnerProfile, 'merged' | 'absorbed' | 'recurring'>> {
  const { tx, now } = call
  const [
    row,
    standing,
    byStatus,
    byCommission,
    waiting,
    next,
    payouts,
    documents,
    blocks,
    disputes,
    lastLead,
    answers,
    seen,
    change,
    rules,
  ] = await Promise.all([
    findPersonEver(call, id),
    readStanding(tx, id),
    leadStatsByStatus(tx, { partnerId: id }),
    commissionStatsByStatus(tx, { partnerId: id, now }),
    waitingMoney(tx, id),
    nextPayment(tx, id),
    payoutSums(tx, { partnerId: id }, now),
    readDocuments(tx, id),
    vigilanceBlocks(tx, now, [id]),
    disputeCounts(tx, id),
    newestLeadAt(tx, id),
    answerTime(tx, id, now),
    lastSeen(tx, id),
    pendingChange(tx, id),
    rulesFor(tx, [id]),
  ])
  if (!row) throw missing()
  const isPartner = row.role === 'partner' && row.deleted_at === null
  return {
    person: presentPerson(row, call),
    deletedAt: row.deleted_at?.toISOString() ?? null,
    invitedAt: row.created_at.toISOString(),
    emailChange: change && { email: change.email, expiresAt: change.expiresAt.toISOString() },
    lastSeenAt: seen?.toISOString() ?? null,
    standing: presentStanding(standing, rulesInForce(rules.rules, isoDay(now, rules.zone))),
    leads: { byStatus },
    money: { byStatus: byCommission, ...waiting, nextPayment: next, payouts },
    documents: documents.map((document) => presentDocument(document, call)),
    documentBlocks: [...(blocks.get(id) ?? [])],
    openDisputes: disputes.open,
    closedDisputes: disputes.closed,
    health: {
      lastLeadAt: lastLead?.toISOString() ?? null,
      dormantSince: (isPartner ? dormantSince(lastLead, row.joined_at, now) : null)?.toISOString() ?? null,
      dormantAfterDays,
      answerSeconds: answers.seconds,
      answeredLeads: answers.leads,
      ...wins(byStatus),
    },
  }
}

function wins(byStatus: Parameters<typeof winRate>[0]) {
  const { won, decided, percent } = winRate(byStatus)
  return { won, decided, winPercent: percent }
}

/** The note after a change. */
async function noteNow(call: Call, partnerId: string, noteId: string) {
  const note = await findNote(call.tx, partnerId, noteId)
  if (!note) throw missing()
  return presentNote(note, personOf(call).userId)
}

const partnerProfileHandlers: Handlers<typeof partnerProfileRoutes> = {
  getPartnerProfile: async (call) => {
    const { id } = call.params
    const [profile, merges, recurring] = await Promise.all([
      readProfile(call, id),
      readMerges(call.tx, id),
      recurringSums(call, id),
    ])
    const merging = presentMerges(merges, id)
    return { ...profile, ...merging, recurring, deletedAt: merging.merged ? null : profile.deletedAt }
  },
  partnerHistory: async ({ tx, params: { id }, query: { cursor, limit = defaultPageSize } }) => {
    const after = cursor === undefined ? null : decodeCursor(cursor, 'text').id
    const [rows, stages] = [await partnerHistory(tx, id, { after, limit }), await readStageNames(tx)]
    return cutPage(
      rows,
      limit,
      () => '',
      (row) => presentHistory(row, stages),
    )
  },
  listPartnerNotes: async (call) => {
    const page = pageBounds(call.query)
    const rows = await listNotes(call.tx, call.params.id, page)
    return newestPage(rows, page.limit, (row) => presentNote(row, personOf(call).userId))
  },
  addPartnerNote: async (call) => {
    const id = await addNote(call, call.params.id, call.body.body)
    return noteNow(call, call.params.id, id)
  },
  editPartnerNote: async (call) => {
    const { id, noteId } = call.params
    await editNote(call, id, noteId, call.body.body)
    return noteNow(call, id, noteId)
  },
  deletePartnerNote: (call) => deleteNote(call, call.params.id, call.params.noteId),
}

export const partnerProfileSlice = slice({
  routes: partnerProfileRoutes,
  handlers: partnerProfileHandlers,
  personalData: partnerNoteData,
})
