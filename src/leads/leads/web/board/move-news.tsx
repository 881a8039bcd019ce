import { lazy, Suspense, useState } from 'react'
import classes from './board.module.css'
import type { SavedMove } from './move-bar.tsx'

const MoveBar = lazy(() => import('./move-bar.tsx'))

interface MoveNewsProps {
  readonly moved: SavedMove | null
  readonly onShow: (moved: SavedMove) => void
  readonly onUndo: (moved: SavedMove, byKeyboard: boolean) => void
  readonly onClose: () => void
}

/** Tells of the last move, and of what a signature brings and when, on the screen and to screen readers. */
export function MoveNews({ moved, onShow, onUndo, onClose }: MoveNewsProps) {
  // Its words come with the bar, which no board needs before its first move.
  const [message, setMessage] = useState('')
  return (
    <>
      <div className={classes.announced} role="status">
        {moved && message}
      </div>
      <Suspense>
        {moved && (
          <MoveBar
            key={moved.lead.id + moved.to}
            {...moved}
            onMessage={setMessage}
            onShow={() => onShow(moved)}
            onUndo={(byKeyboard) => onUndo(moved, byKeyboard)}
            onClose={onClose}
          />
        )}
      </Suspense>
    </>
  )
}
