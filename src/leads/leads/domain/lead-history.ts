import type { EventName } from '#platform/domain/event-names.ts'
import { type LeadField, leadFieldNames } from './lead-fields.ts'

/** Events in a lead's history. Comments are listed separately. */
export const leadHistoryEvents = [
  'lead.created',
  'lead.changed',
  'lead.moved',
  'lead.loss_explained',
  'lead.file_added',
  'lead.file_removed',
  'lead.introduced',
  'lead.client_asked',
  'lead.client_answered',
  'lead.signed',
  'lead.duplicate_cleared',
  'commission.created',
  'commission.corrected',
  'commission.validated',
  'commission.paid',
  'commission.removed',
  'commission.reversed',
  'commission.held',
  'commission.released',
  'commission.remainder_changed',
  'client_payment.recorded',
  'client_payment.refunded',
  'lead.remainder_closed',
  'lead.basis_changed',
  'lead.client_left',
  'lead.earnings_ended',
  'lead.handed_over',
  'lead.shared',
  'lead.share_ended',
  'lead.passed',
  'registration.accepted',
  'registration.refused',
  'registration.merged',
  'registration.confirmed',
  'registration.resubmitted',
  'registration.appealed',
  'registration.extension_asked',
  'registration.extension_granted',
  'registration.extension_refused',
  'registration.expired',
  'dispute.opened',
  'dispute.answered',
  'dispute.replied',
  'dispute.corrected',
  'dispute.upheld',
  'dispute.withdrawn',
] as const satisfies readonly EventName[]
export type LeadHistoryEvent = (typeof leadHistoryEvents)[number]

/** Fields whose changes appear in the history. */
export type LeadHistoryField = LeadField | 'status'
export const leadHistoryFields: readonly LeadHistoryField[] = [...leadFieldNames, 'status']
