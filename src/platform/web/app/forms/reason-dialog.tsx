import { Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import * as z from 'zod/mini'
import type { Words } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { type Said, said } from '#platform/web/ui/said.tsx'
import { toastFailure, toastSuccess } from '../toasts/toasts.ts'
import { useDraftForm } from './draft-form.ts'
import { FormDialog } from './form-dialog.tsx'

interface ReasonDialogProps {
  /** The route's rule for the text. */
  readonly rule: z.core.$ZodType<string>
  readonly title: Said
  /** Explanation of the consequences. */
  readonly text: Said
  /** Names the field if it asks for something else than a reason. */
  readonly label?: string
  /** Tells the user who will read the text. */
  readonly description?: string
  readonly placeholder?: string
  readonly required?: boolean
  /** How many characters the rule accepts. */
  readonly max?: number
  readonly action: Said
  readonly cancel?: Said
  readonly danger?: boolean
  /** Fields above the text, and whether something was chosen in them. */
  readonly children?: ReactNode
  readonly chosen?: boolean
  /** Key under which the typed text is kept in the tab. */
  readonly draft: string
  /** Title and text of the toast on success; none where `onSend` says how it went. */
  readonly done?: readonly [title: Words, text: Words]
  readonly onSend: (reason: string) => Promise<unknown>
  /** Called after sending, in place of closing the dialog. */
  readonly onSent?: () => void
  readonly onClose: () => void
}

/**
 * The one dialog for a step that asks why, or takes a message with it: closing it asks first when something was typed, and the
 * text survives a reload.
 */
export function ReasonDialog({ rule, title, text, action, danger, children, chosen, ...props }: ReasonDialogProps) {
  const shape = useMemo(() => z.strictObject({ reason: rule }), [rule])
  const form = useDraftForm({
    shape,
    initial: { reason: '' },
    toRequestBody: (values) => values,
    draft: props.draft,
    errorTitle: m.formIncomplete(),
    send: async ({ reason }) => {
      await props.onSend(reason)
      if (props.done) toastSuccess(...props.done)
      ;(props.onSent ?? props.onClose)()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog
      form={form}
      dirty={chosen ?? false}
      title={title}
      action={action}
      {...(props.cancel === undefined ? {} : { cancel: props.cancel })}
      danger={danger ?? false}
      onClose={props.onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{said(text)}</Text>
      {children}
      <LongText
        label={props.label ?? m.reason()}
        description={props.description}
        placeholder={props.placeholder}
        required={props.required ?? true}
        minRows={3}
        maxRows={8}
        max={props.max ?? 1000}
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
