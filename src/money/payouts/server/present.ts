import { type Actor, callerRights, isOwnPartner } from '#access/domain/actor.ts'
import { transferReasonText } from '#money/bank-files/domain/bank-reasons.ts'
import { noVatText } from '#money/billing/domain/billing.ts'
import { holdText } from '#money/documents/domain/holds.ts'
import { lineDetail } from '#money/documents/domain/line-detail.ts'
import { type Statement, type StatementLine, tierOf } from '#money/documents/domain/statements.ts'
import type { PayoutRun } from '../api/payout-runs.ts'
import type { Payout, PayoutDetail } from '../api/payouts.ts'
import { type ApprovalRule, approvalObstacles, payoutAbilities, payoutState } from '../domain/payouts.ts'
import type { ListedPayout, StateSum } from './queries.ts'

export interface Viewer {
  readonly actor: Actor
  readonly now: Date
  /** Null for partners. */
  readonly rule: ApprovalRule | null
  /** Why payouts wait for documents, by partner. */
  readonly blocks: ReadonlyMap<string, readonly string[]>
  /** The files with which payouts were sent last, by payout; none for partners. */
  readonly files: ReadonlyMap<string, NonNullable<Payout['file']>>
}

const iso = (date: Date | null) => date?.toISOString() ?? null

export function presentPayout(row: ListedPayout, { actor, now, rule, blocks, files }: Viewer): Payout {
  const state = payoutState({ status: row.status, acceptedAt: row.accepted_at, contestUntil: row.contest_until }, now)
  const userId = 'userId' in actor ? actor.userId : ''
  const facts = {
    reference: row.reference,
    state,
    totalCents: row.total_cents,
    isIssuer: row.issued_by === userId,
    isOwn: isOwnPartner(actor, row.partner_id),
    invoice: row.invoice_state,
    isContested: row.contested,
    blocks: blocks.get(row.partner_id) ?? [],
  }
  const waits = rule && state === 'accepted' ? approvalObstacles(facts, rule).map(({ text }) => text) : []
  // Partners read what they can do something about.
  const heldBlocks = !rule && (state === 'issued' || state === 'accepted') ? facts.blocks : []
  return {
    id: row.id,
    runId: row.run_id,
    reference: row.reference,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    state,
    commissionCount: row.commission_count,
    netCents: row.net_cents,
    vatCents: row.vat_cents,
    totalCents: row.total_cents,
    issuedAt: row.issued_at.toISOString(),
    contestUntil: row.contest_until.toISOString(),
    acceptedAt: iso(row.accepted_at),
    approvedAt: iso(row.approved_at),
    sentAt: iso(row.sent_at),
    paidAt: iso(row.paid_at),
    paymentReference: row.payment_reference,
    rejectedAt: iso(row.rejected_at),
    rejectReason: transferReasonText({ reason: row.reject_reason, bankReasons: row.bank_reasons }),
    cancelledAt: iso(row.cancelled_at),
    cancelReason: row.cancel_reason,
    hasStatement: row.statement_file_id !== null,
    invoice: row.invoice_state && {
      state: row.invoice_state,
      number: row.invoice_number,
      issuedOn: row.invoice_issued_on,
    },
    file: files.get(row.id) ?? null,
    waitsFor: [...waits, ...heldBlocks],
    can: payoutAbilities(facts, { ...callerRights(actor, row.partner_id, 'money'), rule }),
  }
}

export interface DetailParts {
  readonly statement: Statement
  readonly payableUntil: string
  readonly people: PayoutDetail['people']
  readonly excluded: PayoutDetail['excluded']
  readonly invoices: PayoutDetail['invoices']
  readonly accountRefused: boolean
  readonly payee: PayoutDetail['payee']
}

function presentLine(line: StatementLine): PayoutDetail['lines'][number] {
  const { tierNames: _, origin: __, paid: ___, ...told } = line
  return { ...told, detail: lineDetail(line), tier: tierOf(line) }
}

export function presentDetail(row: ListedPayout, viewer: Viewer, { statement, ...parts }: DetailParts): PayoutDetail {
  return {
    ...presentPayout(row, viewer),
    ...parts,
    lines: statement.lines.map(presentLine),
    held: statement.held.map((line) => ({ client: line.client, amountCents: line.amountCents, reason: holdText(line) })),
    noVatReason: statement.noVatReason && noVatText(statement.noVatReason),
  }
}

interface RunRow {
  readonly id: string
  readonly payable_until: string
  readonly issued_at: Date
  readonly issued_by_name: string
}

export function presentRun(row: RunRow, byState: readonly StateSum[]): PayoutRun {
  return {
    id: row.id,
    payableUntil: row.payable_until,
    issuedAt: row.issued_at.toISOString(),
    issuedBy: row.issued_by_name,
    payouts: byState.reduce((sum, { count }) => sum + count, 0),
    totalCents: byState.reduce((sum, { totalCents }) => sum + totalCents, 0),
    byState: [...byState],
  }
}
