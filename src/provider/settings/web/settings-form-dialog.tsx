import { type FormEvent, useState } from 'react'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { ErrorState, ListLoading } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type SettingsCardKey, settingsCards } from '../domain/settings.ts'
import type { SettingsCard, SettingsFields } from '../domain/settings-card.ts'
import { m } from '../messages/messages.ts'
import { useCardForm } from './card-form.ts'
import { SettingInput } from './setting-input.tsx'
import { type StoredValues, useStoredValues } from './sources.ts'

interface DialogProps {
  readonly card: SettingsCardKey
  readonly form: SettingsFields
  readonly onClose: () => void
}

/** The form of a card, beside the page. */
export default function SettingsFormDialog({ card, form, onClose }: DialogProps) {
  const { values, error, refetch } = useStoredValues(form.source)
  if (values) return <OpenForm card={card} form={form} stored={values} onClose={onClose} />
  return (
    <SideDialog onClose={onClose} title={settingsCards[card].title} position="right">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListLoading rows={form.fields.length} />}
    </SideDialog>
  )
}

function OpenForm({ card, form: parts, stored, onClose }: DialogProps & { readonly stored: StoredValues }) {
  const settings: SettingsCard = settingsCards[card]
  const { title, usedIn, applies, right, question } = settings
  const form = useCardForm({ name: card, title, form: parts, latest: stored, onClose })
  const [isAsking, setAsking] = useState(false)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <FormDialog
      form={question ? { ...form, onSubmit: ask } : form}
      title={title}
      action={m.save()}
      {...(right ? { right } : {})}
      disabled={form.changed.length === 0}
      side="right"
      above={
        question && (
          <ConfirmDialog
            opened={isAsking}
            title={m.changeQuestion({ title })}
            text={question}
            action={m.changeIt()}
            cancel={m.keepIt()}
            onClose={() => setAsking(false)}
            onConfirm={async () => form.submit()}
          />
        )
      }
      onClose={onClose}
    >
      {parts.fields.map((field) => (
        <SettingInput key={field.name} field={field} form={form} stored={stored} />
      ))}
      <SoftText fz={13}>
        {m.usedIn({ places: usedIn })}
        <br />
        {m.applies({ when: applies })}
      </SoftText>
    </FormDialog>
  )
}
