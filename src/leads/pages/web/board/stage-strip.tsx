import { VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useRef } from 'react'
import { type Stages, stageLanguage, stageName } from '#leads/lead-settings/web/data.ts'
import type { LeadStatus, LeadStatusStats } from '#leads/leads/domain/leads.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { m } from '../../messages/messages.ts'
import type { CardActions } from './lead-card.tsx'
import { useLeadDrop } from './lead-drop.ts'
import classes from './stage-strip.module.css'
import { stageTone } from './stage-tone.ts'

interface StageProps {
  readonly stages: Stages
  readonly status: LeadStatus
  readonly stats: LeadStatusStats | undefined
  readonly onMove: CardActions['onMove']
  readonly onShow: (status: LeadStatus) => void
}

/** A stage: a press shows its column, and a card that is dropped on it moves there. */
function Stage({ stages, status, stats, onMove, onShow }: StageProps) {
  const button = useRef<HTMLButtonElement>(null)
  const over = useLeadDrop(button, status, onMove)
  const count = stats && formatCount(stats.count)
  return (
    <button
      ref={button}
      type="button"
      className={classes.stage}
      style={stageTone(stages, status)}
      data-over={over || undefined}
      onClick={() => onShow(status)}
    >
      <VisuallyHidden>{m.goTo()} </VisuallyHidden>
      <span className={classes.name} lang={stageLanguage(stages, status)}>
        {stageName(stages, status)}
      </span>
      <span className={`figure ${classes.count}`}>{count ?? '…'}</span>
    </button>
  )
}

interface StageStripProps extends Omit<StageProps, 'status' | 'stats'> {
  /** The stages of the board, in its order. */
  readonly columns: readonly LeadStatus[]
  readonly byStatus: readonly LeadStatusStats[] | undefined
}

/** The width of a column with the gap beside it. */
const columnPx = 356

/**
 * The stages with their counts, where columns are wider than the window holds, or stacked on a phone. Where all columns are
 * in sight, their heads say the same.
 */
export function StageStrip({ columns, byStatus, ...handlers }: StageStripProps) {
  const { ref, width } = useElementSize<HTMLElement>()
  const isRepeated = width >= columns.length * columnPx
  return (
    <nav ref={ref} className={classes.strip} aria-label={m.stages()} aria-hidden={isRepeated || undefined}>
      {!isRepeated &&
        columns.map((status) => (
          <Stage key={status} status={status} stats={byStatus?.find((each) => each.status === status)} {...handlers} />
        ))}
    </nav>
  )
}
