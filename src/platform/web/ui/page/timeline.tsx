import type { ReactNode } from 'react'
import classes from './timeline.module.css'

/** A list of events along a line. */
export function Timeline({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {children}
    </ol>
  )
}

interface TimelineEventProps {
  /** Colour of the dot: something was reached, or somebody was against it. */
  readonly tone: 'done' | 'against' | undefined
  readonly children: ReactNode
}

export function TimelineEvent({ tone, children }: TimelineEventProps) {
  return (
    <li className={classes.step} data-tone={tone}>
      {children}
    </li>
  )
}
