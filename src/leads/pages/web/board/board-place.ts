import type { VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'

/** How far a column was scrolled, with the heights of its cards; on phones how many of its cards were unfolded. */
export interface ColumnPlace {
  readonly offset?: number
  readonly heights?: VirtualItem[]
  readonly unfolded?: number
}

/** Where a board was left. Its columns note their part when they are taken off the page. */
export interface BoardPlace {
  left: number
  readonly columns: Partial<Record<LeadStatus, ColumnPlace>>
}

/** By the entry of the history, whose way back leads to the same cards; a new entry begins at the beginning. */
const places = new Map<string, BoardPlace>()

/** The place to come back to. The page itself is scrolled by `ScrollRestoration`, which knows no columns. */
export function useBoardPlace(board: RefObject<HTMLElement | null>): BoardPlace {
  const { key } = useLocation()
  const [place] = useState((): BoardPlace => places.get(key) ?? { left: 0, columns: {} })
  useEffect(() => void places.set(key, place), [key, place])
  useLayoutEffect(() => {
    const element = board.current
    if (!element) return
    element.scrollLeft = place.left
    return () => {
      place.left = element.scrollLeft
    }
  }, [board, place])
  return place
}
