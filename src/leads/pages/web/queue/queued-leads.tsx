import { Button, Group } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { clientName } from '#leads/domain/client-names.ts'
import { offerName, useOffers } from '#leads/lead-settings/web/data.ts'
import { queuedAbilities, retried } from '#leads/leads/domain/queued-leads.ts'
import { receiptAddress } from '#leads/receipts/web/receipt-address.ts'
import { formatEuros } from '#platform/domain/money.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import { sendWaitingLeads } from './follow-queue.ts'
import classes from './queued-leads.module.css'
import {
  dropWaiting,
  forgetReceived,
  keepWaiting,
  type ReceivedLead,
  useDeviceLeads,
  type WaitingLead,
} from './queued-leads-store.ts'

const ShareReceipt = lazy(() => import('#leads/receipts/web/share-receipt.tsx'))
const LeadFormDialog = lazy(async () => ({ default: (await import('../form/lead-form-dialog.tsx')).LeadFormDialog }))

/** Leads of this account that wait on this device for the network, or for their partner, and those that have just arrived. */
export default function QueuedLeads() {
  const me = useMe()
  const { waiting, received } = useDeviceLeads(me.id)
  const [changed, setChanged] = useState<WaitingLead | null>(null)
  const [dropped, setDropped] = useState<WaitingLead | null>(null)
  useEffect(() => {
    // Another tab may have sent it: its event may come late after an outage.
    if (received.length > 0) void queryClient.invalidateQueries({ queryKey: ['leads'] })
  }, [received.length])
  if (me.view) return null
  const retry = (lead: WaitingLead) => {
    keepWaiting(me.id, retried(lead))
    sendWaitingLeads()
  }
  return (
    <section aria-label={m.waitingLeads()}>
      {received.length > 0 && <Received leads={received} onRead={() => forgetReceived(me.id)} />}
      {waiting.length > 0 && (
        <ul className={classes.queue}>
          {waiting.map((lead) => (
            <QueuedCard key={lead.key} lead={lead} onRetry={retry} onChange={setChanged} onDrop={setDropped} />
          ))}
        </ul>
      )}
      <Suspense>
        {changed && <LeadFormDialog use="partnerAdd" lead={null} waiting={changed} onClose={() => setChanged(null)} />}
      </Suspense>
      <ConfirmDialog
        opened={dropped !== null}
        title={m.giveUpQuestion()}
        text={
          dropped?.sentAt
            ? m.giveUpSent({ company: clientName(dropped.input) })
            : m.giveUpUnsent({ company: dropped ? clientName(dropped.input) : '' })
        }
        action={m.giveUp()}
        cancel={m.cancel()}
        danger
        onClose={() => setDropped(null)}
        onConfirm={async () => {
          if (dropped) dropWaiting(me.id, dropped)
        }}
      />
    </section>
  )
}

interface QueuedCardProps {
  readonly lead: WaitingLead
  readonly onRetry: (lead: WaitingLead) => void
  readonly onChange: (lead: WaitingLead) => void
  readonly onDrop: (lead: WaitingLead) => void
}

function QueuedCard({ lead, onRetry, onChange, onDrop }: QueuedCardProps) {
  const { input, problem, filledAt } = lead
  const can = queuedAbilities(lead)
  const offers = useOffers()
  return (
    <li className={classes.lead} data-problem={problem !== null || undefined} aria-label={clientName(input)}>
      <Group gap="xs" justify="space-between">
        <strong>{clientName(input)}</strong>
        <StatusBadge tone={problem ? 'todo' : 'known'}>{problem ? m.toDecide() : m.waitsForNetwork()}</StatusBadge>
      </Group>
      <SoftText component="p">
        {[input.name, input.email || input.phone].join(' · ')}
        {input.estimatedAmountCents !== null && <span className="figure"> · {formatEuros(input.estimatedAmountCents)}</span>}
        {input.offerType !== '' && ` · ${offerName(offers, input.offerType)}`}
      </SoftText>
      <SoftText component="p">
        {m.stateAndTime({
          state: problem ? problem.text : m.keptUntilAnswer(),
          time: relativeDate(new Date(filledAt).toISOString(), new Date()),
        })}
      </SoftText>
      <Group gap="xs">
        {!problem && (
          <Button size="xs" variant="default" onClick={sendWaitingLeads}>
            {m.tryAgain()}
          </Button>
        )}
        {can.retry && (
          <Button size="xs" onClick={() => onRetry(lead)}>
            {problem?.kind === 'duplicate' ? m.sendAnyway() : m.sendAgain()}
          </Button>
        )}
        {can.change && (
          <Button size="xs" variant="default" onClick={() => onChange(lead)}>
            {m.change()}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="red" c="var(--danger-ink)" onClick={() => onDrop(lead)}>
          {m.giveUp()}
        </Button>
      </Group>
    </li>
  )
}

function Received({ leads, onRead }: { leads: readonly ReceivedLead[]; onRead: () => void }) {
  return (
    <div className={classes.received} role="status">
      {leads.map(({ id, company, number }) => (
        <span key={id}>
          {m.hasArrived({
            company,
            number,
            figure: (parts) => (
              <span key="number" className="figure">
                {parts}
              </span>
            ),
          })}{' '}
          <a href={receiptAddress(id)} download>
            {m.receiptPdf()}
          </a>{' '}
          <Suspense>
            <ShareReceipt leadId={id} number={number} company={company} />
          </Suspense>
        </span>
      ))}
      <Button size="xs" variant="default" onClick={onRead}>
        {m.ok()}
      </Button>
    </div>
  )
}
