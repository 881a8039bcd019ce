import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ClientPayment, LeadReceipts as Receipts } from '../api/client-payments.ts'
import { Basis } from './basis.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { leadReceiptsQuery } from './data.ts'
import { LeadInvoices } from './lead-invoices.tsx'
import classes from './lead-receipts.module.css'
import { RecordDialog } from './record-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'

type Dialog = 'record' | 'close' | ClientPayment | null

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
          <Basis leadId={leadId} receipts={receipts} onAsking={onAsking} />
          {(receipts.can.record || receipts.can.close) && (
            <Group gap="xs">
              {receipts.can.record && (
                <Button size="xs" onClick={() => ask('record')}>
                  Ajouter un paiement
                </Button>
              )}
              {receipts.can.close && (
                <Button size="xs" variant="default" onClick={() => ask('close')}>
                  Solder le reste
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
      ? `${formatEuros(receivedCents)} reçus`
      : `${formatEuros(receivedCents)} sur ${formatEuros(expectedCents)} reçus`
  return (
    <div>
      <Text className="display figure" fz={22}>
        {received}
      </Text>
      <Progress value={whole === 0 ? 0 : (receivedCents / whole) * 100} my={8} aria-label={received} />
      <SoftText>
        Commission acquise : <strong className="figure">{formatEurosExact(commissionCents)}</strong>
        {remainder && (
          <>
            {' · encore attendue : '}
            <span className="figure">{formatEurosExact(remainder.amountCents)}</span>
          </>
        )}
      </SoftText>
    </div>
  )
}

function Payments({ receipts: { payments, can }, onRefund }: { receipts: Receipts; onRefund: (payment: ClientPayment) => void }) {
  if (payments.length === 0) return <Text c="var(--ink-soft)">Aucun paiement du client n’est enregistré.</Text>
  return (
    <ul className={classes.payments} aria-label="Paiements du client">
      {payments.map((payment) => (
        <li key={payment.id}>
          <div className={classes.what}>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {payment.kind === 'refund' ? 'Remboursement' : 'Facture'} <Reference value={payment.reference} lang="fr" />
            </Text>
            <SoftText style={{ overflowWrap: 'anywhere' }}>
              {dayText(payment.receivedOn)}
              {payment.refundsReference ? ` · sur ${payment.refundsReference}` : ''}
              {payment.payableBy ? ` · payable au plus tard le ${shortDate(payment.payableBy)}` : ''}
              {payment.recordedBy ? ` · ${payment.recordedBy}` : ''}
            </SoftText>
            {can.refund && payment.refundableCents > 0 && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                c="var(--danger-ink)"
                ml={-8}
                onClick={() => onRefund(payment)}
                aria-label={`Rembourser ${payment.reference}`}
              >
                Rembourser
              </Button>
            )}
          </div>
          <div className={classes.amounts}>
            <Text className="figure" fw={600}>
              {formatEurosExact(payment.kind === 'refund' ? -payment.netCents : payment.netCents)}
            </Text>
            <SoftText className="figure">commission {formatEurosExact(payment.commissionCents)}</SoftText>
          </div>
        </li>
      ))}
    </ul>
  )
}
