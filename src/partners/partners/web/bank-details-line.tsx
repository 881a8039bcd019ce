import { bankDetailLabels } from '#money/bank-details/domain/bank-details.ts'
import { BankDetailsBadges } from '#money/bank-details/web/bank-details-badges.tsx'
import { billingMissing } from '#money/billing/domain/billing.ts'
import type { PersonRow } from '../api/partners.ts'

/** State of a partner's bank details, in a row, and whether billing data is missing. */
export function BankDetailsLine({ person: { bankDetails, billing, state } }: { person: PersonRow }) {
  if (!bankDetails || (state === 'invited' && bankDetails.state === 'missing')) return null
  const isPlain = bankDetails.state === 'complete' || bankDetails.state === 'missing'
  return (
    <>
      <BankDetailsBadges details={bankDetails} short />
      {isPlain && <p className="cell-note">{bankDetailLabels[bankDetails.state]}</p>}
      {bankDetails.maskedIban && <p className="cell-note figure">{bankDetails.maskedIban}</p>}
      {billing === null && <p className="cell-note">{billingMissing()}</p>}
    </>
  )
}
