import { useCallback, useRef } from 'react'

interface Awaited {
  readonly leadId: string
  /** Where the focus was when the card began to move. */
  readonly from: Element | null
}

export interface MovedFocus {
  /** The card of this lead takes the focus where it is drawn next. */
  readonly awaitCard: (leadId: string) => void
  /** Called by each card that is drawn, with its button. */
  readonly onDrawn: (leadId: string, button: HTMLElement) => void
  /** Whether the awaited card has not been drawn yet. */
  readonly isAwaited: (leadId: string) => boolean
  readonly stopAwaiting: () => void
}

/** Whether the focus was lost with what moved. Whoever has put it elsewhere meanwhile keeps it there. */
function isLost(active: Element | null, from: Element | null): boolean {
  return !active || active === document.body || active === from || active.closest('[role="menu"]') !== null
}

/**
 * Lets a card that moved by keyboard keep the focus: its old column drops it from the page, and with it the focus. A refused move
 * draws it once more where it was, so it may take the focus twice.
 */
export function useMovedFocus(): MovedFocus {
  const awaited = useRef<Awaited | null>(null)
  const drawn = useRef<string | null>(null)
  const awaitCard = useCallback((leadId: string) => {
    awaited.current = { leadId, from: document.activeElement }
    drawn.current = null
  }, [])
  const onDrawn = useCallback((leadId: string, button: HTMLElement) => {
    if (awaited.current?.leadId !== leadId || !isLost(document.activeElement, awaited.current.from)) return
    awaited.current = { leadId, from: button }
    drawn.current = leadId
    button.focus()
  }, [])
  const isAwaited = useCallback((leadId: string) => awaited.current?.leadId === leadId && drawn.current !== leadId, [])
  const stopAwaiting = useCallback(() => {
    awaited.current = null
  }, [])
  return { awaitCard, onDrawn, isAwaited, stopAwaiting }
}
