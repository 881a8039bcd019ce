import type { Actor } from '#access/domain/actor.ts'
import { transferReasonText } from '#money/bank-files/domain/bank-reasons.ts'
import { problemsText } from '#money/bank-files/domain/payout-problems.ts'
import type { PayoutFile, PayoutFileDetail, PayoutFileLine } from '../api.ts'
import { payoutFileState } from '../domain.ts'
import type { FileRow, LineRow } from './queries.ts'

type Staff = Actor & { kind: 'admin' }

export function presentFile(row: FileRow, { rights }: Staff): PayoutFile {
  const { live, paid, returned, own } = row
  const isOpen = row.withdrawn_at === null && live > 0
  const acts = rights.includes('money') && own === 0
  const isUnexecuted = isOpen && paid === 0 && returned === 0
  return {
    id: row.id,
    reference: row.message_id,
    format: row.format,
    executeOn: row.execute_on,
    batchBooking: row.batch_booking,
    instant: row.instant,
    lineCount: row.line_count,
    totalCents: row.total_cents,
    sha256: row.sha256,
    state: payoutFileState({ isWithdrawn: row.withdrawn_at !== null, live, paid }),
    liveCount: live,
    liveCents: row.live_cents,
    paidCount: paid,
    createdAt: row.created_at.toISOString(),
    createdBy: { id: row.created_by, name: row.maker_name, deleted: row.maker_deleted_at !== null },
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawReason: row.withdraw_reason,
    can: { pay: acts && isOpen, withdraw: acts && isUnexecuted, replace: acts && isUnexecuted },
  }
}

type Related = readonly { readonly id: string; readonly reference: string; readonly replaces_id: string | null }[]

export function presentFileDetail(row: FileRow, lines: readonly LineRow[], related: Related, staff: Staff): PayoutFileDetail {
  const referenceTo = (relatedFile: Related[number] | undefined) =>
    relatedFile ? { id: relatedFile.id, reference: relatedFile.reference } : null
  return {
    ...presentFile(row, staff),
    lines: lines.map(presentLine),
    replaces: referenceTo(related.find(({ id }) => id === row.replaces_id)),
    replacedBy: referenceTo(related.find(({ replaces_id }) => replaces_id === row.id)),
  }
}

function presentLine(row: LineRow): PayoutFileLine {
  return {
    id: row.id,
    payoutId: row.payout_id,
    payoutReference: row.reference,
    partner: { id: row.partner_id, name: row.full_name, deleted: row.partner_deleted_at !== null },
    endToEndId: row.end_to_end_id,
    totalCents: row.total_cents,
    holder: row.holder,
    state: row.state,
    bankStatus: row.bank_status,
    reasons: row.problems
      ? problemsText(row.problems)
      : (transferReasonText({ reason: row.reasons, bankReasons: row.bank_reasons }) ?? ''),
    payeeMatch: row.payee_match,
    payeeName: row.payee_name,
    changedAt: row.changed_at.toISOString(),
  }
}
