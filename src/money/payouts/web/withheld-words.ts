import { formatEurosExact } from '#platform/domain/money.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import type { PlannedPayoutRow } from '../api/payout-runs.ts'
import type { WithheldCode } from '../domain/payout-plan.ts'

type Words = (planned: PlannedPayoutRow, minimumCents: number) => string

const words: Readonly<Record<WithheldCode, Words>> = {
  own: () => 'Your own money: somebody else has to issue it',
  excluded: ({ withheld }) => `Left out: ${withheld?.reason ?? ''}`,
  vigilance: ({ withheld }) => withheld?.reason ?? '',
  bank_missing: () => 'No bank details yet',
  bank_checksum: () => 'The checksum of the IBAN is wrong',
  bank_refused: () => 'The bank has refused the account: the partner has to change it',
  bank_unreadable: () => 'The IBAN can no longer be read: the partner has to enter it again',
  bank_recent: ({ withheld }) =>
    withheld?.until ? `The IBAN is new: payable from ${longDate(withheld.until)}` : 'The IBAN changed less than 72 hours ago',
  mandate_missing: () => 'Self-billing was chosen, and its mandate is not signed yet',
  provider_identity: ({ withheld }) =>
    `Self-billed invoices need your ${withheld?.reason}: fill it in under Settings, Who we are`,
  invoice_impossible: ({ withheld }) => `No invoice can be drawn up: ${withheld?.reason}`,
  negative: ({ netCents }) =>
    netCents < 0 ? 'The balance is negative: it is carried over' : 'Nothing is left to pay after clawbacks',
  below_minimum: (_, minimumCents) => `Below the minimum of ${formatEurosExact(minimumCents)}: it is carried over`,
  nothing_left: () => 'Everything is held or left out',
}

/** Why a partner gets no payout in a run; empty if they do. */
export function withheldWords(planned: PlannedPayoutRow, minimumCents: number): string {
  return planned.withheld ? words[planned.withheld.code](planned, minimumCents) : ''
}
