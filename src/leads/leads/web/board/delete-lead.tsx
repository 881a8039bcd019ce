import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { ListedLead } from '../../api/leads.ts'
import { deleteLead } from '../data.ts'

interface DeleteLeadProps {
  /** The lead to delete; null while nobody asks. */
  readonly lead: ListedLead | null
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

/** Asks before a lead is deleted, and says what goes with it: only a signed one has a commission. */
export function DeleteLead({ lead, onClose, onDeleted }: DeleteLeadProps) {
  const commission = lead?.status === 'signe' ? 'Sa commission en attente est supprimée avec lui. ' : ''
  return (
    <ConfirmDialog
      opened={lead !== null}
      lang="fr"
      title="Supprimer le lead"
      text={`Supprimer ${lead?.name ?? ''} (${lead?.company ?? ''}) ? ${commission}Cette action est irréversible.`}
      action="Supprimer"
      cancel="Annuler"
      danger
      onClose={onClose}
      onConfirm={async () => {
        if (!lead) return
        try {
          await deleteLead(lead)
        } catch (error) {
          toastFailure('Erreur lors de la suppression du lead', error)
          throw error
        }
        onDeleted(lead.id)
        toastSuccess('Lead supprimé avec succès')
      }}
    />
  )
}
