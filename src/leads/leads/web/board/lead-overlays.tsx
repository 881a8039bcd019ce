import { lazy, Suspense, useCallback, useState } from 'react'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import type { Lead } from '../../api/leads.ts'
import type { CardMoves } from './card-moves.ts'
import { DeleteLead } from './delete-lead.tsx'
import type { CardActions } from './lead-card.tsx'

// Overlays load after the board.
const LeadDrawer = lazy(async () => ({ default: (await import('../drawer/lead-drawer.tsx')).LeadDrawer }))
const LossDialog = lazy(async () => ({ default: (await import('../drawer/loss-dialog.tsx')).LossDialog }))
const LeadFormDialog = lazy(async () => ({ default: (await import('../form/lead-form-dialog.tsx')).LeadFormDialog }))

/** The leads that are open over a board: in the drawer, in the form and in the question before deleting. */
export function useOpenLeads() {
  const { id: openId, open: openById, close } = useRecordInAddress('lead', { within: 'tab' })
  const open = useCallback(({ id }: { readonly id: string }) => openById(id), [openById])
  const [edited, setEdited] = useKeptOpen<Lead>('lead', ({ id }) => `lead ${id}`)
  const [pendingDelete, setPendingDelete] = useState<Lead | null>(null)
  return { openId, open, close, edited, setEdited, pendingDelete, setPendingDelete }
}

interface LeadOverlaysProps {
  readonly leads: ReturnType<typeof useOpenLeads>
  readonly offers: Readonly<Record<Lead['offerType'], string>>
  readonly moves: Pick<CardMoves, 'move' | 'lost' | 'setLost'>
  readonly onMove: CardActions['onMove']
}

/** The drawer of a lead, and the dialogs that edit it, ask why it is lost and delete it. */
export function LeadOverlays({ leads, offers, moves, onMove }: LeadOverlaysProps) {
  const { openId, open, close, edited, setEdited, pendingDelete, setPendingDelete } = leads
  const { move, lost, setLost } = moves
  return (
    <>
      <Suspense>
        {openId && (
          <LeadDrawer
            leadId={openId}
            offers={offers}
            covered={edited !== null || pendingDelete !== null || lost !== null}
            onClose={close}
            onOpen={open}
            onEdit={setEdited}
            onDelete={setPendingDelete}
            onMove={onMove}
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
