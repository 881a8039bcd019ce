import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/**
 * Events that endpoints can choose, by what they are about. What concerns accounts, bank details and settings stays inside. They
 * are listed, and not marked where they are declared, since a page shows them, which would load the routes of every slice.
 */
export const webhookEventGroups = {
  Leads: [
    'lead.created',
    'lead.changed',
    'lead.moved',
    'lead.signed',
    'lead.deleted',
    'lead.handed_over',
    'lead.shared',
    'lead.share_ended',
    'lead.passed',
    'registration.accepted',
    'registration.refused',
    'registration.merged',
    'registration.expired',
    'person.erased',
  ],
  Partners: [
    'person.invited',
    'invitation.held',
    'invitation.accepted',
    'team.role_changed',
    'team.person_left',
    'team.main_person_changed',
    'team.person_moved',
    'partner.merged',
    'partner.split',
    'partner.deleted',
  ],
  Contracts: ['contract.signed', 'contract.validated', 'contract.revoked'],
  'Client payments': ['client_payment.recorded', 'client_payment.refunded'],
  Commissions: [
    'commission.created',
    'commission.corrected',
    'commission.earned',
    'commission.validated',
    'commission.paid',
    'commission.reversed',
    'commission.removed',
  ],
  Payouts: ['payout.issued', 'payout.approved', 'payout.sent', 'payout.paid', 'payout.rejected', 'payout.cancelled'],
  Imports: ['import.applied', 'import.undone'],
  Invoices: ['invoice.made', 'payout.document_status'],
} as const

export type WebhookEvent = (typeof webhookEventGroups)[keyof typeof webhookEventGroups][number]
export const webhookEvents: readonly WebhookEvent[] = Object.values(webhookEventGroups).flat()

/** The button 'Send a test' sends a message of this name. */
export const testEvent = 'webhook.test'

export type DeliveredEvent = WebhookEvent | typeof testEvent

export function isWebhookEvent(name: string): name is WebhookEvent {
  return (webhookEvents as readonly string[]).includes(name)
}

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryStateLabels: Readonly<Record<DeliveryState, string>> = texts({
  pending: m.pending,
  delivered: m.delivered,
  failed: m.failed,
})

export const disabledReasons = ['failing', 'gone'] as const
export type DisabledReason = (typeof disabledReasons)[number]

export const disabledReasonLabels: Readonly<Record<DisabledReason, string>> = texts({
  failing: m.offFailing,
  gone: m.offGone,
})

const minute = 60
const hour = 3600

/** Seconds before the second attempt, the third and so on: eleven attempts in three days. */
const pauses = [5, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour]
export const maxAttempts = pauses.length + 1

/**
 * Seconds to wait after an attempt that failed, the first being 1; null after the last one. `chance`, from 0 to 1, spreads what
 * failed together over a tenth more.
 */
export function pauseAfter(attempt: number, chance: number): number | null {
  const pause = pauses[attempt - 1]
  return pause === undefined ? null : Math.round(pause * (1 + chance / 10))
}

/** An endpoint that has failed for so long, without a success between, is switched off. */
export const maxFailingDays = 5

export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= maxFailingDays * 86_400_000
}

/** A secret that was replaced signs beside the new one for so long. */
export const rotationHours = 24
export const deliveryKeptDays = 30
/** Characters of an answer that are kept. */
export const keptAnswerLength = 1024
export const deliverySeconds = 10

/** Why the portal itself did not deliver a message. */
export type DeliveryProblem =
  | { readonly code: 'endpoint_off' | 'not_https' | 'no_reason' }
  | { readonly code: 'no_answer'; readonly seconds: number }
  | { readonly code: 'internal_address'; readonly host: string }

export function deliveryProblemText(problem: DeliveryProblem): string {
  switch (problem.code) {
    case 'endpoint_off':
      return m.endpointOff()
    case 'not_https':
      return m.notHttps()
    case 'no_reason':
      return m.requestFailed()
    case 'no_answer':
      return m.noAnswerWithin({ seconds: problem.seconds })
    case 'internal_address':
      return m.internalTarget({ host: problem.host })
  }
}
