import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import { useStages } from '#leads/lead-settings/web/data.ts'
import type { LeadDetail, ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { Loss } from '#leads/leads/domain/lost-leads.ts'
import { isLost, type StageAsks, wonStage } from '#leads/stages/domain/stages.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../../messages/messages.ts'
import { moveLead, readLead, type StageAnswer } from '../data.ts'
import type { SavedMove } from './move-bar.tsx'
import { type MovedFocus, useMovedFocus } from './moved-focus.ts'
import type { ShownPlace } from './shown-place.ts'
import type { StageNeed } from './stage-question.tsx'

interface Move {
  readonly lead: ListedLead
  readonly to: LeadStatus
  readonly loss?: Loss | undefined
  /** What the stage asks for. */
  readonly answer?: StageAnswer | undefined
  /** The card keeps the focus, wherever it goes. */
  readonly byKeyboard?: boolean | undefined
}

export interface AskedMove extends Move {
  readonly asks: StageNeed
  /** The lead as it is now, where fields of it are asked for. */
  readonly known?: LeadDetail
}

export interface CardMoves {
  /** Tells of what fails; of a move with an answer or a loss, whoever asked for it does. */
  readonly move: (move: Move) => Promise<void>
  /** The last saved move; null once it was dismissed or a later move failed. */
  readonly moved: SavedMove | null
  readonly forget: () => void
  /** The lead whose loss is asked for before it moves. */
  readonly lost: Pick<Move, 'lead' | 'to'> | null
  readonly setLost: (move: Pick<Move, 'lead' | 'to'> | null) => void
  /** The move whose stage asks for something. */
  readonly asked: AskedMove | null
  readonly setAsked: Dispatch<SetStateAction<AskedMove | null>>
  /** The column, and the card in it, that somebody asked to see; a new object each time. */
  readonly reveal: ShownPlace | null
  readonly show: (place: ShownPlace) => void
  readonly onDrawn: MovedFocus['onDrawn']
}

/** What a stage asks for that a lead does not have. */
async function missingOf(lead: ListedLead, asks: StageAsks | null | undefined): Promise<StageAsks | null> {
  if (asks === 'amount' && lead.estimatedAmountCents > 0) return null
  // Without an answer the server says whether one is missing.
  if (
    asks === 'file' &&
    (await readLead(lead.id).then(
      ({ files }) => files !== undefined,
      () => true,
    ))
  )
    return null
  return asks ?? null
}

/** What the server says that the new stage asks for: of a form that moves with the lead, or a field of the lead. */
const askedPath = (error: unknown) =>
  error instanceof ApiError && error.code === 'stage_asks' ? error.fields[0]?.path : undefined

/** The moves of the cards of a board. `asksLoss`: a lead goes to Perdu only with a reason. */
export function useCardMoves(asksLoss: boolean): CardMoves {
  const [moved, setMoved] = useState<SavedMove | null>(null)
  const [lostLead, setLost] = useState<Pick<Move, 'lead' | 'to'> | null>(null)
  const [asked, setAsked] = useState<AskedMove | null>(null)
  const stages = useStages()
  const [reveal, setReveal] = useState<ShownPlace | null>(null)
  const { awaitCard, onDrawn, isAwaited, stopAwaiting } = useMovedFocus()
  /** A card that keeps the focus is scrolled to if its place is not drawn. */
  const settle = useCallback(
    (leadId: string, status: LeadStatus) => {
      if (isAwaited(leadId, status)) setReveal({ status, leadId })
    },
    [isAwaited],
  )
  const move = useCallback(
    async ({ lead, to, loss, answer, byKeyboard }: Move) => {
      // Staff say why a lead is lost, whichever way they move it.
      if (isLost(to) && asksLoss && !loss) return setLost({ lead, to })
      const asks = answer ? null : await missingOf(lead, stages.get(to)?.asks)
      if (asks) return setAsked({ lead, to, asks, byKeyboard })
      if (byKeyboard) awaitCard(lead.id)
      else stopAwaiting()
      try {
        setReveal(null)
        const { commission } = await moveLead(lead, to, { loss, ...answer })
        setMoved({ lead, to, commission })
        settle(lead.id, to)
      } catch (error) {
        setMoved(null)
        settle(lead.id, lead.status)
        // Only the server knows by which rule the lead brings something, and whether that is a share of its amount.
        const path = askedPath(error)
        if (to === wonStage && path === 'estimatedAmountCents') setAsked({ lead, to, loss, asks: 'amount', byKeyboard })
        else if (path && !['reason', 'uploadId', 'estimatedAmountCents'].includes(path)) {
          const known = await readLead(lead.id).catch(() => null)
          if (known) setAsked({ lead, to, loss, answer, asks: 'fields', known, byKeyboard })
          else toastFailure(m.error(), error)
        }
        // The question stays open with what was typed, and tells of it.
        else if (answer || loss) throw error
        else toastFailure(m.error(), error)
      }
    },
    [asksLoss, stages, awaitCard, stopAwaiting, settle],
  )
  const forget = useCallback(() => setMoved(null), [])
  return { move, moved, forget, lost: lostLead, setLost, asked, setAsked, reveal, show: setReveal, onDrawn }
}
