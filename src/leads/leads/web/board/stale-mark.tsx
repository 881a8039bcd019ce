import { VisuallyHidden } from '@mantine/core'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconClockPause } from '#platform/web/ui/icons.ts'
import type { ListedLead } from '../../api/leads.ts'
import { m } from '../../messages/messages.ts'
import classes from './board.module.css'

/** Since when a lead has not moved, where that is longer than its stage allows. */
export function StaleMark({ staleSince }: Pick<ListedLead, 'staleSince'>) {
  if (!staleSince) return null
  const text = m.notMovedSince({ day: shortDate(staleSince) })
  return (
    <span className={classes.stale} title={text}>
      <IconClockPause size={14} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
