import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { PayoutDetail } from '#money/payouts/api/payouts.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { refuseInvoiceForm, type UploadedInvoice } from '../api/uploaded-invoices.ts'
import { acceptInvoice, refuseInvoice, reopenInvoice } from './data.ts'
import { InvoiceForm } from './invoice-form.tsx'
import { InvoiceStateBadge } from './invoice-state.tsx'

/** The partner's own invoices of a payout: the newest with what is to be done about it, and those that were refused before. */
export function InvoiceSection({ payout }: { payout: PayoutDetail }) {
  const { invoice, invoices, can } = payout
  if (!invoice && invoices.length === 0) return null
  return (
    <section aria-label="Invoice">
      <Group justify="space-between" mb={4}>
        <Title order={3} fz={16}>
          {payout.people ? 'Invoice of the partner' : 'Your invoice'}
        </Title>
        {invoice && <InvoiceStateBadge state={invoice.state} />}
      </Group>
      <Stack gap="sm">
        {invoices.map((each) => (
          <Uploaded key={each.id} invoice={each} />
        ))}
        {can.submitInvoice && <InvoiceForm payout={payout} />}
        {invoices.length === 0 && !can.submitInvoice && <SoftText>The partner has not uploaded it yet.</SoftText>}
      </Stack>
    </section>
  )
}

const statusWords = {
  submitted: 'sent on',
  accepted: 'accepted on',
  refused: 'refused on',
  cancelled: 'cancelled with the payout, sent on',
} as const

function Uploaded({ invoice }: { invoice: UploadedInvoice }) {
  const [isRefusing, setRefusing] = useState(false)
  const { id, number, issuedOn, netCents, vatCents, status, submittedAt, decidedAt, decidedBy, refuseReason, can } = invoice
  const about = `Invoice ${number}`
  const accept = () => announced(acceptInvoice(id), 'Invoice accepted', number).catch(() => undefined)
  const reopen = () => announced(reopenInvoice(id), 'Invoice to be checked again', number).catch(() => undefined)
  return (
    <div>
      <Text fz="sm">
        <Reference value={number} /> of {shortDate(issuedOn)} ·{' '}
        <span className="figure">
          {formatEurosExact(netCents)} net + {formatEurosExact(vatCents)} VAT
        </span>
      </Text>
      <SoftText>
        {statusWords[status]} {shortDate(status === 'cancelled' ? submittedAt : (decidedAt ?? submittedAt))}
        {decidedBy && status !== 'cancelled' && ` by ${decidedBy}`}
      </SoftText>
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
          aria-label={`${about} (PDF)`}
        >
          Invoice (PDF)
        </Button>
        {can.accept && (
          <Button onClick={() => void accept()} aria-label={`Accept invoice ${number}`}>
            Accept
          </Button>
        )}
        {can.refuse && (
          <Button variant="subtle" color="red" onClick={() => setRefusing(true)} aria-label={`Refuse invoice ${number}`}>
            Refuse
          </Button>
        )}
        {can.reopen && (
          <Button variant="subtle" onClick={() => void reopen()} aria-label={`Take the acceptance of invoice ${number} back`}>
            Take acceptance back
          </Button>
        )}
      </Group>
      {isRefusing && (
        <ReasonDialog
          rule={refuseInvoiceForm.shape.reason}
          title="Refuse invoice"
          text={`Refuse ${about}? The partner is told why, and uploads another one.`}
          description="The partner reads it"
          action="Refuse invoice"
          danger
          draft={`refusal of invoice ${id}`}
          done={['Invoice refused', number]}
          onSend={(reason) => refuseInvoice(id, reason)}
          onClose={() => setRefusing(false)}
        />
      )}
    </div>
  )
}
