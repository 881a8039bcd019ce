import type { EventName } from './activity.ts'

/** What a lead's history tells. Comments are no part of it: they have their own place. */
export const leadHistoryEvents = [
  'lead.created',
  'lead.changed',
  'lead.moved',
  'lead.signed',
  'lead.duplicate_cleared',
  'commission.created',
  'commission.corrected',
  'commission.validated',
  'commission.paid',
  'commission.removed',
] as const satisfies readonly EventName[]
export type LeadHistoryEvent = (typeof leadHistoryEvents)[number]

/** Fields whose change the history shows, before and after. */
export const leadHistoryFields = [
  'name',
  'company',
  'email',
  'phone',
  'website',
  'estimatedAmountCents',
  'offerType',
  'notes',
  'status',
] as const
export type LeadHistoryField = (typeof leadHistoryFields)[number]
