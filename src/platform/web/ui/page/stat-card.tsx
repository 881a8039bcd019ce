import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { SoftText } from '../soft-text.ts'
import classes from './stat-card.module.css'

interface StatCardProps {
  readonly label: string
  /** The language of the label, where it is another one than the page's. */
  readonly lang?: string | undefined
  /** Undefined while it loads. */
  readonly value: string | undefined
  /** Description of the value. */
  readonly hint: string
}

/** Longer values use a smaller font. */
const maxLength = 11

export function StatCard({ label, lang, value, hint }: StatCardProps) {
  return (
    <section className={classes.card} aria-label={`${label}: ${hint}`}>
      <SoftText lang={lang}>{label}</SoftText>
      <div
        className={`figure ${classes.value}`}
        title={value}
        data-long={(value !== undefined && value.length > maxLength) || undefined}
      >
        {value ?? <Skeleton height="1.4em" width={90} />}
      </div>
      <SoftText fz="xs">{hint}</SoftText>
    </section>
  )
}

/** Stat cards in a row. */
export function StatCards({ children }: { readonly children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>
}
