import { Anchor, Switch, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#accounts/people/domain.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { DocumentField, tellMissingDocument, useDocument } from '#platform/web/app/forms/document-field.tsx'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastFault, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Resource } from '../api/resources.ts'
import { editResource, versionsQuery } from './data.ts'
import { ResourceFields, resourceFile, resourceInput } from './resource-fields.tsx'
import classes from './resource-tabs.module.css'

/** Edits a resource, puts a new version in the place of its document, and lists those before. Mounted only while open. */
export default function EditResourceDialog({ resource, onClose }: { readonly resource: Resource; readonly onClose: () => void }) {
  const { id, title, description, category, minTier, version } = resource
  const draft = useDraft(`resource ${id}`, {
    title,
    description,
    category,
    access: minTier?.id ?? 'all',
    ...{ replaces: false, note: '' },
  })
  const { replaces, note } = draft.values
  const set = (change: Partial<typeof draft.values>) => draft.set((before) => ({ ...before, ...change }))
  const document = useDocument('resource', `resource ${id} document`)

  const form = useActionForm({
    filled: draft.filled || document.filled,
    settle: () => {
      draft.settle()
      document.settle()
    },
    send: async () => {
      const { choice } = document
      if (draft.values.title.trim() === '') return toastFault('Missing title', 'Please fill in all required fields')
      if (replaces && !choice) return tellMissingDocument(document.mode)
      if (replaces && note.trim() === '') return toastFault('Missing note', 'Say what changed, for partners to read')
      const replacement = replaces && choice ? { document: choice, note, version } : null
      const progress = { onProgress: document.setProgress, signal: document.signal() }
      await editResource(id, { ...resourceInput(draft.values), replacement }, progress)
      toastSuccess('Resource saved', replacement ? `Version ${version + 1} is there for partners` : undefined)
      close()
    },
    failure: (error) => {
      if (document.wasLeft()) return
      document.failed((error as Error).message)
      toastFailure('Failed to save resource', error)
    },
  })
  const close = form.leaving(onClose)
  return (
    <FormDialog form={form} title={`Edit ${title}`} action="Save" size="lg" onClose={onClose}>
      <ResourceFields values={draft.values} onChange={set} />
      <Switch
        label="Replace the document"
        description={`Makes version ${version + 1}: partners get it and see that it was updated.`}
        checked={replaces}
        onChange={({ currentTarget: { checked } }) => set({ replaces: checked })}
      />
      {replaces && (
        <>
          <DocumentField document={document} label="Resource file" {...resourceFile} />
          <Textarea
            label="What changed"
            required
            autosize
            maxLength={500}
            value={note}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
        </>
      )}
      {version > 1 && <Versions id={id} />}
    </FormDialog>
  )
}

function Versions({ id }: { readonly id: string }) {
  const { data } = useQuery(versionsQuery(id))
  if (!data) return null
  return (
    <section aria-labelledby="versions">
      <Title order={3} fz={16} id="versions">
        Earlier versions
      </Title>
      <ul className={classes.versions}>
        {data.versions.map(({ version, kind, fileUrl, fileName, note, publishedAt, replacedAt, replacedBy }) => (
          <li key={version}>
            <Anchor href={fileUrl} {...(kind === 'link' ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true })}>
              Version {version}
              {fileName && `: ${fileName}`}
            </Anchor>
            {note && <Text fz="sm">{note}</Text>}
            <SoftText fz="xs" className="figure">
              {shortDate(publishedAt)} to {shortDate(replacedAt)}
              {replacedBy && `, replaced by ${nameOf(replacedBy)}`}
            </SoftText>
          </li>
        ))}
      </ul>
    </section>
  )
}
