import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { PlannedPayoutRow } from '../api/payout-runs.ts'
import { m } from '../messages/messages.ts'
import type { ExclusionInput } from './data.ts'
import classes from './run-drawer.module.css'
import { withheldWords } from './withheld-words.ts'

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
