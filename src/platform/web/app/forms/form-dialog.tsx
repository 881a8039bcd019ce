import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { NeededRight } from '#access/domain/staff-rights.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { m } from '#platform/messages/messages.ts'
import { Dialog, SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { focusFirstField } from '#platform/web/ui/dialogs/first-field.ts'
import { type Said, said } from '#platform/web/ui/said.tsx'
import { ChangedByOther, type EditConflict } from './changed-by-other.tsx'

/** What a dialog needs of its form: `useDraftForm`, `useApiForm` and `useActionForm` return it. */
export interface DialogForm {
  readonly busy: boolean
  /** Something is typed that is not saved. */
  readonly dirty: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Discards what is typed, then closes. */
  readonly handleDiscard: (close: () => void) => () => void
  /** What somebody else has saved meanwhile: it is asked about before anything is submitted. */
  readonly conflict?: EditConflict | null
}

interface FormDialogProps {
  readonly form: DialogForm
  readonly title: Said
  /** The fields, and what is said about them. */
  readonly children: ReactNode
  /** Label of the button that submits. */
  readonly action: Said
  readonly onClose: () => void
  /** Label of the button beside it; null for none, where the cross closes. */
  readonly cancel?: Said
  /** Instead of closing, such as back to the step before. */
  readonly onCancel?: () => void
  readonly danger?: boolean
  /** Disables the button while there is nothing to submit. */
  readonly disabled?: boolean
  /** The right to submit; a user without it reads why in place of the button. */
  readonly right?: NeededRight
  /** Something beside the form's values was chosen, such as a file. */
  readonly dirty?: boolean
  /** A dialog on top of this one. */
  readonly above?: ReactNode
  /** Opens beside the page instead of over it. */
  readonly side?: 'left' | 'right'
  /** Takes the place of another dialog, at once. */
  readonly follows?: boolean
  readonly size?: string
  readonly zIndex?: number
}

/**
 * The one dialog with fields. Its first field has the focus; closing it by Escape, backdrop or cross asks first when something
 * was typed, and the form's draft keeps what is typed until it is sent or discarded.
 */
export function FormDialog({ form, children, onClose, dirty = false, above, side, ...props }: FormDialogProps) {
  const { title, size, zIndex, follows, action, cancel = m.cancel(), danger, disabled = false, right } = props
  const leave = form.handleDiscard(onClose)
  const submit = (
    <Button
      type="submit"
      loading={form.busy}
      disabled={disabled || Boolean(form.conflict)}
      {...(danger ? { color: 'red.9' } : {})}
    >
      {said(action)}
    </Button>
  )
  const allowed = right ? (
    <WithRight right={right} explained>
      {submit}
    </WithRight>
  ) : (
    submit
  )
  const look = {
    title,
    onClose: leave,
    dirty: form.dirty || dirty,
    ...(size === undefined ? {} : { size }),
    ...(zIndex === undefined ? {} : { zIndex }),
    ...(follows ? { transitionProps: { duration: 0 } } : {}),
  }
  const content = (
    <>
      <form ref={focusFirstField} onSubmit={form.onSubmit} noValidate>
        <Stack>
          {form.conflict && <ChangedByOther {...form.conflict} />}
          {children}
          {cancel === null ? (
            allowed
          ) : (
            <Group justify="flex-end">
              <Button variant="default" onClick={props.onCancel ?? leave}>
                {said(cancel)}
              </Button>
              {allowed}
            </Group>
          )}
        </Stack>
      </form>
      {above}
    </>
  )
  if (!side) return <Dialog {...look}>{content}</Dialog>
  return (
    <SideDialog {...look} position={side}>
      {content}
    </SideDialog>
  )
}
