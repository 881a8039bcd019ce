import type * as z from 'zod/mini'
import type { FieldChanges } from '#leads/fields/domain/fields.ts'
import { type ExternalId, event } from '#platform/api/events.ts'
import type { LeadStatus } from '../domain/leads.ts'
import type { Loss } from '../domain/lost-leads.ts'
import type { leadForm } from './leads.ts'

type LeadFields = z.output<typeof leadForm>

/** Values of custom fields: of a new lead those that it has, of a change what was and what is, null for none. */
interface CustomValues {
  readonly fields?: FieldChanges
}

/** A lead's stage, in Perdu with the reason where somebody gave one. */
interface MovedLead {
  readonly status: LeadStatus
  readonly loss?: Loss
  /** Why, where the stage asks for it. */
  readonly reason?: string
  /** The amount, where it moved with the lead. */
  readonly estimatedAmountCents?: number
  /** Its stage was archived, and all its leads moved. */
  readonly merged?: boolean
}

export const leadEvents = {
  'lead.created': event<null, LeadFields & CustomValues & { readonly status: LeadStatus }>('lead'),
  'lead.changed': event<Partial<LeadFields> & CustomValues, Partial<LeadFields> & CustomValues>('lead', { reachesSharers: true }),
  'lead.moved': event<MovedLead, MovedLead>('lead', { reachesSharers: true }),
  'lead.signed': event('lead', { reachesSharers: true }),
  'lead.loss_explained': event<{ readonly loss: Loss | null }, { readonly loss: Loss }>('lead'),
  'lead.commented': event<null, { readonly commentId: string }>('lead'),
  'lead.duplicate_cleared': event<{ readonly possibleDuplicateOf: string }>('lead'),
  'lead.external_id_changed': event<ExternalId, ExternalId>('lead'),
  'lead.deleted': event<{ readonly name: string; readonly company: string; readonly status: LeadStatus }>('lead'),
}
