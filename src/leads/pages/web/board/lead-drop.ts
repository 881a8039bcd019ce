import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useState } from 'react'
import { mayMove, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { useDecides } from '../lead-rights.ts'
import type { CardActions } from './lead-card.tsx'

/** Makes an element take cards that are dropped on it into this stage. Returns whether one is over it now. */
export function useLeadDrop(target: RefObject<HTMLElement | null>, status: LeadStatus, onMove: CardActions['onMove']): boolean {
  const stages = useStages()
  const mayDecide = useDecides()
  const [over, setOver] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element) return
    return dropTargetForElements({
      element,
      getData: () => ({ status }),
      canDrop: ({ source }) => {
        const lead = source.data.lead as ListedLead
        return lead.status === status || (mayMove(stages, lead.status, status) && mayDecide(lead, status))
      },
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        const lead = source.data.lead as ListedLead
        if (lead.status !== status) onMove(lead, status)
      },
    })
  }, [target, status, stages, mayDecide, onMove])
  return over
}
