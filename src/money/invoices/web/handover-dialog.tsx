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
import { m } from '../messages/messages.ts'
import { handOver, invoiceSummaryQuery, undoHandover } from './data.ts'

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

/** Asks when and to whom documents were given. */
export function HandoverDialog({ documents, count, onDone, onClose }: ToHandOver & Closing) {
  const { data: sums } = useQuery(invoiceSummaryQuery({}))
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: handoverFields,
    initial: { on: today, platform: null as string | null, reference: '' },
    // The platform of the last time, until another one is typed.
    toRequestBody: ({ on, platform, reference }) => ({
      on: on || today,
      platform: platform ?? sums?.lastPlatform ?? '',
      reference,
    }),
    draft: 'handover',
    errorTitle: m.missingFields(),
    send: async (input) => {
      await handOver({ documents, ...input })
      toastSuccess(m.markedAsHandedOver(), m.toPlatform({ platform: input.platform }))
      onDone()
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const platform = form.values.platform ?? sums?.lastPlatform ?? ''
  return (
    <FormDialog form={form} title={m.markAsHandedOver()} action={m.markDocuments({ count })} onClose={onClose}>
      <Text>{m.toWhom({ count })}</Text>
      <TextInput label={m.platform()} description={m.platformHint()} required {...form.text('platform')} value={platform} />
      <FieldPair>
        <TextInput label={m.handedOverOn()} type="date" max={today} {...form.text('on')} />
        <TextInput label={m.reference()} placeholder={m.referenceHint()} {...form.text('reference')} />
      </FieldPair>
    </FormDialog>
  )
}

/** Asks why marks are taken back. */
export function UndoHandoverDialog({ rows, onDone, onClose }: { readonly rows: readonly IssuedDocument[] } & Closing) {
  const about = m.documentCount({ count: rows.length })
  const ids = rows.map(({ id }) => id)
  return (
    <ReasonDialog
      rule={reason}
      title={m.notHandedOver()}
      text={m.takeMarkBack({ about })}
      placeholder={m.undoPlaceholder()}
      max={500}
      action={m.takeBackAbout({ about })}
      cancel={m.keepIt()}
      danger
      draft={`handover of ${ids.join(' ')}`}
      done={[m.markTakenBack(), about]}
      onSend={(why) => undoHandover(ids, why)}
      onSent={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    />
  )
}
