import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { BankDetailsSummary } from '../api.ts'
import { bankDetailLabels, recentIbanHours } from '../domain/bank-details.ts'
import { m } from '../messages/messages.ts'

const words = {
  checksum: bankDetailLabels.checksum,
  refused: bankDetailLabels.refused,
  unreadable: bankDetailLabels.unreadable,
  recent: m.ibanChanged({ recentIbanHours }),
  shared: m.sharedWithOther(),
}
/** Rows have short badges: wider ones would turn the table into cards on common screens. */
const shortWords: typeof words = {
  checksum: m.wrongChecksum(),
  refused: m.refusedByBank(),
  unreadable: m.ibanNotReadable(),
  recent: m.newIban({ recentIbanHours }),
  shared: m.sharedIban(),
}

interface BankDetailsBadgesProps {
  readonly details: BankDetailsSummary
  readonly short?: boolean
}

/** Warns staff of problems with bank details before they pay; renders nothing if there are none. */
export function BankDetailsBadges({ details, short = false }: BankDetailsBadgesProps) {
  const { state, changedRecently, shared } = details
  const label = short ? shortWords : words
  return (
    <>
      {state === 'checksum' && <StatusBadge tone="todo">{label.checksum}</StatusBadge>}
      {state === 'refused' && <StatusBadge tone="danger">{label.refused}</StatusBadge>}
      {state === 'unreadable' && <StatusBadge tone="danger">{label.unreadable}</StatusBadge>}
      {changedRecently && <StatusBadge tone="todo">{label.recent}</StatusBadge>}
      {shared && <StatusBadge tone="danger">{label.shared}</StatusBadge>}
    </>
  )
}
