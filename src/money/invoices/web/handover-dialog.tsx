import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HandoverForm, IssuedDocument } from '../api.ts'
import { reason } from '#money/payouts/api/payout-runs.ts'
import { ReasonDialog } from '#platform/web/app/reason-dialog.tsx'
import { announced } from '#platform/web/app/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/field-pair.tsx'
import { handOver, invoiceSummaryQuery, undoHandover } from './data.ts'

export const countedDocuments = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

/** Documents to mark: chosen ones, or those of a ZIP that was downloaded. */
export interface ToHandOver {
  readonly documents: HandoverForm['documents']
  readonly count: number
}

interface Closing {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks when and to whom documents were given. Mounted only while open. */
export function HandoverDialog({ documents, count, onDone, onClose }: ToHandOver & Closing) {
  const { data: sums } = useQuery(invoiceSummaryQuery({}))
  const today = dayInputText(new Date())
  const [typed, setTyped] = useState<{ on: string; platform: string | null; reference: string }>({
    on: today,
    platform: null,
    reference: '',
  })
  const platform = typed.platform ?? sums?.lastPlatform ?? ''
  const send = () => handOver({ documents, on: typed.on || today, platform, reference: typed.reference })
  return (
    <ConfirmDialog
      opened
      title="Mark as handed over"
      text={`${countedDocuments(count)}: to whom were they given, and when? Partners see it; the mark can be taken back.`}
      action={`Mark ${countedDocuments(count)}`}
      onClose={onClose}
      onConfirm={() => announced(send(), 'Marked as handed over', `To ${platform}`).then(onDone)}
    >
      <TextInput
        label="Platform"
        description="Your plateforme agréée, or who passes them on to it"
        required
        maxLength={100}
        mb="md"
        value={platform}
        onChange={({ currentTarget }) => setTyped({ ...typed, platform: currentTarget.value })}
      />
      <FieldPair>
        <TextInput
          label="Handed over on"
          type="date"
          max={today}
          value={typed.on}
          onChange={({ currentTarget }) => setTyped({ ...typed, on: currentTarget.value })}
        />
        <TextInput
          label="Reference"
          placeholder="Of the platform, if it gives one"
          maxLength={140}
          value={typed.reference}
          onChange={({ currentTarget }) => setTyped({ ...typed, reference: currentTarget.value })}
        />
      </FieldPair>
    </ConfirmDialog>
  )
}

/** Asks why marks are taken back. Mounted only while open. */
export function UndoHandoverDialog({ rows, onDone, onClose }: { readonly rows: readonly IssuedDocument[] } & Closing) {
  const about = countedDocuments(rows.length)
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
