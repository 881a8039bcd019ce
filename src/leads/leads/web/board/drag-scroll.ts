import { autoScrollForElements, autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type RefObject, useEffect } from 'react'

/** A card that is dragged to an edge scrolls the board, on phones the page: columns are stacked there. */
export function useDragScroll(board: RefObject<HTMLElement | null>, isPhone: boolean): void {
  useEffect(() => {
    if (isPhone) return autoScrollWindowForElements()
    if (board.current) return autoScrollForElements({ element: board.current })
  }, [board, isPhone])
}
