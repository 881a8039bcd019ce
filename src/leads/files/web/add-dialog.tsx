import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'
import { addLeadFile } from './data.ts'
import { FileField } from './file-field.tsx'
import { useFileForm } from './file-form.ts'

interface AddDialogProps {
  readonly lead: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Adds a file to a lead. Mounted only while open. */
export function AddDialog({ lead, onClose }: AddDialogProps) {
  const { form, upload } = useFileForm(async ({ uploadId }) => {
    await addLeadFile(lead.id, uploadId)
    toastSuccess(m.added(), upload.document.file?.name ?? '')
  }, onClose)
  return (
    <FormDialog form={form} title={m.addFileTo({ name: lead.name })} action={m.addFile()} dirty={upload.dirty} onClose={onClose}>
      <FileField upload={upload} />
    </FormDialog>
  )
}
