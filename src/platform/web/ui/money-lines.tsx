import type { ReactNode } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import classes from './money-lines.module.css'

interface MoneyLine {
  readonly key: string
  readonly name: string
  readonly note?: string | undefined
  /** Null where none is known. */
  readonly amountCents: number | null
  /** An action that is shown beside the amount. */
  readonly action?: ReactNode
}

/** Amounts with what they are for, one below the other; it needs no more width than a phone has. */
export function MoneyLines({ label, lines }: { readonly label: string; readonly lines: readonly MoneyLine[] }) {
  return (
    <ul className={classes.lines} aria-label={label}>
      {lines.map(({ key, name, note, amountCents, action }) => (
        <li key={key} className={classes.line}>
          <div className={classes.words}>
            <p className={classes.name}>{name}</p>
            {note && <p className={`figure ${classes.note ?? ''}`}>{note}</p>}
          </div>
          <div className={classes.end}>
            <span className={`figure ${classes.amount ?? ''}`}>{amountCents === null ? '' : formatEurosExact(amountCents)}</span>
            {action}
          </div>
        </li>
      ))}
    </ul>
  )
}
