import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { leadStatusLabels } from '#domain/leads.ts'
import { formatEurosExact } from '#domain/money.ts'
import type { PillTone } from '../ui/pill.tsx'
import { Pill } from '../ui/pill.tsx'
import classes from './import.module.css'
import type { PlanRow } from './import-plan.ts'
import type { ImportScreenWords } from './import-words.ts'

const tones: Readonly<Record<PlanRow['outcome'], PillTone>> = {
  ready: 'received',
  imported: 'received',
  known: 'known',
  refused: 'danger',
}

/** Every row of the file with what would become of it. Only the rows in sight are in the page. */
export function ImportTable({ rows, words, label }: { rows: readonly PlanRow[]; words: ImportScreenWords; label: string }) {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 60,
    overscan: 8,
    getItemKey: (at) => rows[at]?.number ?? at,
  })
  const { head } = words
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
              {head.line}
            </th>
            <th scope="col" className={classes.outcome}>
              {head.outcome}
            </th>
            <th scope="col">{head.lead}</th>
            <th scope="col" className={`${classes.amount} ${classes.end}`}>
              {head.amount}
            </th>
            <th scope="col" className={classes.status}>
              {head.status}
            </th>
            <th scope="col" className={classes.messages}>
              {head.messages}
            </th>
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {inSight.map(({ index, key }) => {
            const row = rows[index]
            return row && <Row key={key} row={row} index={index} words={words} measure={virtual.measureElement} />
          })}
          <Space height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** The place of the rows that are out of sight. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={6} className={classes.space} style={{ height }} />
    </tr>
  )
}

interface RowProps {
  readonly row: PlanRow
  readonly index: number
  readonly words: ImportScreenWords
  readonly measure: (element: HTMLTableRowElement | null) => void
}

function Row({ row: { number, outcome, cells, read, messages }, index, words, measure }: RowProps) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td className="figure">{number}</td>
      <td>
        <Pill tone={tones[outcome]}>{words.outcomes[outcome]}</Pill>
      </td>
      <td>
        {cells.name}
        <div className="soft">{[cells.company, cells.email].filter(Boolean).join(' · ')}</div>
      </td>
      <td className={`${classes.end} figure`}>{read ? formatEurosExact(read.amountCents) : cells.amount.slice(0, 20)}</td>
      <td>{read ? leadStatusLabels[read.status] : cells.status.slice(0, 20)}</td>
      <td>
        {messages.length > 0 && (
          <ul className={classes.faults} data-outcome={outcome}>
            {messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}
