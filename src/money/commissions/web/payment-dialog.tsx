import { Text, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Words } from '#platform/domain/languages.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import type { Said } from '#platform/web/ui/said.tsx'
import { bankPayment } from '../api/commission-forms.ts'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import type { Payment } from './data.ts'

const ByHandNotes = lazy(() => import('#money/coming/web/by-hand-notes.tsx'))

interface PaymentDialogProps {
  readonly title: string
  /** Names what is paid, and how it is taken back. */
  readonly text: string
  readonly action: Said
  /** Key under which day and reference are kept in the tab. */
  readonly draft: string
  /** Title and text of the toast on success. */
  readonly done: readonly [title: Words, text: Words]
  /** Commissions that a payout run could pay; without them nothing is said of it. */
  readonly commissions?: readonly Commission[]
  readonly onPay: (payment: Payment) => Promise<unknown>
  readonly onClose: () => void
}

/** Confirmation that something was paid, with the day, today at first, and the bank's reference. */
export function PaymentDialog({ title, text, action, draft, done, commissions, onPay, onClose }: PaymentDialogProps) {
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: bankPayment,
    initial: { paidOn: '', reference: '' },
    toRequestBody: ({ paidOn, reference }) => ({ ...(paidOn ? { paidOn } : {}), reference }),
    draft,
    errorTitle: m.error(),
    send: async (payment) => {
      await onPay(payment)
      toastSuccess(...done)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={title} action={action} onClose={onClose}>
      <Text>{text}</Text>
      <Suspense>{commissions && <ByHandNotes commissions={commissions} />}</Suspense>
      <FieldPair>
        <TextInput label={m.paidOn()} type="date" max={today} {...form.text('paidOn')} value={form.values.paidOn || today} />
        <TextInput label={m.bankReference()} placeholder={m.bankReferenceHint()} {...form.text('reference')} />
      </FieldPair>
    </FormDialog>
  )
}
