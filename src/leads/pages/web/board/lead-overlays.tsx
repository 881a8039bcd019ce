import { lazy, Suspense, useCallback, useState } from 'react'
import { type Offers, stageName, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { LoadedLate } from '#platform/web/ui/loaded-late.tsx'
import { m } from '../../messages/messages.ts'
import type { CardMoves } from './card-moves.ts'
import type { CardActions } from './lead-card.tsx'

// Overlays load after the board.
const LeadDrawer = lazy(async () => ({ default: (await import('../drawer/lead-drawer.tsx')).LeadDrawer }))
const LossDialog = lazy(async () => ({ default: (await import('../drawer/loss-dialog.tsx')).LossDialog }))
const StageQuestion = lazy(async () => ({ default: (await import('./stage-question.tsx')).StageQuestion }))
const RecordDialog = lazy(async () => ({
  default: (await import('#money/client-payments/web/record-dialog.tsx')).RecordDialog,
}))
const loadDelete = () => import('./delete-lead.tsx')
const DeleteLead = lazy(loadDelete)
const EditLeadDialog = lazy(async () => ({ default: (await import('../form/edit-lead-dialog.tsx')).EditLeadDialog }))

/** The leads that are open over a board: in the drawer, in a form of theirs or of a payment, in the question before deleting. */
export function useOpenLeads() {
  const { id: openId, open: openById, close } = useRecordInAddress('lead', { within: 'tab' })
  const open = useCallback(({ id }: { readonly id: string }) => openById(id), [openById])
  const [edited, setEdited] = useKeptOpen<{ readonly id: string }>('lead', ({ id }) => `lead ${id}`)
  const edit = useCallback(({ id }: { readonly id: string }) => setEdited({ id }), [setEdited])
  const stopEditing = useCallback(() => setEdited(null), [setEdited])
  const [pendingDelete, setPendingDelete] = useState<ListedLead | null>(null)
  const [paidBy, setPaidBy] = useState<ListedLead | null>(null)
  return { paidBy, setPaidBy, openId, open, close, edited, edit, stopEditing, pendingDelete, setPendingDelete }
}

interface LeadOverlaysProps {
  readonly leads: ReturnType<typeof useOpenLeads>
  readonly offers: Offers
  readonly moves: Pick<CardMoves, 'move' | 'lost' | 'setLost' | 'asked' | 'setAsked'>
  readonly onMove: CardActions['onMove']
}

/** The drawer of a lead, and the dialogs that edit it, record what its client paid, ask why it is lost and delete it. */
export function LeadOverlays({ leads, offers, moves, onMove }: LeadOverlaysProps) {
  const { paidBy, setPaidBy, openId, open, close, edited, edit, stopEditing, pendingDelete, setPendingDelete } = leads
  const { move, lost, setLost, asked, setAsked } = moves
  const stages = useStages()
  return (
    <>
      <Suspense>
        {openId && (
          <LeadDrawer
            leadId={openId}
            offers={offers}
            covered={edited !== null || pendingDelete !== null || lost !== null || asked !== null}
            onClose={close}
            onOpen={open}
            onEdit={edit}
            onDelete={setPendingDelete}
            onMove={onMove}
          />
        )}
      </Suspense>
      <Suspense>{paidBy && <RecordDialog leadId={paidBy.id} onClose={() => setPaidBy(null)} />}</Suspense>
      <Suspense>{edited && <EditLeadDialog leadId={edited.id} onClose={stopEditing} />}</Suspense>
      <Suspense>
        {lost && (
          <LossDialog
            lead={lost.lead}
            title={m.whyLost()}
            action={<span lang={m.moveToStage.lang}>{m.moveToStage({ stage: stageName(stages, lost.to) })}</span>}
            onSend={(loss) => move({ lead: lost.lead, to: lost.to, loss })}
            onClose={() => setLost(null)}
          />
        )}
      </Suspense>
      <Suspense>
        {asked && (
          <StageQuestion
            key={asked.asks}
            lead={asked.lead}
            to={asked.to}
            asks={asked.asks}
            known={asked.known}
            onSend={(answer) => move({ ...asked, answer: { ...asked.answer, ...answer } })}
            // A stage can ask for fields after what it has asked for first: that question is another one.
            onClose={() => setAsked((now) => (now === asked ? null : now))}
          />
        )}
      </Suspense>
      <LoadedLate load={loadDelete} wanted={pendingDelete !== null}>
        <DeleteLead
          lead={pendingDelete}
          onClose={() => setPendingDelete(null)}
          onDeleted={(id) => {
            if (id === openId) close()
          }}
        />
      </LoadedLate>
    </>
  )
}
