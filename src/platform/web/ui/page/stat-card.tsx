import { Skeleton } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { formatCount } from '../counts.ts'
import { SoftText } from '../soft-text.ts'
import classes from './stat-card.module.css'

interface StatCardProps {
  readonly label: string
  /** The language of the label, where it is another one than the page's. */
  readonly lang?: string | undefined
  /** Undefined while it loads. */
  readonly value: ReactNode
  /** Description of the value. */
  readonly hint: string
  readonly tone?: 'received' | 'todo'
}

/** Whether the row's values failed to load. */
const Failed = createContext(false)

/** Longer values use a smaller font. */
const maxLength = 11

export function StatCard({ label, lang, value, hint, tone }: StatCardProps) {
  const failed = useContext(Failed)
  const content = typeof value === 'number' ? formatCount(value) : value
  return (
    <section className={classes.card} aria-label={`${label}: ${hint}`}>
      <SoftText lang={lang}>{label}</SoftText>
      <div
        className={`figure ${classes.value}`}
        title={typeof content === 'string' ? content : undefined}
        data-tone={tone}
        data-long={(typeof content === 'string' && content.length > maxLength) || undefined}
      >
        {value !== undefined ? content : failed ? '—' : <Skeleton height="1.4em" width={90} />}
      </div>
      <SoftText fz="xs">{hint}</SoftText>
    </section>
  )
}

interface StatCardsProps {
  readonly children: ReactNode
  readonly columns?: 3 | 4 | 5 | 6
  /** Whether loading failed. */
  readonly failed?: boolean
}

/** Stat cards in a row; the last one fills the remaining width. */
export function StatCards({ children, columns = 4, failed = false }: StatCardsProps) {
  return (
    <Failed value={failed}>
      <div className={classes.cards} data-columns={columns}>
        {children}
      </div>
    </Failed>
  )
}
