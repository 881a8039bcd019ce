import { lazy, Suspense } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { leadStatusLabels } from '../../domain/leads.ts'
import classes from './board.module.css'
import type { SavedMove } from './move-bar.tsx'

const MoveBar = lazy(() => import('./move-bar.tsx'))

interface MoveNewsProps {
  readonly moved: SavedMove | null
  readonly onShow: (moved: SavedMove) => void
  readonly onUndo: (moved: SavedMove, byKeyboard: boolean) => void
  readonly onClose: () => void
}

/** Tells of the last move, and of the commission that a signature makes, on the screen and to screen readers. */
export function MoveNews({ moved, onShow, onUndo, onClose }: MoveNewsProps) {
  const commission = moved?.to === 'signe' && moved.commission
  const commissionText = commission && `Commission de ${formatEurosExact(commission.amountCents)} en attente`
  return (
    <>
      <div className={classes.announced} role="status" lang="fr">
        {moved && [`${moved.lead.name} : déplacé vers ${leadStatusLabels[moved.to]}`, commissionText].filter(Boolean).join('. ')}
      </div>
      <Suspense>
        {moved && (
          <MoveBar
            key={moved.lead.id + moved.to}
            lead={moved.lead}
            to={moved.to}
            commissionText={commissionText || null}
            onShow={() => onShow(moved)}
            onUndo={(byKeyboard) => onUndo(moved, byKeyboard)}
            onClose={onClose}
          />
        )}
      </Suspense>
    </>
  )
}
