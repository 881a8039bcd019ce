import { Button, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { announced, toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText, dayText } from '#platform/web/ui/dates.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type ClientInvoice, clientInvoiceForm } from '../api/client-invoices.ts'
import { m } from '../messages/messages.ts'
import { clientInvoicesQuery, recordClientInvoice, removeClientInvoice } from './invoice-data.ts'
import classes from './lead-receipts.module.css'

interface LeadInvoicesProps {
  readonly leadId: string
  readonly isSigned: boolean
  readonly onAsking: (isAsking: boolean) => void
}

/** Invoices to a lead's client, by whose numbers the bank's statement is read; staff alone see them. */
export function LeadInvoices(props: LeadInvoicesProps) {
  return useMe().role === 'admin' ? <Invoices {...props} /> : null
}

function Invoices({ leadId, isSigned, onAsking }: LeadInvoicesProps) {
  const { data } = useQuery(clientInvoicesQuery(leadId))
  const mayChange = useRight('money')
  const [isAdding, setAdding] = useState(false)
  const ask = (open: boolean) => {
    setAdding(open)
    onAsking(open)
  }
  const invoices = data?.invoices ?? []
  if (!isSigned && invoices.length === 0) return null
  return (
    <section aria-label={m.clientInvoices()}>
      <Title order={3} fz={14}>
        {m.clientInvoices()}
      </Title>
      <SoftText>{m.clientInvoicesHint()}</SoftText>
      <ul className={classes.payments} aria-label={m.clientInvoices()}>
        {invoices.map((invoice) => (
          <Invoice key={invoice.id} leadId={leadId} invoice={invoice} />
        ))}
      </ul>
      {isSigned && mayChange && (
        <Button size="xs" variant="default" mt="xs" onClick={() => ask(true)}>
          {m.addAnInvoice()}
        </Button>
      )}
      {isAdding && <InvoiceDialog leadId={leadId} onClose={() => ask(false)} />}
    </section>
  )
}

function Invoice({ leadId, invoice }: { leadId: string; invoice: ClientInvoice }) {
  const { number, issuedOn, totalCents, netCents, openTotalCents } = invoice
  const open =
    openTotalCents === 0
      ? m.invoicePaid()
      : openTotalCents === totalCents
        ? m.invoiceOpen()
        : m.invoicePartlyOpen({ amount: formatEurosExact(openTotalCents) })
  const mayChange = useRight('money')
  const remove = () => announced(removeClientInvoice(leadId, invoice.id), m.invoiceRemoved(), number).catch(() => undefined)
  return (
    <li>
      <div className={classes.what}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          <Reference value={number} />
        </Text>
        <SoftText>
          {dayText(issuedOn)} · {open} · {invoice.recordedBy}
        </SoftText>
        {invoice.canRemove && mayChange && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            c="var(--danger-ink)"
            ml={-8}
            onClick={() => void remove()}
            aria-label={m.removeInvoice({ number })}
          >
            {m.removeFile()}
          </Button>
        )}
      </div>
      <div className={classes.amounts}>
        <Text className="figure" fw={600}>
          {formatEurosExact(totalCents)}
        </Text>
        <SoftText className="figure">{m.netNote({ amount: formatEurosExact(netCents) })}</SoftText>
      </div>
    </li>
  )
}

/** Dialog that records an invoice to a lead's client. */
function InvoiceDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
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
        <TextInput label={m.invoiceNumber()} placeholder="F-2026-12" required {...form.text('number')} />
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
