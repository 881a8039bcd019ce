import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { m } from '../messages/messages.ts'
import classes from './import.module.css'
import type { PlanRow } from './import-plan.ts'

const tones: Readonly<Record<PlanRow['outcome'], BadgeTone>> = {
  ready: 'received',
  imported: 'received',
  duplicate: 'known',
  refused: 'danger',
}

const outcomeLabels: Readonly<Record<PlanRow['outcome'], string>> = {
  ready: m.readyOutcome(),
  imported: m.importedOutcome(),
  duplicate: m.duplicateOutcome(),
  refused: m.toCorrect(),
}

interface ImportTableProps {
  readonly rows: readonly PlanRow[]
  readonly label: string
  /** Shows the partner of each row. */
  readonly showPartner: boolean
}

/** A virtualized table of all rows with their outcome. */
export function ImportTable({ rows, label, showPartner }: ImportTableProps) {
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
      <table className={classes.table} aria-rowcount={rows.length + 1}>
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
                  {m.state()}
                </th>
                <th scope="col">{m.contact()}</th>
                <th scope="col" className={`${classes.amount} ${classes.end}`}>
                  {m.amount()}
                </th>
                <th scope="col" className={classes.status}>
                  {m.status()}
                </th>
                <th scope="col" className={classes.messages}>
                  {m.remarks()}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          <Space height={above} colSpan={narrow ? 2 : 6} />
          {inSight.map(({ index, key }) => {
            const row = rows[index]
            const props = { index, showPartner, narrow, measure: virtual.measureElement }
            return row && <Row key={key} row={row} {...props} />
          })}
          <Space height={below} colSpan={narrow ? 2 : 6} />
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

interface RowProps extends Omit<ImportTableProps, 'rows' | 'label'> {
  readonly row: PlanRow
  readonly index: number
  /** On phones a row is a single table column. */
  readonly narrow: boolean
  readonly measure: (element: HTMLTableRowElement | null) => void
}

function Row({ row, index, showPartner, narrow, measure }: RowProps) {
  const stages = useStages()
  const { number, outcome, cells, read, messages } = row
  const pill = <StatusBadge tone={tones[outcome]}>{outcomeLabels[outcome]}</StatusBadge>
  const amount = read ? formatEurosExact(read.amountCents) : cells.amount.slice(0, 20)
  const status = read ? stageName(stages, read.status) : cells.status.slice(0, 20)
  const lead = (
    <>
      {cells.name}
      <div className="soft">{cells.company}</div>
      <div className="soft">{cells.email}</div>
      {showPartner && read && <div className="soft">→ {read.partner}</div>}
    </>
  )
  const errors = messages.length > 0 && (
    <ul className={classes.errors} data-outcome={outcome}>
      {messages.map((message) => (
        <li key={message}>{typeset(message)}</li>
      ))}
    </ul>
  )
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td className="figure">{number}</td>
      {narrow ? (
        <td>
          {pill} {lead}
          <div className="figure">{[amount, status].filter(Boolean).join(' · ')}</div>
          {errors}
        </td>
      ) : (
        <>
          <td>{pill}</td>
          <td>{lead}</td>
          <td className={`${classes.end} figure`}>{amount}</td>
          <td>{status}</td>
          <td>{errors}</td>
        </>
      )}
    </tr>
  )
}
