import type { LeadStatus } from '../../domain/leads.ts'

/** What somebody asked to see: a column, and a card in it unless `leadId` is null. */
export interface ShownPlace {
  readonly status: LeadStatus
  readonly leadId: string | null
}
