import { shortDate } from '#platform/web/ui/dates.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { PayoutFile } from '../api.ts'
import { type PayoutFileState, payoutFileStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'

const tones: Readonly<Record<PayoutFileState, BadgeTone>> = {
  sent: 'known',
  partly_paid: 'todo',
  paid: 'received',
  rejected: 'danger',
  withdrawn: 'blue',
}

export function FileStateBadge({ state }: { state: PayoutFileState }) {
  return <StatusBadge tone={tones[state]}>{payoutFileStateLabels[state]}</StatusBadge>
}

function noteOf({ state, paidCount, lineCount, withdrawnAt }: PayoutFile): string | null {
  if (state === 'withdrawn') return withdrawnAt && m.onDay({ day: shortDate(withdrawnAt) })
  const isPart = state === 'partly_paid' || (state === 'paid' && paidCount < lineCount)
  return isPart ? m.paidOf({ paidCount, lineCount }) : null
}

/** The state of a file with what matters about it. */
export function FileStateCell({ file }: { file: PayoutFile }) {
  const note = noteOf(file)
  return (
    <>
      <FileStateBadge state={file.state} />
      {note && <p className="cell-note">{note}</p>}
    </>
  )
}
