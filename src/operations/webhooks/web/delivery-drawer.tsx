import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { SidePanel } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { DeliveryDetail } from '../api/webhooks.ts'
import { m } from '../messages/messages.ts'
import { deliveryQuery, replayDelivery } from './data.ts'
import { DeliveryStateBadge, outcomeOf } from './delivery-state.tsx'

const block = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const

function Detail({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { busy, run: again } = useAction(async () => {
    await replayDelivery(delivery.id)
    toastSuccess(m.sentAgain(), delivery.event)
  })
  const { attempts, lastAttemptAt, nextAttemptAt } = delivery
  return (
    <Stack>
      <Group>
        <DeliveryStateBadge state={delivery.state} />
        <SoftText>{m.attempts({ count: attempts })}</SoftText>
      </Group>
      <div>
        <Text style={{ overflowWrap: 'anywhere' }}>{delivery.webhook.url}</Text>
        <SoftText>{outcomeOf(delivery)}</SoftText>
        {lastAttemptAt && <SoftText>{m.lastAttempt({ time: longDate(lastAttemptAt) })}</SoftText>}
        {nextAttemptAt && <SoftText>{m.nextAttempt({ time: longDate(nextAttemptAt) })}</SoftText>}
      </div>
      <div>
        <Title order={3} fz="md" mb={6}>
          {m.message()}
        </Title>
        <Code block style={block}>{`webhook-id: msg_${delivery.id}\n\n${delivery.body}`}</Code>
      </div>
      {delivery.answer !== null && (
        <div>
          <Title order={3} fz="md" mb={6}>
            {m.theAnswer()}
          </Title>
          <Code block style={block}>
            {delivery.answer || m.emptyAnswer()}
          </Code>
        </div>
      )}
      <Button variant="default" loading={busy} onClick={again}>
        {m.sendAgain()}
      </Button>
    </Stack>
  )
}

/** A delivery with what was sent and answered. */
export function DeliveryDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const query = useQuery(deliveryQuery(id))
  return (
    <SidePanel onClose={onClose} title={query.data?.event ?? m.delivery()}>
      <QueryBoundary query={query}>{(delivery) => <Detail delivery={delivery} />}</QueryBoundary>
    </SidePanel>
  )
}
