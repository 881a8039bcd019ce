import { clientInSentence } from '#leads/domain/client-names.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { m } from '../../messages/messages.ts'
import { deleteLead } from '../data.ts'

interface DeleteLeadProps {
  /** The lead to delete; null while nobody asks. */
  readonly lead: ListedLead | null
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

/** Asks before a lead is deleted, and says what goes with it: only a signed one has a commission. */
export default function DeleteLead({ lead, onClose, onDeleted }: DeleteLeadProps) {
  return (
    <ConfirmDialog
      opened={lead !== null}
      title={m.deleteLead()}
      text={m.deletionText({ client: lead ? clientInSentence(lead) : '', status: lead?.status ?? '' })}
      action={m.remove}
      cancel={m.cancel()}
      danger
      onClose={onClose}
      onConfirm={async () => {
        if (!lead) return
        try {
          await deleteLead(lead)
        } catch (error) {
          toastFailure(m.leadNotDeleted, error)
          throw error
        }
        onDeleted(lead.id)
        toastSuccess(m.leadDeleted)
      }}
    />
  )
}
