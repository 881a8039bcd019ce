import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface TextDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  /** Of the field, and who reads it. */
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  readonly danger?: boolean
  readonly lang?: 'fr' | 'en'
  /** Fields above the text. */
  readonly children?: ReactNode
  readonly onClose: () => void
  readonly onSend: (message: string) => Promise<unknown>
}

/** A step with what somebody writes about it. Mounted only while open. */
export function TextDialog(props: TextDialogProps) {
  const {
    title,
    text,
    action,
    label,
    description,
    required = false,
    danger = false,
    lang = 'en',
    children,
    onClose,
    onSend,
  } = props
  const [message, setMessage] = useState('')
  return (
    <ConfirmDialog
      opened
      danger={danger}
      lang={lang}
      title={title}
      text={text}
      action={action}
      cancel={lang === 'fr' ? 'Annuler' : 'Cancel'}
      onClose={onClose}
      onConfirm={() => onSend(message.trim())}
    >
      {children}
      <Textarea
        label={label}
        description={description}
        required={required}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        mb="md"
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
