import { autoScrollForElements, autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { onBoard, useCardFields, useMayLackAmount, useOffers, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { m } from '../../messages/messages.ts'
import { useActing } from '../lead-rights.ts'
import { useOwnRate } from '../own-rate.ts'
import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import { useBoardPlace } from './board-place.ts'
import { type BoardFilter, boardQuery, retryBoard } from './board-query.ts'
import { useCardMoves } from './card-moves.ts'
import type { OpenMenu } from './lead-menu.tsx'
import { LeadOverlays, useOpenLeads } from './lead-overlays.tsx'
import type { SavedMove } from './move-bar.tsx'
import { StageStrip } from './stage-strip.tsx'

const loadMenu = async () => ({ default: (await import('./lead-menu.tsx')).LeadMenu })
const LeadMenu = lazy(loadMenu)

interface BoardProps {
  readonly filter: BoardFilter
  readonly showPartner?: boolean
  /** Shows only this column. */
  readonly only?: LeadStatus
}

/** The board: its columns side by side, stacked on phones. */
export function Board({ filter, showPartner = false, only }: BoardProps) {
  const { data, error, isPlaceholderData } = useQuery(boardQuery(filter))
  const cards = {
    offers: useOffers(),
    fields: useCardFields(),
    mayLackAmount: useMayLackAmount(),
    ownRate: useOwnRate(),
    acting: useActing(),
    showPartner,
  }
  const leads = useOpenLeads()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const moves = useCardMoves(showPartner)
  const { move, moved, forget, reveal, show, onDrawn } = moves

  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const board = useRef<HTMLElement>(null)
  useDragScroll(board, isPhone)
  const place = useBoardPlace(board)

  const failure = data ? null : error
  const stages = useStages()
  // One that was archived is a column until its leads have left it.
  const statuses = data ? data.byStatus.map(({ status }) => status) : onBoard(stages).map(({ key }) => key)
  const columns = statuses.filter((status) => !only || status === only)

  const onMove = useCallback((lead: ListedLead, to: LeadStatus) => void move({ lead, to }), [move])
  const showColumn = useCallback((status: LeadStatus) => show({ status, leadId: null }), [show])
  const { open } = leads
  const handlers = useMemo(
    () => ({
      onOpen: open,
      // Mounted once it is loaded: without a network the board stays.
      onMenu: (lead: ListedLead, button: HTMLElement) =>
        void loadMenu().then(
          () => setMenu((now) => (now?.button === button ? null : { lead, button })),
          (error) => toastFailure(m.error(), error, m.menuNotLoaded()),
        ),
      onGone: (leadId: string) => setMenu((now) => (now?.lead.id === leadId ? null : now)),
      onDrawn,
    }),
    [open, onDrawn],
  )
  return (
    <>
      {failure && <ErrorState error={failure} onRetry={retryBoard} />}
      {!only && <StageStrip stages={stages} columns={columns} byStatus={data?.byStatus} onMove={onMove} onShow={showColumn} />}
      <section
        ref={board}
        className={classes.board}
        data-failed={failure !== null || undefined}
        data-fills
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={m.pipeline()}
        aria-busy={isPlaceholderData}
      >
        {columns.map((status) => (
          <BoardColumn
            key={status}
            stages={stages}
            status={status}
            filter={filter}
            column={data?.columns[status]}
            stats={data?.byStatus.find((each) => each.status === status)}
            failed={failure !== null}
            isBusy={isPlaceholderData}
            {...cards}
            handlers={handlers}
            onMove={onMove}
            reveal={reveal?.status === status ? reveal : null}
            isPhone={isPhone}
            place={place}
          />
        ))}
      </section>
      <MoveNews
        moved={moved}
        onShow={({ lead, to }) => show({ status: to, leadId: lead.id })}
        onUndo={({ lead, to }, byKeyboard) => {
          forget()
          void move({ lead: { ...lead, status: to }, to: lead.status, byKeyboard })
        }}
        onClose={forget}
      />
      <Suspense>
        {menu && (
          <LeadMenu
            key={menu.lead.id}
            {...menu}
            onEdit={leads.edit}
            onDelete={leads.setPendingDelete}
            onClientPaid={leads.setPaidBy}
            onMove={(lead, to, byKeyboard) => void move({ lead, to, byKeyboard })}
            onClose={() => setMenu(null)}
          />
        )}
      </Suspense>
      <LeadOverlays leads={leads} offers={cards.offers} moves={moves} onMove={onMove} />
    </>
  )
}

/** A card that is dragged to an edge scrolls the board, on phones the page: columns are stacked there. */
function useDragScroll(board: RefObject<HTMLElement | null>, isPhone: boolean): void {
  useEffect(() => {
    if (isPhone) return autoScrollWindowForElements()
    if (board.current) return autoScrollForElements({ element: board.current })
  }, [board, isPhone])
}

const MoveBar = lazy(() => import('./move-bar.tsx'))

interface MoveNewsProps {
  readonly moved: SavedMove | null
  readonly onShow: (moved: SavedMove) => void
  readonly onUndo: (moved: SavedMove, byKeyboard: boolean) => void
  readonly onClose: () => void
}

/** Tells of the last move, and of what a signature brings and when, on the screen and to screen readers. */
function MoveNews({ moved, onShow, onUndo, onClose }: MoveNewsProps) {
  // Its words come with the bar, which no board needs before its first move.
  const [message, setMessage] = useState('')
  return (
    <>
      <VisuallyHidden role="status">{moved && message}</VisuallyHidden>
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
