import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useDraft } from '#platform/web/app/draft.ts'
import { toastFault, toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { DocumentField, useDocument } from '#platform/web/app/document-field.tsx'
import { addResource } from './data.ts'
import { emptyResource, ResourceFields, resourceFile, resourceInput } from './resource-fields.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'

/** Dialog that adds a resource as file or link. Mounted only while open. */
export function AddResourceDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft('resource', emptyResource)
  const { title } = draft.values
  const set = (change: Partial<typeof draft.values>) => draft.set((before) => ({ ...before, ...change }))
  const document = useDocument('resource', 'resource document')
  const [busy, setBusy] = useState(false)

  const close = () => {
    draft.settle()
    document.settle()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() === '') return toastFault('Missing title', 'Please fill in all required fields')
    if (!document.chosen) {
      return document.mode === 'file'
        ? toastFault('Missing file', 'Please upload a file')
        : toastFault('Missing link', 'Please provide an external link')
    }
    setBusy(true)
    const signal = document.signal()
    try {
      await addResource(
        { ...resourceInput(draft.values), document: document.chosen },
        { onProgress: document.setProgress, signal },
      )
      toastSuccess('Resource added', 'Resource successfully created')
      close()
    } catch (error) {
      if (error === signal.reason) return
      document.failed((error as Error).message)
      toastFailure('Failed to add resource', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={close} filled={draft.filled || document.filled} title="Add Resource" size="lg">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <ResourceFields values={draft.values} onChange={set} />
          <DocumentField document={document} label="Resource file" {...resourceFile} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Add resource
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
