import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Delivery } from '../api/webhooks.ts'
import { type DeliveryState, deliveryStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'

const tones: Readonly<Record<DeliveryState, BadgeTone>> = { pending: 'todo', delivered: 'received', failed: 'danger' }

export function DeliveryStateBadge({ state }: { readonly state: DeliveryState }) {
  return <StatusBadge tone={tones[state]}>{deliveryStateLabels[state]}</StatusBadge>
}

/** 'HTTP 200 in 35 ms', or why nothing answered. */
export function outcomeOf({ status, error, durationMs }: Delivery): string {
  if (status !== null) return m.outcome({ status, duration: durationMs ?? 0 })
  return error ?? m.notSentYet()
}
