import type { LeadStatus } from '#leads/leads/domain/leads.ts'

/** A column to scroll to, and a card in it unless `leadId` is null. */
export interface ShownPlace {
  readonly status: LeadStatus
  readonly leadId: string | null
}
