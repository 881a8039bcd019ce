import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { ResourceCategory } from '#domain/resources.ts'
import { resourceCategories, resourceCategoryLabels } from '#domain/resources.ts'
import { useDraft } from '../app/draft.ts'
import { toastError, toastFailure, toastSuccess } from '../app/toasts.ts'
import { DocumentField, useDocument } from '../app/document-field.tsx'
import { tiersQuery } from '../tiers/data.ts'
import { addResource } from './data.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Dialog that adds a resource as file or link. Mounted only while open. */
export function AddResourceDialog({ onClose }: { onClose: () => void }) {
  const tiers = useQuery(tiersQuery)
  const draft = useDraft('resource', { title: '', description: '', category: 'documents' as ResourceCategory, access: 'all' })
  const { title, description, category, access } = draft.values
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
    if (title.trim() === '') return toastError('Missing title', 'Please fill in all required fields')
    if (!document.chosen) {
      return document.mode === 'file'
        ? toastError('Missing file', 'Please upload a file')
        : toastError('Missing link', 'Please provide an external link')
    }
    setBusy(true)
    const signal = document.signal()
    try {
      const minTierId = access === 'all' ? null : access
      await addResource({ title, description, category, minTierId, document: document.chosen }, document.setProgress, signal)
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
          <TextInput
            label="Title"
            required
            maxLength={200}
            data-autofocus
            value={title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxLength={2000}
            value={description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <Group grow align="flex-start">
            <Select
              label="Category"
              data={resourceCategories.map((value) => ({ value, label: resourceCategoryLabels[value] }))}
              value={category}
              onChange={(value) => value && set({ category: value as ResourceCategory })}
              allowDeselect={false}
            />
            <Select
              label="Access"
              data={[
                { value: 'all', label: 'Everyone' },
                ...(tiers.data?.tiers ?? []).map(({ id, name }) => ({ value: id, label: `${name} and up` })),
              ]}
              value={access}
              onChange={(value) => set({ access: value ?? 'all' })}
              allowDeselect={false}
            />
          </Group>
          <DocumentField
            document={document}
            label="Resource file"
            hint="Document or image, 20 MB at most"
            accept=".pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.jpg,.jpeg,.png,.gif,.webp"
          />
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
