import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { ownValue } from '#platform/domain/keys.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { CheckedRow } from '../api.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { outcomeLabels } from './counts-text.ts'
import classes from './imports.module.css'

const tones: Readonly<Record<CheckedRow['outcome'], BadgeTone>> = {
  ready: 'received',
  imported: 'received',
  duplicate: 'known',
  known: 'known',
  repeated: 'known',
  refused: 'danger',
}

interface ImportTableProps {
  readonly here: KindHere
  readonly rows: readonly CheckedRow[]
  /** How many there are, of which these are the first. */
  readonly total: number
  readonly label: string
}

/** A virtualized table of rows with their outcome. */
export function ImportTable({ here, rows, total, label }: ImportTableProps) {
  const narrow = useMediaQuery('(max-width: 48em)') ?? false
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 80,
    overscan: 8,
    getItemKey: (at) => rows[at]?.number ?? at,
  })
  const inSight = virtual.getVirtualItems()
  const above = inSight[0]?.start ?? 0
  const below = virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={scroller} className={classes.rows} tabIndex={0} aria-label={label}>
      <table className={classes.table} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classes.line}>
              {m.row()}
            </th>
            {narrow ? (
              <th scope="col">{m.contact()}</th>
            ) : (
              <>
                <th scope="col" className={classes.outcome}>
                  {m.outcome()}
                </th>
                <th scope="col">{m.contact()}</th>
                {here.kind !== 'partners' && (
                  <th scope="col" className={`${classes.amount} ${classes.end}`}>
                    {m.amount()}
                  </th>
                )}
                {here.kind === 'leads' && (
                  <th scope="col" className={classes.status}>
                    {m.state()}
                  </th>
                )}
                <th scope="col" className={classes.messages}>
                  {m.remarks()}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          <Space height={above} colSpan={narrow ? 2 : here.kind === 'leads' ? 6 : 5} />
          {inSight.map(({ index, key }) => {
            const row = rows[index]
            const props = { here, index, narrow, measure: virtual.measureElement }
            return row && <Row key={key} row={row} {...props} />
          })}
          <Space height={below} colSpan={narrow ? 2 : here.kind === 'leads' ? 6 : 5} />
        </tbody>
      </table>
    </section>
  )
}

/** Spacer for the rows that are not rendered. */
function Space({ height, colSpan }: { height: number; colSpan: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={colSpan} className={classes.space} style={{ height }} />
    </tr>
  )
}

interface RowProps extends Pick<ImportTableProps, 'here'> {
  readonly row: CheckedRow
  readonly index: number
  /** On phones a row is a single table column. */
  readonly narrow: boolean
  readonly measure: (element: HTMLTableRowElement | null) => void
}

function Row({ here, row, index, narrow, measure }: RowProps) {
  const stages = useStages()
  const { number, outcome, read, messages } = row
  const pill = <StatusBadge tone={tones[outcome]}>{outcomeLabels[outcome]()}</StatusBadge>
  const amount = read?.amountCents === undefined ? '' : formatEurosExact(read.amountCents)
  const state = here.kind === 'leads' ? stageName(stages, read?.status ?? '') : ''
  const role = here.kind === 'partners' ? ownValue(partnerRoleLabels, read?.status ?? '') : undefined
  const lead = read && (
    <>
      {read.title}
      {read.partner && <div className="soft">→ {[read.partner, role].filter(Boolean).join(' · ')}</div>}
      {read.receivedOn && <div className="soft">{dayText(read.receivedOn)}</div>}
      {read.commissionCents !== undefined && (
        <div className="soft">{m.bringsCommission({ amount: formatEurosExact(read.commissionCents) })}</div>
      )}
    </>
  )
  const errors = messages.length > 0 && (
    <ul className={classes.errors} data-outcome={outcome}>
      {messages.map(({ path, message }) => (
        <li key={`${path} ${message}`}>{typeset(message)}</li>
      ))}
    </ul>
  )
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td className="figure">{number}</td>
      {narrow ? (
        <td>
          {pill} {lead}
          <div className="figure">{[amount, state].filter(Boolean).join(' · ')}</div>
          {errors}
        </td>
      ) : (
        <>
          <td>{pill}</td>
          <td>{lead}</td>
          {here.kind !== 'partners' && <td className={`${classes.end} figure`}>{amount}</td>}
          {here.kind === 'leads' && <td>{state}</td>}
          <td>{errors}</td>
        </>
      )}
    </tr>
  )
}
