import { autoScrollForElements, autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Lead } from '#api/leads.ts'
import type { LeadStatus } from '#domain/leads.ts'
import { leadStatuses, leadStatusLabels } from '#domain/leads.ts'
import type { Loss } from '#domain/lost-leads.ts'
import { useKeptOpen } from '#web/app/kept-open.ts'
import { useRecordInAddress } from '#web/app/record-in-address.ts'
import { toastFailure, toastSuccess } from '#web/app/toasts.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { ShownPlace } from './shown-place.ts'
import { BoardColumn } from './board-column.tsx'
import { StageStrip } from './stage-strip.tsx'
import classes from './board.module.css'
import type { BoardFilter } from './board-reads.ts'
import { retryBoard, summaryQuery } from './board-queries.ts'
import { deleteLead, moveLead } from '../data.ts'
import { useOwnRate } from '../own-rate.ts'
import type { OpenMenu } from './lead-menu.tsx'
import type { SavedMove } from './move-bar.tsx'
import { LeadMenu } from './lead-menu.tsx'

// Overlays load after the board.
const LeadDrawer = lazy(async () => ({ default: (await import('../drawer/lead-drawer.tsx')).LeadDrawer }))
const LossDialog = lazy(async () => ({ default: (await import('../drawer/loss-dialog.tsx')).LossDialog }))
const MoveBar = lazy(() => import('./move-bar.tsx'))
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
  const summary = useQuery(summaryQuery(filter))
  const ownRate = useOwnRate()
  const { id: openId, open: openById, close } = useRecordInAddress('lead')
  const open = useCallback(({ id }: { readonly id: string }) => openById(id), [openById])
  const [edited, setEdited] = useKeptOpen<Lead>('lead', ({ id }) => `lead ${id}`)
  const [pendingDelete, setPendingDelete] = useState<Lead | null>(null)
  const [lost, setLost] = useState<Lead | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [announced, setAnnounced] = useState('')
  const [moved, setMoved] = useState<SavedMove | null>(null)
  /** The column, and the card in it, that somebody asked to see; a new object each time. */
  const [shown, setShown] = useState<ShownPlace | null>(null)
  const [failures, setFailures] = useState<ReadonlyMap<LeadStatus, Error>>(new Map())

  const isPhone = useMediaQuery('(width < 48em)', false, { getInitialValueInEffect: false })
  const board = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isPhone) return autoScrollWindowForElements()
    if (board.current) return autoScrollForElements({ element: board.current })
  }, [isPhone])

  const onFailure = useCallback(
    (status: LeadStatus, error: Error | null) =>
      setFailures((before) => {
        if ((before.get(status) ?? null) === error) return before
        const after = new Map(before)
        if (error) after.set(status, error)
        else after.delete(status)
        return after
      }),
    [],
  )
  const [failure] = failures.values()
  const columns = leadStatuses.filter((status) => !only || status === only)

  const moveCard = useCallback(
    async (lead: Lead, to: LeadStatus, loss?: Loss) => {
      // Staff say why a lead is lost, whichever way they move it.
      if (to === 'refuse' && showPartner && !loss) return setLost(lead)
      try {
        setShown(null)
        await moveLead(lead, to, filter, loss)
        setMoved({ lead, to })
        setAnnounced(`${lead.name} : déplacé vers ${leadStatusLabels[to]}`)
      } catch (error) {
        setMoved(null)
        toastFailure('Erreur', error)
      }
    },
    [filter, showPartner],
  )
  const onMove = useCallback((lead: Lead, to: LeadStatus) => void moveCard(lead, to), [moveCard])
  const showColumn = useCallback((status: LeadStatus) => setShown({ status, leadId: null }), [])
  const closeBar = useCallback(() => setMoved(null), [])
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
    }),
    [open],
  )
  return (
    <>
      {failure && <ErrorState error={failure} onRetry={retryBoard} />}
      {!only && <StageStrip byStatus={summary.data?.byStatus} onMove={onMove} onShow={showColumn} />}
      <section
        ref={board}
        lang="fr"
        className={classes.board}
        // If all columns fail, hide them behind the error. They stay mounted, so that a retry refetches them.
        data-failed={failures.size === columns.length || undefined}
        data-fills
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label="Pipeline"
        aria-busy={summary.isPlaceholderData}
      >
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            filter={filter}
            stats={summary.data?.byStatus.find((each) => each.status === status)}
            offers={offers}
            showPartner={showPartner}
            ownRate={ownRate}
            handlers={handlers}
            onMove={onMove}
            onFailure={onFailure}
            shown={shown?.status === status ? shown : null}
            isPhone={isPhone}
          />
        ))}
      </section>
      <div className={classes.announced} role="status" lang="fr">
        {announced}
      </div>
      <Suspense>
        {moved && (
          <MoveBar
            key={moved.lead.id + moved.to}
            {...moved}
            onShow={() => setShown({ status: moved.to, leadId: moved.lead.id })}
            onUndo={() => {
              setMoved(null)
              onMove({ ...moved.lead, status: moved.to }, moved.lead.status)
            }}
            onClose={closeBar}
          />
        )}
      </Suspense>
      {menu && <LeadMenu key={menu.lead.id} {...menu} {...actions} onClose={() => setMenu(null)} />}
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
            onSend={(loss) => moveCard(lost, 'refuse', loss)}
            onClose={() => setLost(null)}
          />
        )}
      </Suspense>
      <ConfirmDialog
        opened={pendingDelete !== null}
        lang="fr"
        title="Supprimer le lead"
        text={
          `Supprimer ${pendingDelete?.name ?? ''} (${pendingDelete?.company ?? ''}) ? Une commission en attente est ` +
          'supprimée avec lui. Cette action est irréversible.'
        }
        action="Supprimer"
        cancel="Annuler"
        danger
        onClose={() => setPendingDelete(null)}
        onConfirm={async () => {
          if (!pendingDelete) return
          try {
            await deleteLead(pendingDelete.id)
          } catch (error) {
            toastFailure('Erreur lors de la suppression du lead', error)
            throw error
          }
          if (pendingDelete.id === openId) close()
          toastSuccess('Lead supprimé avec succès')
        }}
      />
    </>
  )
}
