import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { PlannedPayoutRow } from '../api/payout-runs.ts'
import type { ExclusionInput } from './data.ts'
import { MoneyLines } from './money-lines.tsx'
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

const countText = (count: number) => (count === 1 ? '1 commission' : `${count} commissions`)

/** One partner of a run: the sum, why it waits, and its commissions when opened. */
export function PlannedPayout({ planned, minimumCents, onExclude, onInclude }: PlannedPayoutProps) {
  const [open, setOpen] = useState(false)
  const { partner, lines, leftOut, netCents, vatCents, totalCents, withheld } = planned
  const name = nameOf(partner)
  const vat = vatCents > 0 ? `, ${formatEurosExact(netCents)} + ${formatEurosExact(vatCents)} VAT` : ''
  const heldCount = leftOut.length > 0 ? `, ${leftOut.length} held back` : ''
  const isExcluded = withheld?.code === 'excluded'
  return (
    <li className={classes.partner} data-withheld={withheld !== null || undefined}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text fw={500}>
            <PartnerLink partner={partner} clamped={false} />
          </Text>
          <SoftText fz="xs" className="figure">
            {countText(lines.length)}
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
          {open ? 'Hide commissions' : 'Show commissions'}
        </Button>
        {isExcluded ? (
          <Button size="compact-sm" variant="default" onClick={() => onInclude({ partnerId: partner.id, commissionId: null })}>
            Put back
          </Button>
        ) : (
          !withheld && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Leave out ${name}`}
              onClick={() =>
                onExclude({ partnerId: partner.id, commissionId: null, what: `${formatEurosExact(totalCents)} for ${name}` })
              }
            >
              Leave out
            </Button>
          )
        )}
      </div>
      {open && (
        <MoneyLines
          label={`Commissions of ${name}`}
          lines={[
            ...lines.map(({ commissionId, client, kind, amountCents }) => ({
              key: commissionId,
              name: client,
              note: kind === 'clawback' ? 'Taken back' : undefined,
              amountCents,
              action: !withheld && (
                <RowButton
                  look="danger"
                  aria-label={`Leave out ${client}, ${formatEurosExact(amountCents)}`}
                  onClick={() =>
                    onExclude({
                      partnerId: partner.id,
                      commissionId,
                      what: `${formatEurosExact(amountCents)} for ${client} of ${name}`,
                    })
                  }
                >
                  Leave out
                </RowButton>
              ),
            })),
            ...leftOut.map(({ commissionId, client, why, reason, amountCents }) => ({
              key: commissionId,
              name: client,
              note: `${why === 'held' ? 'Held' : 'Left out'}: ${reason}`,
              amountCents,
              action: why === 'excluded' && (
                <RowButton look="default" onClick={() => onInclude({ partnerId: partner.id, commissionId })}>
                  Put back
                </RowButton>
              ),
            })),
          ]}
        />
      )}
    </li>
  )
}
