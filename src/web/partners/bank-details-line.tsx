import { Text } from '@mantine/core'
import type { PersonRow } from '#api/partners.ts'
import type { BankDetailState } from '#domain/payments.ts'
import { recentIbanHours } from '#domain/payments.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

const words: Readonly<Record<BankDetailState, string>> = {
  complete: 'Bank details complete',
  missing: 'Bank details missing',
  checksum: 'IBAN checksum does not match',
  unreadable: 'IBAN unreadable: to be entered again',
}

/** State of a partner's bank details. */
export function BankDetailsLine({ person: { bankDetails, state } }: { person: PersonRow }) {
  if (!bankDetails || (state === 'invited' && bankDetails.state === 'missing')) return null
  const isWrong = bankDetails.state === 'checksum' || bankDetails.state === 'unreadable'
  return (
    <>
      {isWrong ? (
        <StatusBadge tone={bankDetails.state === 'unreadable' ? 'danger' : 'todo'}>{words[bankDetails.state]}</StatusBadge>
      ) : (
        <Text fz="xs" c="var(--ink-soft)">
          {words[bankDetails.state]}
        </Text>
      )}
      {bankDetails.changedRecently && <StatusBadge tone="todo">IBAN changed less than {recentIbanHours} h ago</StatusBadge>}
    </>
  )
}
