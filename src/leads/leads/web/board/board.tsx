import { autoScrollForElements, autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Lead } from '../../api/leads.ts'
import { type LeadStatus, leadStatuses } from '../../domain/leads.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { BoardColumn } from './board-column.tsx'
import { useCardMoves } from './card-moves.ts'
import { DeleteLead } from './delete-lead.tsx'
import { MoveNews } from './move-news.tsx'
import { StageStrip } from './stage-strip.tsx'
import classes from './board.module.css'
import { type BoardFilter, boardQuery, retryBoard } from './board-query.ts'
import { useOwnRate } from '../own-rate.ts'
import { LeadMenu, type OpenMenu } from './lead-menu.tsx'

// Overlays load after the board.
const LeadDrawer = lazy(async () => ({ default: (await import('../drawer/lead-drawer.tsx')).LeadDrawer }))
const LossDialog = lazy(async () => ({ default: (await import('../drawer/loss-dialog.tsx')).LossDialog }))
const LeadFormDialog = lazy(async () => ({ default: (await import('../form/lead-form-dialog.tsx')).LeadFormDialog }))

interface BoardProps {
  readonly filter: BoardFilter
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  readonly showPartner?: boolean
  /** Shows only this column. */
  readonly only?: LeadStatus
}

/** The board: five columns side by side, stacked on phones. */
export function Board({ filter, offers, showPartner = false, only }: BoardProps) {
  const { data, error, isPlaceholderData } = useQuery(boardQuery(filter))
  const ownRate = useOwnRate()
  const { id: openId, open: openById, close } = useRecordInAddress('lead', { within: 'tab' })
  const open = useCallback(({ id }: { readonly id: string }) => openById(id), [openById])
  const [edited, setEdited] = useKeptOpen<Lead>('lead', ({ id }) => `lead ${id}`)
  const [pendingDelete, setPendingDelete] = useState<Lead | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { move, moved, forget, lost, setLost, shown, show, onDrawn } = useCardMoves(showPartner)

  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const board = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isPhone) return autoScrollWindowForElements()
    if (board.current) return autoScrollForElements({ element: board.current })
  }, [isPhone])

  const failure = data ? null : error
  const columns = leadStatuses.filter((status) => !only || status === only)

  const onMove = useCallback((lead: Lead, to: LeadStatus) => void move({ lead, to }), [move])
  const showColumn = useCallback((status: LeadStatus) => show({ status, leadId: null }), [show])
  const actions = useMemo(
    () => ({
      onOpen: open,
      onEdit: setEdited,
      onDelete: setPendingDelete,
      onMove,
    }),
    [open, onMove, setEdited],
  )
  const handlers = useMemo(
    () => ({
      onOpen: open,
      onMenu: (lead: Lead, button: HTMLElement) => setMenu((now) => (now?.button === button ? null : { lead, button })),
      onGone: (leadId: string) => setMenu((now) => (now?.lead.id === leadId ? null : now)),
      onDrawn,
    }),
    [open, onDrawn],
  )
  return (
    <>
      {failure && <ErrorState error={failure} onRetry={retryBoard} />}
      {!only && <StageStrip byStatus={data?.byStatus} onMove={onMove} onShow={showColumn} />}
      <section
        ref={board}
        lang="fr"
        className={classes.board}
        data-failed={failure !== null || undefined}
        data-fills
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label="Pipeline"
        aria-busy={isPlaceholderData}
      >
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            filter={filter}
            column={data?.columns[status]}
            stats={data?.byStatus.find((each) => each.status === status)}
            failed={failure !== null}
            isBusy={isPlaceholderData}
            offers={offers}
            showPartner={showPartner}
            ownRate={ownRate}
            handlers={handlers}
            onMove={onMove}
            shown={shown?.status === status ? shown : null}
            isPhone={isPhone}
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
      {menu && (
        <LeadMenu
          key={menu.lead.id}
          {...menu}
          {...actions}
          onMove={(lead, to, byKeyboard) => void move({ lead, to, byKeyboard })}
          onClose={() => setMenu(null)}
        />
      )}
      <Suspense>
        {openId && (
          <LeadDrawer
            leadId={openId}
            offers={offers}
            covered={edited !== null || pendingDelete !== null || lost !== null}
            onClose={close}
            {...actions}
          />
        )}
      </Suspense>
      <Suspense>{edited && <LeadFormDialog use="partnerEdit" lead={edited} onClose={() => setEdited(null)} />}</Suspense>
      <Suspense>
        {lost && (
          <LossDialog
            lead={lost}
            title="Pourquoi ce lead est-il perdu ?"
            action="Déplacer vers Perdu"
            onSend={(loss) => move({ lead: lost, to: 'refuse', loss })}
            onClose={() => setLost(null)}
          />
        )}
      </Suspense>
      <DeleteLead
        lead={pendingDelete}
        onClose={() => setPendingDelete(null)}
        onDeleted={(id) => {
          if (id === openId) close()
        }}
      />
    </>
  )
}
