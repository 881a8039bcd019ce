import { Anchor, Switch, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { DocumentField, tellMissingDocument, useDocument } from '#access/web/document-field.tsx'
import { nameOf } from '#accounts/people/domain.ts'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { editConflictOf } from '#platform/web/app/forms/changed-by-other.tsx'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Resource, ResourceVersion } from '../api/resources.ts'
import { resourceCategoryLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { editResource, resourcesQuery, versionsQuery } from './data.ts'
import { ResourceFields, resourceFile, resourceInput } from './resource-fields.tsx'
import classes from './resource-tabs.module.css'

const labels = {
  title: m.title(),
  description: m.description(),
  category: [m.category(), (category: Resource['category']) => resourceCategoryLabels[category]],
  access: m.access(),
} as const

/** Edits a resource, puts a new version in the place of its document, and lists those before. */
export default function EditResourceDialog({ resource, onClose }: { readonly resource: Resource; readonly onClose: () => void }) {
  const listed = useInfiniteQuery(resourcesQuery(resource.category)).data?.pages.flatMap(({ items }) => items)
  const { title, description, category, minTier } = listed?.find((each) => each.id === resource.id) ?? resource
  // The version that was looked at: another one there is not replaced unseen.
  const { id, version } = resource
  const stored = { title, description, category, access: minTier?.id ?? 'all', replaces: false, note: '' }
  const draft = useDraft(`resource ${id}`, stored, true)
  const { replaces, note } = draft.values
  const set = (change: Partial<typeof draft.values>) => draft.set((before) => ({ ...before, ...change }))
  const document = useDocument('resource', `resource ${id} document`)

  const form = useActionForm({
    dirty: draft.dirty || document.dirty,
    markPristine: () => {
      draft.markPristine()
      document.markPristine()
    },
    send: async () => {
      const { choice } = document
      if (draft.values.title.trim() === '') return toastFormError(m.missingTitle, m.requiredFields)
      if (replaces && !choice) return tellMissingDocument(document.mode)
      if (replaces && note.trim() === '') return toastFormError(m.missingNote(), m.noteMissing())
      const replacement = replaces && choice ? { document: choice, note, version } : null
      const progress = { onProgress: document.setProgress, signal: document.signal() }
      await editResource(id, { ...resourceInput(draft.values), expected: { title, description }, replacement }, progress)
      toastSuccess(m.resourceSaved(), replacement ? m.versionPublished({ version: version + 1 }) : undefined)
      close()
    },
    failure: (error) => {
      if (document.isAborted()) return
      document.failed((error as Error).message)
      toastFailure(m.saveFailed(), error)
    },
  })
  const close = form.handleDiscard(onClose)
  return (
    <FormDialog
      form={{ ...form, conflict: editConflictOf(draft, stored, labels) }}
      title={m.editNamed({ title })}
      action={m.save()}
      size="lg"
      onClose={onClose}
    >
      <ResourceFields values={draft.values} onChange={set} minTier={minTier} />
      <Switch
        label={m.replaceDocument()}
        description={m.replaceHint({ version: version + 1 })}
        checked={replaces}
        onChange={({ currentTarget: { checked } }) => set({ replaces: checked })}
      />
      {replaces && (
        <>
          <DocumentField document={document} label={m.resourceFile()} {...resourceFile} />
          <LongText
            label={m.whatChanged()}
            required
            max={500}
            value={note}
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
        </>
      )}
      {version > 1 && <Versions id={id} />}
    </FormDialog>
  )
}

/** '5 mars to 7 avril, replaced by Anne Martin' */
function datesText({ publishedAt, replacedAt, replacedBy }: ResourceVersion): string {
  const dates = { from: shortDate(publishedAt), to: shortDate(replacedAt) }
  return replacedBy ? m.versionDatesBy({ ...dates, name: nameOf(replacedBy) }) : m.versionDates(dates)
}

function Versions({ id }: { readonly id: string }) {
  const { data } = useQuery(versionsQuery(id))
  if (!data) return null
  return (
    <section aria-labelledby="versions">
      <Title order={3} fz={16} id="versions">
        {m.earlierVersions()}
      </Title>
      <ul className={classes.versions}>
        {data.versions.map((each) => (
          <li key={each.version}>
            <Anchor
              href={each.fileUrl}
              {...(each.kind === 'link' ? { target: '_blank', rel: 'noopener noreferrer' } : { download: true })}
            >
              {each.fileName
                ? m.versionNamed({ version: each.version, fileName: each.fileName })
                : m.version({ version: each.version })}
            </Anchor>
            {each.note && <Text fz="sm">{each.note}</Text>}
            <SoftText fz="xs" className="figure">
              {datesText(each)}
            </SoftText>
          </li>
        ))}
      </ul>
    </section>
  )
}
