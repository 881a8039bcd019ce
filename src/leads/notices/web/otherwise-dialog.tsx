import { NativeSelect, TextInput } from '@mantine/core'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { settleForm } from '../api.ts'
import { noticeWayLabels, type ToldWay, toldWays } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { settleNotice } from './data.ts'

/** Notes how and when the person of a lead was told without a mail. */
export default function OtherwiseDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const form = useDraftForm({
    shape: settleForm,
    initial: { how: 'call' as ToldWay, on: dayInputText(new Date()) },
    toRequestBody: (typed) => ({ state: 'otherwise' as const, ...typed }),
    draft: `told ${leadId}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await settleNotice(leadId, input)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.toldOtherwise()} action={m.save()} right="people" onClose={onClose}>
      <SoftText>{m.otherPerson()}</SoftText>
      <NativeSelect
        label={m.howTold()}
        data={toldWays.map((value) => ({ value, label: noticeWayLabels[value] }))}
        {...form.text('how')}
      />
      <TextInput label={m.toldOn()} type="date" required max={dayInputText(new Date())} {...form.text('on')} />
    </FormDialog>
  )
}
