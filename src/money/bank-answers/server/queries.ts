import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { inOrder, type Order, type SortKey } from '#platform/server/http/lists/listing.ts'
import type { AppliedAnswer } from '../api.ts'

export const answerSortKeys = { date: { by: sql`a.applied_at`, holds: 'time' } } as const satisfies Record<string, SortKey>

function answers(tx: Tx) {
  return tx
    .selectFrom('bank_answers as a')
    .innerJoin('profiles as u', 'u.user_id', 'a.applied_by')
    .selectAll('a')
    .select(['u.full_name as applied_by_name', 'u.deleted_at as applied_by_deleted_at'])
}

type AnswerRow = Awaited<ReturnType<typeof answersOf>>[number]

/** A page of applied answers, plus one row to detect a next page. */
export function listAnswers(tx: Tx, order: Order) {
  return inOrder(answers(tx), order).execute()
}

/** Answers that were applied with this hash or this message id, newest first. */
export function answersOf(tx: Tx, { sha256, messageId }: { sha256: string; messageId: string }) {
  return answers(tx)
    .where((where) => where.or([where('a.sha256', '=', sha256), where('a.message_id', '=', messageId)]))
    .orderBy('a.applied_at', 'desc')
    .limit(20)
    .execute()
}

export function presentAnswer(row: AnswerRow): AppliedAnswer {
  return {
    id: row.id,
    version: row.version,
    messageId: row.message_id,
    sender: row.sender,
    periodFrom: row.period_from,
    periodTo: row.period_to,
    acceptedCount: row.accepted_count,
    paidCount: row.paid_count,
    paidCents: row.paid_cents,
    rejectedCount: row.rejected_count,
    rejectedCents: row.rejected_cents,
    verifiedCount: row.verified_count,
    clientPaymentCount: row.client_payment_count,
    appliedAt: row.applied_at.toISOString(),
    appliedBy: { id: row.applied_by, name: row.applied_by_name, deleted: row.applied_by_deleted_at !== null },
  }
}
