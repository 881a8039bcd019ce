import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reason } from '#money/payouts/api/payout-runs.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { type HandoverForm, handoverForm, type IssuedDocument } from '../api.ts'
import { handOver, invoiceSummaryQuery, undoHandover } from './data.ts'

export const documentCount = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

/** Documents to mark: chosen ones, or those of a ZIP that was downloaded. */
export interface ToHandOver {
  readonly documents: HandoverForm['documents']
  readonly count: number
}

interface Closing {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** The fields are what the dialog asks; which documents are meant is known. */
const handoverFields = z.pick(handoverForm, { on: true, platform: true, reference: true })

/** Asks when and to whom documents were given. Mounted only while open. */
export function HandoverDialog({ documents, count, onDone, onClose }: ToHandOver & Closing) {
  const { data: sums } = useQuery(invoiceSummaryQuery({}))
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: handoverFields,
    initial: { on: today, platform: null as string | null, reference: '' },
    // The platform of the last time, until another one is typed.
    wire: ({ on, platform, reference }) => ({ on: on || today, platform: platform ?? sums?.lastPlatform ?? '', reference }),
    draft: 'handover',
    faultTitle: 'Missing fields',
    send: async (input) => {
      await handOver({ documents, ...input })
      toastSuccess('Marked as handed over', `To ${input.platform}`)
      onDone()
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const platform = form.values.platform ?? sums?.lastPlatform ?? ''
  return (
    <FormDialog form={form} title="Mark as handed over" action={`Mark ${documentCount(count)}`} onClose={onClose}>
      <Text>{documentCount(count)}: to whom were they given, and when? Partners see it; the mark can be taken back.</Text>
      <TextInput
        label="Platform"
        description="Your plateforme agréée, or who passes them on to it"
        required
        maxLength={100}
        {...form.text('platform')}
        value={platform}
      />
      <FieldPair>
        <TextInput label="Handed over on" type="date" max={today} {...form.text('on')} />
        <TextInput label="Reference" placeholder="Of the platform, if it gives one" maxLength={140} {...form.text('reference')} />
      </FieldPair>
    </FormDialog>
  )
}

/** Asks why marks are taken back. Mounted only while open. */
export function UndoHandoverDialog({ rows, onDone, onClose }: { readonly rows: readonly IssuedDocument[] } & Closing) {
  const about = documentCount(rows.length)
  const ids = rows.map(({ id }) => id)
  return (
    <ReasonDialog
      rule={reason}
      title="Not handed over"
      text={`${about}: take the mark back? They wait to be handed over again. The mark and your reason stay in the records.`}
      placeholder="Refused by the platform, marked by mistake…"
      maxLength={500}
      action={`Take back ${about}`}
      cancel="Keep it"
      danger
      draft={`handover of ${ids.join(' ')}`}
      done={['Mark taken back', about]}
      onSend={(why) => undoHandover(ids, why)}
      onSent={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
