import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { PlannedPayoutRow } from '../api/payout-runs.ts'
import type { WithheldCode } from '../domain/payout-plan.ts'
import { m } from '../messages/messages.ts'
import type { ExclusionInput } from './data.ts'
import classes from './run-drawer.module.css'

/** Something that staff ask to leave out: a commission, or everything of the partner. */
export interface Exclusion {
  readonly partnerId: string
  readonly commissionId: string | null
  readonly what: string
}

interface PlannedPayoutProps {
  readonly planned: PlannedPayoutRow
  readonly minimumCents: number
  readonly onExclude: (exclusion: Exclusion) => void
  readonly onInclude: (exclusion: Omit<ExclusionInput, 'reason'>) => void
}

/** One partner of a run: the sum, why it waits, and its commissions when opened. */
export function PlannedPayout({ planned, minimumCents, onExclude, onInclude }: PlannedPayoutProps) {
  const [open, setOpen] = useState(false)
  const { partner, lines, leftOut, netCents, vatCents, totalCents, withheld } = planned
  const name = nameOf(partner)
  const vat = vatCents > 0 ? `, ${m.netAndVat({ net: formatEurosExact(netCents), vat: formatEurosExact(vatCents) })}` : ''
  const heldCount = leftOut.length > 0 ? `, ${m.heldCount({ count: leftOut.length })}` : ''
  const isExcluded = withheld?.code === 'excluded'
  return (
    <li className={classes.partner} data-withheld={withheld !== null || undefined}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text fw={500}>
            <PartnerLink partner={partner} clamped={false} />
          </Text>
          <SoftText fz="xs" className="figure">
            {m.commissionCount({ count: lines.length })}
            {vat}
            {heldCount}
          </SoftText>
          {withheld && (
            <Text fz="sm" c="var(--todo-ink)">
              {withheldWords(planned, minimumCents)}
            </Text>
          )}
        </div>
        <Text className={`figure ${classes.sum ?? ''}`}>{formatEurosExact(totalCents)}</Text>
      </div>
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? m.hideCommissions() : m.showCommissions()}
        </Button>
        {isExcluded ? (
          <Button size="compact-sm" variant="default" onClick={() => onInclude({ partnerId: partner.id, commissionId: null })}>
            {m.putBack()}
          </Button>
        ) : (
          !withheld && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={m.leaveOutPartner({ name })}
              onClick={() =>
                onExclude({
                  partnerId: partner.id,
                  commissionId: null,
                  what: m.amountFor({ amount: formatEurosExact(totalCents), name }),
                })
              }
            >
              {m.leaveOut()}
            </Button>
          )
        )}
      </div>
      {open && (
        <MoneyLines
          label={m.commissionsOf({ name })}
          lines={[
            ...lines.map(({ commissionId, client, kind, amountCents }) => ({
              key: commissionId,
              name: client,
              note: kind === 'clawback' ? m.takenBack() : undefined,
              amountCents,
              action: !withheld && (
                <RowButton
                  look="danger"
                  aria-label={m.leaveOutCommission({ client, amountCents: formatEurosExact(amountCents) })}
                  onClick={() =>
                    onExclude({
                      partnerId: partner.id,
                      commissionId,
                      what: m.amountForClient({ amount: formatEurosExact(amountCents), client, name }),
                    })
                  }
                >
                  {m.leaveOut()}
                </RowButton>
              ),
            })),
            ...leftOut.map(({ commissionId, client, why, reason, amountCents }) => ({
              key: commissionId,
              name: client,
              note: why === 'held' ? m.heldBecause({ reason }) : m.leftOutBecause({ reason }),
              amountCents,
              action: why === 'excluded' && (
                <RowButton look="default" onClick={() => onInclude({ partnerId: partner.id, commissionId })}>
                  {m.putBack()}
                </RowButton>
              ),
            })),
          ]}
        />
      )}
    </li>
  )
}

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
function withheldWords(planned: PlannedPayoutRow, minimumCents: number): string {
  return planned.withheld ? words[planned.withheld.code](planned, minimumCents) : ''
}
