import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { payeeWords } from '#money/bank-details/web/payee-words.ts'
import { PayoutDocuments } from '#money/invoices/web/payout-documents.tsx'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SidePanel } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { MoneyLines } from '#platform/web/ui/money-lines.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutDetail } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { CameBack } from './came-back.tsx'
import { acceptPayout, payoutQuery, retryPayout } from './data.ts'
import { InvoiceSection } from './invoice-section.tsx'
import { PayPayoutsDialog } from './pay-payouts-dialog.tsx'
import { PayoutStateBadge } from './payout-state.tsx'
import { PayoutTimeline } from './payout-timeline.tsx'
import { StepDialog } from './step-dialog.tsx'

function explanation(line: PayoutDetail['lines'][number]): string {
  const { revenueCents, ratePercent, tier, detail } = line
  if (revenueCents === null || ratePercent === null) return detail
  return `${detail} · ${formatEurosExact(revenueCents)} × ${percentText(ratePercent)}${tier ? ` (${tier})` : ''}`
}

/** Net, VAT and what leaves the bank. */
function Sums({ payout }: { payout: PayoutDetail }) {
  const { netCents, vatCents, totalCents, noVatReason } = payout
  return (
    <div>
      <Text className="display figure" fz={28}>
        {formatEurosExact(totalCents)}
      </Text>
      {vatCents > 0 && (
        <SoftText className="figure">
          {m.netPlusVat({ net: formatEurosExact(netCents), vat: formatEurosExact(vatCents) })}
        </SoftText>
      )}
      {noVatReason && <SoftText>{typeset(noVatReason)}</SoftText>}
    </div>
  )
}

/** The steps that open a question before they are done. */
type PayoutStep = 'approve' | 'pay' | 'reject' | 'cancel'

interface StepsProps {
  readonly payout: PayoutDetail
  readonly onAsk: (step: PayoutStep) => void
}

/** What may be done with the payout now. */
function Steps({ payout, onAsk }: StepsProps) {
  const { id, reference, can } = payout
  const accept = () =>
    announced(acceptPayout(id), m.statementAccepted(), `${reference}, ${formatEurosExact(payout.totalCents)}`).catch(
      () => undefined,
    )
  const retry = () => announced(retryPayout(id), m.canBePaidAgain(), reference).catch(() => undefined)
  return (
    <Group gap="sm">
      {can.accept && <Button onClick={() => void accept()}>{m.accept()}</Button>}
      {can.approve && <Button onClick={() => onAsk('approve')}>{m.approve()}</Button>}
      {can.pay && (
        <Button variant="default" onClick={() => onAsk('pay')}>
          {m.markPaid()}
        </Button>
      )}
      {can.retry && <Button onClick={() => void retry()}>{m.payAgain()}</Button>}
      {payout.hasStatement && (
        <Button
          component="a"
          href={`/api/payouts/${id}/statement`}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {m.statementPdf()}
        </Button>
      )}
      {can.reject && (
        <Button variant="default" onClick={() => onAsk('reject')}>
          {m.returnedByBank()}
        </Button>
      )}
      {can.cancel && (
        <Button variant="subtle" color="red" onClick={() => onAsk('cancel')}>
          {m.cancelPayout()}
        </Button>
      )}
    </Group>
  )
}

/** What it pays, and what waits for a later one. */
function Lines({ payout: { lines, held, excluded } }: { payout: PayoutDetail }) {
  return (
    <>
      <section aria-label={m.commissions()}>
        <Title order={3} fz={16}>
          {m.commissions()}
        </Title>
        <MoneyLines
          label={m.commissionsOfPayout()}
          lines={lines.map((line, index) => ({
            key: `${index} ${line.client}`,
            name: line.client,
            note: typeset(explanation(line)),
            amountCents: line.amountCents,
          }))}
        />
      </section>
      {held.length + excluded.length > 0 && (
        <section aria-label={m.heldBack()}>
          <Title order={3} fz={16}>
            {m.heldForLater()}
          </Title>
          <MoneyLines
            label={m.heldBack()}
            lines={[...held, ...excluded].map((line, index) => ({
              key: `${index} ${line.client}`,
              name: line.client || m.everythingOfPartner(),
              note: typeset(line.reason),
              amountCents: line.amountCents,
            }))}
          />
        </section>
      )}
    </>
  )
}

function Details({ payout }: { payout: PayoutDetail }) {
  const [step, setStep] = useState<PayoutStep | null>(null)
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <Sums payout={payout} />
        <PayoutStateBadge state={payout.state} />
      </Group>
      {payout.waitsFor.map((reason) => (
        <Text key={reason} fz="sm" c="var(--todo-ink)">
          {reason}
        </Text>
      ))}
      {payout.state === 'rejected' && <CameBack payout={payout} />}
      <Steps payout={payout} onAsk={setStep} />
      {!payout.hasStatement && (
        <SoftText>{payout.state === 'cancelled' ? m.cancelledUnprinted() : m.statementBeingPrinted()}</SoftText>
      )}
      <InvoiceSection payout={payout} />
      <PayoutDocuments payoutId={payout.id} />
      {payout.payee && payout.payee.match !== 'match' && (
        <Text fz="sm" c="var(--todo-ink)">
          {payeeWords(payout.payee.match, payout.payee.bankName)}
        </Text>
      )}
      <PayoutTimeline payout={payout} />
      {payout.file && (
        <Text fz="sm">
          {m.fileToExecute({
            reference: payout.file.reference,
            day: shortDate(`${payout.file.executeOn}T12:00:00Z`),
            file: (parts: ReactNode[]) => (
              <Anchor key="file" component={Link} to={`${pagePaths.adminPayouts}?file=${payout.file?.id}`}>
                {parts}
              </Anchor>
            ),
          })}
        </Text>
      )}
      <Lines payout={payout} />
      {step === 'approve' && <ApproveDialog payouts={[payout]} onClose={() => setStep(null)} />}
      {step === 'pay' && <PayPayoutsDialog payouts={[payout]} onClose={() => setStep(null)} />}
      {(step === 'cancel' || step === 'reject') && <StepDialog step={step} payout={payout} onClose={() => setStep(null)} />}
    </Stack>
  )
}

/** A payout with its dates, its statement and its lines. For staff and for its partner; mounted only while open. */
export default function PayoutDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const payout = useQuery(payoutQuery(id))
  const { data } = payout
  // Staff quote the number with the partner's name; a partner copies it from the title.
  const title = data?.people ? (
    `${data.reference}, ${nameOf(data.partner)}`
  ) : data ? (
    <Reference value={data.reference} />
  ) : (
    m.payout()
  )
  return (
    <SidePanel onClose={onClose} title={title} size="lg" position="right">
      <QueryBoundary query={payout}>
        {(details) => (
          <>
            {details.people && (
              <Text mb="sm">
                <Reference value={details.reference} /> · <PartnerLink partner={details.partner} clamped={false} />
              </Text>
            )}
            <Details payout={details} />
          </>
        )}
      </QueryBoundary>
    </SidePanel>
  )
}
