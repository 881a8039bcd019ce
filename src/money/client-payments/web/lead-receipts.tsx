import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { clientLeftForm } from '#money/rules/api/rules.ts'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText, dayText, shortDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type ClientPayment, type LeadReceipts as Receipts, remainderForm } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { Basis } from './basis.tsx'
import { closeRemainder, leadReceiptsQuery, recordClientLeft } from './data.ts'
import { LeadInvoices } from './lead-invoices.tsx'
import classes from './lead-receipts.module.css'
import { RecordDialog } from './record-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type Dialog = 'record' | 'close' | 'left' | ClientPayment | null

interface LeadReceiptsProps {
  readonly leadId: string
  /** Tells whether a dialog is open on top, which Escape closes. */
  readonly onAsking: (isAsking: boolean) => void
}

/** The client payments of a lead in its drawer: what was received, what is expected, and what each part brings. */
export default function LeadReceipts({ leadId, onAsking }: LeadReceiptsProps) {
  const query = useQuery(leadReceiptsQuery(leadId))
  const [dialog, setDialog] = useState<Dialog>(null)
  const ask = (what: Dialog) => {
    setDialog(what)
    onAsking(what !== null)
  }
  const close = () => ask(null)
  return (
    <QueryBoundary query={query} rows={3}>
      {(receipts) => (
        <Stack gap="lg">
          <Received receipts={receipts} />
          {receipts.ended.map(({ partner, on }) => (
            <SoftText key={partner.id}>{m.earnedUntil({ name: nameOf(partner), day: dayText(on) })}</SoftText>
          ))}
          <Basis leadId={leadId} receipts={receipts} onAsking={onAsking} />
          {(receipts.can.record || receipts.can.close || receipts.clientMayLeave) && (
            <Group gap="xs">
              {receipts.can.record && (
                <Button size="xs" onClick={() => ask('record')}>
                  {m.addAPayment()}
                </Button>
              )}
              {receipts.can.close && (
                <Button size="xs" variant="default" onClick={() => ask('close')}>
                  {m.closeTheRest()}
                </Button>
              )}
              {receipts.clientMayLeave && (
                <Button size="xs" variant="default" onClick={() => ask('left')}>
                  {m.clientLeft()}
                </Button>
              )}
            </Group>
          )}
          <Payments receipts={receipts} onRefund={ask} />
          <LeadInvoices leadId={leadId} isSigned={receipts.expectedCents !== null} onAsking={onAsking} />
          {dialog === 'record' && <RecordDialog leadId={leadId} onClose={close} />}
          {dialog === 'close' && receipts.remainder && (
            <CloseDialog leadId={leadId} remainder={receipts.remainder} onClose={close} />
          )}
          {dialog === 'left' && <ClientLeftDialog leadId={leadId} onClose={close} />}
          {dialog !== null && typeof dialog === 'object' && <RefundDialog payment={dialog} onClose={close} />}
        </Stack>
      )}
    </QueryBoundary>
  )
}

/** '5 000 € sur 12 000 € reçus', with the commission that came of it and the one to come. */
function Received({ receipts }: { receipts: Receipts }) {
  const { expectedCents, receivedCents, commissionCents, remainder, payments } = receipts
  if (expectedCents === null || (payments.length === 0 && receipts.basis === 'signature')) return null
  const whole = Math.max(expectedCents, receivedCents)
  const received =
    receivedCents >= expectedCents
      ? m.receivedWhole({ received: formatEuros(receivedCents) })
      : m.receivedPart({ received: formatEuros(receivedCents), expected: formatEuros(expectedCents) })
  const earned = {
    amount: formatEurosExact(commissionCents),
    b: (parts: ReactNode[]) => (
      <strong key="earned" className="figure">
        {parts}
      </strong>
    ),
  }
  return (
    <div>
      <Text className="display figure" fz={22}>
        {received}
      </Text>
      <Progress value={whole === 0 ? 0 : (receivedCents / whole) * 100} my={8} aria-label={received} />
      <SoftText>
        {remainder
          ? m.commissionEarnedMore<ReactNode>({
              ...earned,
              expected: formatEurosExact(remainder.amountCents),
              i: (parts) => (
                <span key="expected" className="figure">
                  {parts}
                </span>
              ),
            })
          : m.commissionEarned<ReactNode>(earned)}
      </SoftText>
    </div>
  )
}

function Payments({ receipts: { payments, can }, onRefund }: { receipts: Receipts; onRefund: (payment: ClientPayment) => void }) {
  if (payments.length === 0) return <Text c="var(--ink-soft)">{m.noPaymentsOfClient()}</Text>
  return (
    <ul className={classes.payments} aria-label={m.paymentsOfClient()}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <div className={classes.what}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {payment.kind === 'refund' ? m.refundOfLead() : m.invoice()} <Reference value={payment.reference} />
            </Text>
            <SoftText style={{ overflowWrap: 'anywhere' }}>
              {[
                dayText(payment.receivedOn),
                payment.refundsReference && m.refundsNote({ reference: payment.refundsReference }),
                payment.payableBy && m.payableByNote({ day: shortDate(payment.payableBy) }),
                payment.recordedBy,
              ]
                .filter(Boolean)
                .join(' · ')}
            </SoftText>
            {can.refund && payment.refundableCents > 0 && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                c="var(--danger-ink)"
                ml={-8}
                onClick={() => onRefund(payment)}
                aria-label={m.refundReference({ reference: payment.reference })}
              >
                {m.giveBack()}
              </Button>
            )}
          </div>
          <div className={classes.amounts}>
            <Text className="figure" fw={600}>
              {formatEurosExact(payment.kind === 'refund' ? -payment.netCents : payment.netCents)}
            </Text>
            <SoftText className="figure">{m.commissionNote({ amount: formatEurosExact(payment.commissionCents) })}</SoftText>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Dialog that records that a lead's client has left. */
function ClientLeftDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: clientLeftForm,
    initial: { day: today, reason: '' },
    toRequestBody: (typed) => typed,
    draft: `client left ${leadId}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await recordClientLeft(leadId, input)
      toastSuccess(m.clientLeftSaved(), m.clientLeftSavedText())
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.clientLeft()} action={m.clientLeft()} danger onClose={onClose}>
      <SoftText>{m.clientLeftLead()}</SoftText>
      <TextInput label={m.lastDay()} type="date" required max={today} {...form.text('day')} />
      <TextInput label={m.reason()} required {...form.text('reason')} />
    </FormDialog>
  )
}

interface CloseDialogProps {
  readonly leadId: string
  readonly remainder: { readonly revenueCents: number; readonly amountCents: number }
  readonly onClose: () => void
}

/** Dialog that gives up what a client will not pay any more. */
function CloseDialog({ leadId, remainder: { revenueCents, amountCents }, onClose }: CloseDialogProps) {
  const form = useDraftForm({
    shape: remainderForm,
    initial: { reason: '' },
    toRequestBody: ({ reason }) => ({ reason, remainderCents: revenueCents }),
    draft: `close ${leadId}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await closeRemainder(leadId, input)
      toastSuccess(m.remainderClosed(), m.notExpectedAnyMore({ revenueCents: formatEurosExact(revenueCents) }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.closeRemainder()} action={m.closeRemainder()} danger onClose={onClose}>
      <SoftText>{m.closeText({ revenue: formatEurosExact(revenueCents), amount: formatEurosExact(amountCents) })}</SoftText>
      <TextInput label={m.reason()} required {...form.text('reason')} />
    </FormDialog>
  )
}
