import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

interface StatCardProps {
  readonly label: string
  /** Undefined while it loads. */
  readonly value: ReactNode
  /** What the figure counts. */
  readonly hint: string
  readonly tone?: 'received' | 'todo'
}

/** One figure with what it counts. */
export function StatCard({ label, value, hint, tone }: StatCardProps) {
  return (
    <section className={classes.card} aria-label={`${label}: ${hint}`}>
      <Text fz="sm" c="var(--ink-soft)">
        {label}
      </Text>
      <div className={`figure ${classes.value}`} data-tone={tone}>
        {value === undefined ? <Skeleton height={30} width={90} mt={6} /> : value}
      </div>
      <Text fz="xs" c="var(--ink-soft)">
        {hint}
      </Text>
    </section>
  )
}

export function StatCards({ children, columns = 4 }: { children: ReactNode; columns?: number }) {
  return (
    <SimpleGrid cols={{ base: 2, md: columns > 4 ? 3 : columns, lg: columns }} spacing={{ base: 'xs', sm: 'md' }} mb="lg">
      {children}
    </SimpleGrid>
  )
}
