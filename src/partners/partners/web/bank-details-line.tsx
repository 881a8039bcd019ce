import { Text } from '@mantine/core'
import type { PersonRow } from '../api/partners.ts'
import { billingMissing } from '#money/billing/domain/billing.ts'
import { bankDetailLabels } from '#money/bank-details/domain/bank-details.ts'
import { BankDetailsBadges } from '#money/bank-details/web/bank-details-badges.tsx'

/** State of a partner's bank details, in a row, and whether billing data is missing. */
export function BankDetailsLine({ person: { bankDetails, billing, state } }: { person: PersonRow }) {
  if (!bankDetails || (state === 'invited' && bankDetails.state === 'missing')) return null
  const isPlain = bankDetails.state === 'complete' || bankDetails.state === 'missing'
  return (
    <>
      {isPlain && (
        <Text fz="xs" c="var(--ink-soft)">
          {bankDetailLabels[bankDetails.state]}
        </Text>
      )}
      {bankDetails.maskedIban && (
        <Text fz="xs" c="var(--ink-soft)" className="figure">
          {bankDetails.maskedIban}
        </Text>
      )}
      <BankDetailsBadges details={bankDetails} short />
      {billing === null && (
        <Text fz="xs" c="var(--ink-soft)">
          {billingMissing}
        </Text>
      )}
    </>
  )
}
