import type * as z from 'zod/mini'
import type { FieldChanges } from '#leads/fields/domain/fields.ts'
import type { ExternalIdPayload, Payload } from '#platform/api/event-payload.ts'
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

export interface LeadEventPayloads {
  'lead.created': Payload<null, LeadFields & CustomValues & { readonly status: LeadStatus }>
  'lead.changed': Payload<Partial<LeadFields> & CustomValues, Partial<LeadFields> & CustomValues>
  'lead.moved': Payload<MovedLead, MovedLead>
  'lead.signed': Payload
  'lead.loss_explained': Payload<{ readonly loss: Loss | null }, { readonly loss: Loss }>
  'lead.commented': Payload<null, { readonly commentId: string }>
  'lead.duplicate_cleared': Payload<{ readonly possibleDuplicateOf: string }>
  'lead.external_id_changed': ExternalIdPayload
  'lead.deleted': Payload<{ readonly name: string; readonly company: string; readonly status: LeadStatus }>
}
