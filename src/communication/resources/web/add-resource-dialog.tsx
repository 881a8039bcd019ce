import { DocumentField, tellMissingDocument, useDocument } from '#access/web/document-field.tsx'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'
import { addResource } from './data.ts'
import { emptyResource, ResourceFields, resourceFile, resourceInput } from './resource-fields.tsx'

/** Dialog that adds a resource as file or link. */
export function AddResourceDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft('resource', emptyResource)
  const { title } = draft.values
  const set = (change: Partial<typeof draft.values>) => draft.set((before) => ({ ...before, ...change }))
  const document = useDocument('resource', 'resource document')

  const form = useActionForm({
    dirty: draft.dirty || document.dirty,
    markPristine: () => {
      draft.markPristine()
      document.markPristine()
    },
    send: async () => {
      const { choice } = document
      if (title.trim() === '') return toastFormError(m.missingTitle, m.requiredFields)
      if (!choice) return tellMissingDocument(document.mode)
      const progress = { onProgress: document.setProgress, signal: document.signal() }
      await addResource({ ...resourceInput(draft.values), document: choice }, progress)
      toastSuccess(m.resourceAdded, m.resourceCreated)
      close()
    },
    failure: (error) => {
      if (document.isAborted()) return
      document.failed((error as Error).message)
      toastFailure(m.addFailed, error)
    },
  })
  const close = form.handleDiscard(onClose)
  return (
    <FormDialog form={form} title={m.addResource} action={m.addIt()} size="lg" onClose={onClose}>
      <ResourceFields values={draft.values} onChange={set} />
      <DocumentField document={document} label={m.resourceFile()} {...resourceFile} />
    </FormDialog>
  )
}
