import { formatEurosExact } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import type { PlannedPayoutRow } from '../api/payout-runs.ts'
import type { WithheldCode } from '../domain/payout-plan.ts'
import { m } from '../messages/messages.ts'

type Words = (planned: PlannedPayoutRow, minimumCents: number) => string

const words: Readonly<Record<WithheldCode, Words>> = {
  own: () => m.ownMoney(),
  excluded: ({ withheld }) => m.leftOutBecause({ reason: withheld?.reason ?? '' }),
  vigilance: ({ withheld }) => typeset(withheld?.reason ?? ''),
  bank_missing: () => m.noBankDetailsYet(),
  bank_checksum: () => m.wrongChecksum(),
  bank_refused: () => m.accountRefused(),
  bank_unreadable: () => m.ibanUnreadable(),
  bank_recent: ({ withheld }) => (withheld?.until ? m.ibanIsNew({ until: longDate(withheld.until) }) : m.ibanIsRecent()),
  mandate_missing: () => m.mandateMissing(),
  provider_identity: ({ withheld }) => m.providerIdentityMissing({ reason: typeset(withheld?.reason ?? '') }),
  invoice_impossible: ({ withheld }) => m.invoiceImpossible({ reason: typeset(withheld?.reason ?? '') }),
  document_day_past: ({ withheld }) => typeset(withheld?.reason ?? ''),
  negative: ({ netCents }) => (netCents < 0 ? m.negativeBalance() : m.nothingAfterClawbacks()),
  below_minimum: (_, minimumCents) => m.belowMinimum({ minimumCents: formatEurosExact(minimumCents) }),
  nothing_left: () => m.nothingLeft(),
}

/** Why a partner gets no payout in a run; empty if they do. */
export function withheldWords(planned: PlannedPayoutRow, minimumCents: number): string {
  return planned.withheld ? words[planned.withheld.code](planned, minimumCents) : ''
}
