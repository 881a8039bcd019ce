import { NativeSelect, TextInput } from '@mantine/core'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { enterForm } from '../api/requests.ts'
import { channelLabels, earliestReceipt, enteredChannels, wishes, wishLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { enterRequest } from './data.ts'

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** A request that came by mail, letter or telephone. */
export function EnterDialog({ onClose }: { onClose: () => void }) {
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: enterForm,
    initial: { wish: 'read', channel: 'letter', name: '', email: '', phone: '', message: '', receivedOn: today, recognised: '' },
    toRequestBody: (values) => values,
    draft: 'people request',
    errorTitle: m.validationError(),
    send: async (input) => {
      await enterRequest(input)
      toastSuccess(m.requestEntered(), input.name)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.enterRequest()} action={m.save()} onClose={onClose}>
      <NativeSelect label={m.howItCame()} data={optionsOf(enteredChannels, channelLabels)} {...form.text('channel')} />
      <NativeSelect label={m.whatTheyWant()} data={optionsOf(wishes, wishLabels)} {...form.text('wish')} />
      <TextInput
        label={m.dayOfReceipt()}
        type="date"
        required
        min={dayInputText(earliestReceipt(new Date()))}
        max={today}
        {...form.text('receivedOn')}
      />
      <TextInput label={m.name()} required {...form.text('name')} />
      <TextInput label={m.email()} type="email" {...form.text('email')} />
      <TextInput label={m.phone()} type="tel" {...form.text('phone')} />
      <LongText label={m.personsMessage()} minRows={2} maxRows={8} max={2000} {...form.text('message')} />
      <LongText label={m.howRecognised()} required minRows={2} maxRows={6} max={500} {...form.text('recognised')} />
    </FormDialog>
  )
}
