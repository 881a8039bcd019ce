import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { SoftText } from '../soft-text.ts'
import classes from './fact-card.module.css'

/** A name and its value; figures are set in digits of equal width. */
export type Fact = readonly [name: string, value: ReactNode]

interface FactCardProps {
  readonly title: string
  /** By which its title is found, and can be given the focus. */
  readonly titleId?: string
  /** What tells it from others with the same title. */
  readonly label?: string
  /** A badge or link beside the title. */
  readonly beside?: ReactNode
  /** Facts listed under the children. */
  readonly facts?: readonly Fact[]
  /** Explains the facts, under them. */
  readonly note?: ReactNode
  readonly children?: ReactNode
}

/** A titled card with a list of facts. */
export function FactCard({ title, titleId, label = title, beside, facts = [], note, children }: FactCardProps) {
  return (
    <section className={classes.card} aria-label={label}>
      <Group justify="space-between" mb={8}>
        <Title
          order={2}
          fz={17}
          ff="inherit"
          fw={600}
          className={classes.title}
          {...(titleId ? { id: titleId, tabIndex: -1 } : {})}
        >
          {title}
        </Title>
        {beside}
      </Group>
      {children}
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd className="figure">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && (
        <SoftText fz={13} mt={12}>
          {note}
        </SoftText>
      )}
    </section>
  )
}
