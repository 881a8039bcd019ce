import type { BankReason, StatusLine, StatusReport } from './bank-answer.ts'
import type { LineTracker, TrackedLine } from './line-states.ts'
import type { BatchNote, PayeeMatch, UnknownReference } from './live-batch.ts'

/** ISO 20022 external payment statuses. */
const accepted = ['ACTC', 'ACCP', 'ACFC', 'ACSP', 'ACSC', 'ACCC', 'ACWC', 'ACWP', 'ACPD']
const settled = ['ACSC', 'ACCC']
const rejected = ['RJCT', 'CANC']
const pending = ['PDNG', 'RCVD', 'PATC', 'ACFW', 'RVNC']
/** Verification of payee, as banks report it for each transfer. */
const verified: ReadonlyMap<string, PayeeMatch> = new Map([
  ['RCVC', 'match'],
  ['RVMC', 'close_match'],
  ['RVNM', 'no_match'],
  ['RVNA', 'not_possible'],
])

export interface StatusFindings {
  readonly notes: readonly BatchNote[]
  readonly unknown: readonly UnknownReference[]
}

/** Applies a bank's status report to the batch that it names. */
export function reconcileStatus(report: StatusReport, tracker: LineTracker): StatusFindings {
  const batch = tracker.batch(report.originalMessageId)
  if (!batch) return { notes: [], unknown: [{ of: 'message', reference: report.originalMessageId, cents: null }] }

  const linesInReport = new Set<TrackedLine>()
  const unknown: UnknownReference[] = []
  for (const reportedLine of report.lines) {
    const line = tracker.find(reportedLine)
    if (line?.messageId === report.originalMessageId) {
      linesInReport.add(line)
      applyLine(line, reportedLine, tracker)
    } else {
      const reference = reportedLine.endToEndId ?? reportedLine.instructionId ?? ''
      unknown.push({ of: 'line', reference, cents: reportedLine.amount?.cents ?? null })
    }
  }
  const strangers = report.groups.filter(
    ({ paymentInfoId }) => paymentInfoId !== null && paymentInfoId !== report.originalMessageId,
  )
  unknown.push(...strangers.map(({ paymentInfoId }) => ({ of: 'group' as const, reference: paymentInfoId ?? '', cents: null })))

  // The file has one group of payments: its status is closer to the lines than that of the file.
  const group = report.groups.find(({ paymentInfoId }) => paymentInfoId === report.originalMessageId)
  const { status, reasons } = group?.status ? { status: group.status, reasons: [...group.reasons, ...report.reasons] } : report
  const rest = batch.filter((line) => !linesInReport.has(line))
  return {
    notes: applyGroup(report.originalMessageId, { status, reasons, rest, listedCount: linesInReport.size }, tracker),
    unknown,
  }
}

function applyLine(line: TrackedLine, { status, reasons, amount }: StatusLine, tracker: LineTracker): void {
  const match = verified.get(status ?? '')
  if (amount && amount.cents === null) tracker.add(line, { result: 'other_currency', currency: amount.currency })
  else if (amount && amount.cents !== line.cents)
    tracker.add(line, { result: 'difference', expectedCents: line.cents, statedCents: amount.cents })
  else if (match) tracker.add(line, { result: 'verified', match, bankName: match === 'close_match' ? nameIn(reasons) : null })
  else if (status && accepted.includes(status))
    tracker.apply(line, { result: 'accepted', status, isSettled: settled.includes(status) })
  else if (status && rejected.includes(status)) tracker.apply(line, { result: 'rejected', reasons })
  else if (status && pending.includes(status)) tracker.add(line, { result: 'pending', status })
  else tracker.add(line, { result: 'unknown_status', status })
}

/** A close match carries the holder's name as the additional information. */
function nameIn(reasons: readonly BankReason[]): string | null {
  return reasons.flatMap(({ info }) => info).join(' ') || null
}

interface GroupStatus {
  readonly status: string | null
  readonly reasons: readonly BankReason[]
  /** Lines of the batch that the report does not list. */
  readonly rest: readonly TrackedLine[]
  readonly listedCount: number
}

/** Applies the status of a whole file to the lines that are not listed in it. */
function applyGroup(messageId: string, { status, reasons, rest, listedCount }: GroupStatus, tracker: LineTracker): BatchNote[] {
  if (status === null) return []
  if (pending.includes(status)) return [{ messageId, note: 'pending', status }]
  if (status === 'PART' && listedCount === 0) return [{ messageId, note: 'partial_without_lines' }]
  // The report lists the mismatches; nothing is said of the others.
  if (status === 'RVCM') return []
  const isAccepted = status === 'PART' || accepted.includes(status)
  if (!isAccepted && !rejected.includes(status) && status !== 'RCVC') return [{ messageId, note: 'unknown_status', status }]
  for (const line of rest) {
    if (status === 'RCVC') tracker.add(line, { result: 'verified', match: 'match', bankName: null })
    else if (!isAccepted) tracker.apply(line, { result: 'rejected', reasons })
    // Accepting a file is said of the lines that an earlier report has not rejected.
    else if (line.now === 'rejected' || line.now === 'returned') tracker.add(line, { result: 'already_applied', state: line.now })
    else tracker.apply(line, { result: 'accepted', status, isSettled: settled.includes(status) })
  }
  return []
}
