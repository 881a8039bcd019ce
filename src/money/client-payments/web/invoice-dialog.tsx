import { TextInput } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { clientInvoiceForm } from '../api/client-invoices.ts'
import { maxInvoiceNumberLength } from '../domain/client-invoices.ts'
import { m } from '../messages/messages.ts'
import { recordClientInvoice } from './invoice-data.ts'

/** Dialog that records an invoice to a lead's client. Mounted only while open. */
export function InvoiceDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const form = useDraftForm({
    shape: clientInvoiceForm,
    initial: { number: '', issuedOn: dayInputText(new Date()), netCents: '', vatCents: '' },
    toRequestBody: ({ netCents, vatCents, ...typed }) => ({
      ...typed,
      netCents: typedEuros(netCents),
      vatCents: typedEuros(vatCents.trim() === '' ? '0' : vatCents),
    }),
    draft: `client invoice ${leadId}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await recordClientInvoice(leadId, input)
      toastSuccess(m.invoiceRecorded(), `${input.number}, ${formatEurosExact(input.netCents + input.vatCents)}`)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const { netCents, vatCents } = form.values
  const [net, vat] = [typedEuros(netCents), typedEuros(vatCents.trim() === '' ? '0' : vatCents)]
  return (
    <FormDialog form={form} title={m.addClientInvoice()} action={m.addInvoice()} size="lg" onClose={onClose}>
      <FieldPair>
        <TextInput
          label={m.invoiceNumber()}
          placeholder="F-2026-12"
          required
          maxLength={maxInvoiceNumberLength}
          {...form.text('number')}
        />
        <TextInput label={m.invoiceDay()} type="date" required {...form.text('issuedOn')} />
      </FieldPair>
      <FieldPair>
        <MoneyField label={m.netAmountField()} required {...form.number('netCents')} />
        <MoneyField label={m.vatField()} {...form.number('vatCents')} />
      </FieldPair>
      <SoftText aria-live="polite">
        {typeof net === 'number' && typeof vat === 'number' && m.toBePaid({ amount: formatEurosExact(net + vat) })}
      </SoftText>
    </FormDialog>
  )
}
