import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconFilePlus } from '#platform/web/ui/icons.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { LeadFile } from '../api/lead-files.ts'
import { m } from '../messages/messages.ts'
import { addLeadFile, removeLeadFile } from './file-data.ts'
import { FileField } from './file-field.tsx'
import { useFileForm } from './file-form.ts'
import classes from './lead-files.module.css'

interface LeadFilesProps {
  readonly lead: { readonly id: string; readonly name: string }
  readonly files: readonly LeadFile[]
  readonly mayAdd: boolean
  /** A dialog is open on top of the drawer. */
  readonly onCover: (covered: boolean) => void
}

/** The files of a lead, which both sides read and add. */
export default function LeadFiles({ lead, files, mayAdd, onCover }: LeadFilesProps) {
  const [asked, setAsked] = useState<'add' | LeadFile | null>(null)
  const ask = (next: 'add' | LeadFile | null) => {
    setAsked(next)
    onCover(next !== null)
  }
  const removed = asked === 'add' ? null : asked
  if (files.length === 0 && !mayAdd) return null
  return (
    <section className={classes.files} aria-label={m.files()}>
      <h3>{m.files()}</h3>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileRow key={file.id} file={file} onRemove={() => ask(file)} />
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilePlus size={16} aria-hidden="true" />}
          onClick={() => ask('add')}
        >
          {m.addFile()}
        </Button>
      )}
      {asked === 'add' && <AddDialog lead={lead} onClose={() => ask(null)} />}
      <ConfirmDialog
        opened={removed !== null}
        title={m.removeTitle()}
        text={m.removeText({ name: removed?.name ?? '' })}
        action={m.removeFile()}
        danger
        onClose={() => ask(null)}
        onConfirm={async () => {
          if (!removed) return
          try {
            await removeLeadFile(lead.id, removed.id)
          } catch (error) {
            toastFailure(m.removeTitle(), error)
            throw error
          }
          toastSuccess(m.removed(), removed.name)
        }}
      />
    </section>
  )
}

function FileRow({ file: { id, name, addedAt, isOfStaff, can }, onRemove }: { file: LeadFile; onRemove: () => void }) {
  const day = shortDate(addedAt)
  return (
    <li className={classes.file}>
      <span className={classes.words}>
        <a href={`/api/lead-files/${id}/file`} target="_blank" rel="noreferrer">
          {name}
        </a>
        <SoftText component="span" fz="xs">
          {isOfStaff ? m.addedByStaff({ day }) : m.addedByPartner({ day })}
        </SoftText>
      </span>
      {can.remove && (
        <RowButton look="default" aria-label={m.removeNamed({ name })} onClick={onRemove}>
          {m.removeFile()}
        </RowButton>
      )}
    </li>
  )
}

interface AddDialogProps {
  readonly lead: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Adds a file to a lead. */
function AddDialog({ lead, onClose }: AddDialogProps) {
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
