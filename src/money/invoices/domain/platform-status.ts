import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/**
 * What a plateforme agréée says of an invoice, by the life cycle of AFNOR XP Z12-012: deposited (200), deposited for a receiver
 * without a platform (200 with the reason NON_TRANSMISE), rejected by the platform (213), refused by its receiver (210), payment
 * sent by the buyer (211), paid (212).
 */
export const platformStatuses = ['deposited', 'not_transmitted', 'rejected', 'refused', 'payment_sent', 'paid'] as const
export type PlatformStatus = (typeof platformStatuses)[number]

export const platformStatusLabels: Readonly<Record<PlatformStatus, string>> = texts({
  deposited: m.deposited,
  not_transmitted: m.notTransmitted,
  rejected: m.rejectedByPlatform,
  refused: m.refusedByReceiver,
  payment_sent: m.paymentSent,
  paid: m.paid,
})

/** Whether a status ends an invoice: it is taken back, and a new one follows. */
export const isVoiding = (status: PlatformStatus): boolean => status === 'rejected' || status === 'refused'

interface LastStatus {
  readonly archiveOnly: boolean
  readonly status: PlatformStatus | null
}

/** Whether a platform says nothing more of a document: it is only kept, or its last status ended it. */
export const hasEnded = ({ archiveOnly, status }: LastStatus): boolean => archiveOnly || (status !== null && isVoiding(status))
