import type { OwnRequest, PeopleRequest } from '../api/requests.ts'
import { extensionObstacle } from '../domain.ts'
import type { ListedRequest, RequestRow } from './queries.ts'

const extensionOf = (row: RequestRow) => row.extended_at && { at: row.extended_at.toISOString(), reason: row.extension_reason }
const answerOf = (row: RequestRow) =>
  row.answered_at && row.outcome ? { at: row.answered_at.toISOString(), outcome: row.outcome, report: row.report } : null

export function presentRequest(row: ListedRequest, now: Date): PeopleRequest {
  const { id, wish, channel, email, name, phone, message, recognised } = row
  const { received_at: receivedAt, extended_at: extendedAt, answered_at: answeredAt } = row
  const answer = answerOf(row)
  const by =
    row.answered_by && row.answered_name !== null
      ? { id: row.answered_by, name: row.answered_name, deleted: row.answerer_deleted_at !== null }
      : null
  return {
    id,
    wish,
    channel,
    email,
    name,
    phone,
    message,
    recognised,
    receivedAt: receivedAt.toISOString(),
    dueAt: row.due_at.toISOString(),
    extension: extensionOf(row),
    answer: answer && { ...answer, by },
    isRefused: row.refused_at !== null,
    can: { extend: extensionObstacle({ receivedAt, extendedAt, answeredAt }, now) === null, answer: answeredAt === null },
  }
}

export function presentOwnRequest(row: RequestRow, now: Date): OwnRequest {
  const isOpen = row.open_until !== null && row.open_until > now
  return {
    wish: row.wish,
    email: row.email,
    receivedAt: row.received_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    isProved: row.proved_at !== null,
    extension: extensionOf(row),
    answer: answerOf(row),
    isRefused: row.refused_at !== null,
    archiveUntil: isOpen && row.open_until ? row.open_until.toISOString() : null,
  }
}
