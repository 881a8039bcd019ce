import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { OwnUploadField, useOwnUpload } from '#access/web/own-upload-field.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import type { PayoutDetail } from '../api/payouts.ts'
import { uploadedInvoiceForm } from '../api/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'
import { submitInvoice } from './invoice-data.ts'

const typedForm = z.pick(uploadedInvoiceForm, { number: true, issuedOn: true })

/** Uploads the partner's own invoice for a payout. Its amounts are the statement's, which nobody has to type again. */
export function InvoiceForm({ payout }: { payout: PayoutDetail }) {
  const { id, reference, netCents, vatCents } = payout
  const upload = useOwnUpload('partner_invoice')
  const form = useDraftForm({
    shape: typedForm,
    initial: { number: '', issuedOn: '' },
    toRequestBody: (typed) => typed,
    draft: `invoice for ${id}`,
    errorTitle: m.validationError(),
    send: async (input) => {
      const uploadId = await upload.arrived(m.fileMissing())
      await submitInvoice(id, { ...input, netCents, vatCents, uploadId })
      toastSuccess(m.invoiceSent(), m.numberFor({ number: input.number, reference }))
    },
    onFailure: (error) => {
      upload.refused(error)
      toastFailure(m.invoiceNotSent(), error)
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text fz="sm">
          {m.amountsOfStatement({
            net: formatEurosExact(netCents),
            vat: formatEurosExact(vatCents),
            amounts: (parts: ReactNode) => (
              <span key="amounts" className="figure">
                {parts}
              </span>
            ),
          })}
        </Text>
        <OwnUploadField upload={upload} label={m.invoice()} hint={m.fileHint()} accept=".pdf,.jpg,.jpeg,.png" />
        <FieldPair>
          <TextInput label={m.invoiceNumber()} required {...form.text('number')} />
          <TextInput label={m.date()} type="date" required max={dayInputText(new Date())} {...form.text('issuedOn')} />
        </FieldPair>
        <div>
          <Button type="submit" loading={form.busy}>
            {m.sendInvoice()}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
