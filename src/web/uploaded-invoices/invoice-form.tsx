import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { PayoutDetail } from '#api/payouts.ts'
import { uploadedInvoiceForm } from '#api/uploaded-invoices.ts'
import { formatEurosExact } from '#domain/money.ts'
import { typedEuros } from '#domain/typed-amounts.ts'
import * as z from 'zod/mini'
import { useDraftForm } from '../app/draft-form.ts'
import { OwnUploadField, useOwnUpload } from '../app/own-upload-field.tsx'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { dayInputText } from '../ui/dates.ts'
import { FieldPair } from '../ui/field-pair.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { submitInvoice } from './data.ts'

const typedForm = z.omit(uploadedInvoiceForm, { uploadId: true })

/** Uploads the partner's own invoice for a payout. */
export function InvoiceForm({ payout }: { payout: PayoutDetail }) {
  const { id, reference, netCents, vatCents } = payout
  const upload = useOwnUpload('partner_invoice')
  const form = useDraftForm({
    shape: typedForm,
    initial: { number: '', issuedOn: '', netCents: '', vatCents: '' },
    wire: (typed) => ({ ...typed, netCents: typedEuros(typed.netCents), vatCents: typedEuros(typed.vatCents) }),
    draft: `invoice for ${id}`,
    faultTitle: 'Validation error',
    send: async (input) => {
      const uploadId = await upload.arrived('Please choose the PDF of the invoice')
      await submitInvoice(id, { ...input, uploadId })
      toastSuccess('Invoice sent', `${input.number} for ${reference}`)
    },
    onFailure: (error) => {
      upload.refused(error)
      toastFailure('The invoice was not sent', error)
    },
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        <Text fz="sm">
          Your invoice has the amounts of this statement:{' '}
          <span className="figure">
            {formatEurosExact(netCents)} net + {formatEurosExact(vatCents)} VAT
          </span>
          .
        </Text>
        <OwnUploadField upload={upload} label="Invoice" hint="PDF, 10 MB at most" accept=".pdf" />
        <FieldPair>
          <TextInput label="Number of the invoice" required maxLength={35} {...form.text('number')} />
          <TextInput label="Date" type="date" required max={dayInputText(new Date())} {...form.text('issuedOn')} />
        </FieldPair>
        <FieldPair>
          <MoneyField label="Net (€)" required bare {...form.number('netCents')} />
          <MoneyField label="VAT (€)" required bare {...form.number('vatCents')} />
        </FieldPair>
        <div>
          <Button type="submit" loading={form.busy}>
            Send invoice
          </Button>
        </div>
      </Stack>
    </form>
  )
}
