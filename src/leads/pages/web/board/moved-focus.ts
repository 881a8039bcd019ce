import { useCallback, useEffect, useRef } from 'react'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'

interface Awaited {
  readonly leadId: string
  /** The element that had the focus: the menu, then the card that took it last. */
  readonly from: Element | null
  /** The column in which the card took it last. */
  readonly drawnIn: LeadStatus | null
}

export interface MovedFocus {
  /** The card of this lead takes the focus wherever it is drawn, until the next press of a key or a pointer. */
  readonly awaitCard: (leadId: string) => void
  /** Called by each card that is drawn, with its button. */
  readonly onDrawn: (lead: Pick<ListedLead, 'id' | 'status'>, button: HTMLElement) => void
  /** Whether the card has yet to take the focus in this column. */
  readonly isAwaited: (leadId: string, status: LeadStatus) => boolean
  readonly stopAwaiting: () => void
}

/** Whether the focus got lost when its element moved. A focus that the user has put elsewhere stays there. */
function isLost(active: Element | null, from: Element | null): boolean {
  return !active || active === document.body || active === from || active.closest('[role="menu"]') !== null
}

/**
 * Lets a card that moved by keyboard keep the focus: its old column drops it from the page, and with it the focus. A refused move
 * draws it once more where it was, so it may take the focus twice.
 */
export function useMovedFocus(): MovedFocus {
  const awaited = useRef<Awaited | null>(null)
  const stopAwaiting = useCallback(() => {
    awaited.current = null
  }, [])
  useEffect(() => {
    const presses = ['keydown', 'pointerdown'] as const
    for (const press of presses) window.addEventListener(press, stopAwaiting, true)
    return () => {
      for (const press of presses) window.removeEventListener(press, stopAwaiting, true)
    }
  }, [stopAwaiting])
  const awaitCard = useCallback((leadId: string) => {
    awaited.current = { leadId, from: document.activeElement, drawnIn: null }
  }, [])
  const onDrawn = useCallback<MovedFocus['onDrawn']>(({ id, status }, button) => {
    if (awaited.current?.leadId !== id || !isLost(document.activeElement, awaited.current.from)) return
    awaited.current = { leadId: id, from: button, drawnIn: status }
    button.focus()
  }, [])
  const isAwaited = useCallback<MovedFocus['isAwaited']>(
    (leadId, status) => awaited.current?.leadId === leadId && awaited.current.drawnIn !== status,
    [],
  )
  return { awaitCard, onDrawn, isAwaited, stopAwaiting }
}
