import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutDetail } from '../api/payouts.ts'
import { refuseInvoiceForm, type UploadedInvoice } from '../api/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'
import { acceptInvoice, refuseInvoice, reopenInvoice } from './invoice-data.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { InvoiceStateBadge } from './invoice-state.tsx'

/** The partner's own invoices of a payout: the newest with what is to be done about it, and those that were refused before. */
export function InvoiceSection({ payout }: { payout: PayoutDetail }) {
  const { invoice, invoices, can } = payout
  if (!invoice && invoices.length === 0) return null
  return (
    <section aria-label={m.invoice()}>
      <Group justify="space-between" mb={4}>
        <Title order={3} fz={16}>
          {payout.people ? m.invoiceOfPartner() : m.yourInvoice()}
        </Title>
        {invoice && <InvoiceStateBadge state={invoice.state} />}
      </Group>
      <Stack gap="sm">
        {invoices.map((each) => (
          <Uploaded key={each.id} invoice={each} />
        ))}
        {can.submitInvoice && <InvoiceForm payout={payout} />}
        {invoices.length === 0 && !can.submitInvoice && <SoftText>{m.notUploadedYet()}</SoftText>}
      </Stack>
    </section>
  )
}

function Uploaded({ invoice }: { invoice: UploadedInvoice }) {
  const [isRefusing, setRefusing] = useState(false)
  const { id, number, issuedOn, netCents, vatCents, status, submittedAt, decidedAt, decidedBy, refuseReason, can } = invoice
  const day = shortDate(status === 'cancelled' ? submittedAt : (decidedAt ?? submittedAt))
  const statusText =
    decidedBy && status !== 'cancelled' ? m.statusOnBy({ status, on: day, by: decidedBy }) : m.statusOn({ status, on: day })
  const accept = () => announced(acceptInvoice(id), m.invoiceAccepted(), number).catch(() => undefined)
  const reopen = () => announced(reopenInvoice(id), m.toCheckAgain(), number).catch(() => undefined)
  return (
    <div>
      <Text fz="sm">
        <Reference value={number} /> {m.ofDay({ day: shortDate(issuedOn) })} ·{' '}
        <span className="figure">{m.netPlusVat({ net: formatEurosExact(netCents), vat: formatEurosExact(vatCents) })}</span>
      </Text>
      <SoftText>{statusText}</SoftText>
      {refuseReason && (
        <Text fz="sm" c="var(--danger-ink)" style={{ overflowWrap: 'anywhere' }}>
          {refuseReason}
        </Text>
      )}
      <Group gap="sm" mt="xs">
        <Button
          component="a"
          href={`/api/uploaded-invoices/${id}/file`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          aria-label={m.invoicePdfOf({ number })}
        >
          {m.invoicePdf()}
        </Button>
        {can.accept && (
          <Button onClick={() => void accept()} aria-label={m.acceptNumber({ number })}>
            {m.invoiceAccept()}
          </Button>
        )}
        {can.refuse && (
          <Button variant="subtle" color="red" onClick={() => setRefusing(true)} aria-label={m.refuseNumber({ number })}>
            {m.refuse()}
          </Button>
        )}
        {can.reopen && (
          <Button variant="subtle" onClick={() => void reopen()} aria-label={m.takeAcceptanceOfBack({ number })}>
            {m.takeAcceptanceBack()}
          </Button>
        )}
      </Group>
      {isRefusing && (
        <ReasonDialog
          rule={refuseInvoiceForm.shape.reason}
          title={m.refuseInvoice()}
          text={m.refuseQuestion({ number })}
          description={m.partnerReadsIt()}
          action={m.refuseInvoice()}
          danger
          draft={`refusal of invoice ${id}`}
          done={[m.invoiceRefused(), number]}
          onSend={(reason) => refuseInvoice(id, reason)}
          onClose={() => setRefusing(false)}
        />
      )}
    </div>
  )
}
