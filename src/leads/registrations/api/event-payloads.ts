import type { ClientAnswer } from '#leads/client-confirmations/domain.ts'
import type { CommissionBasis } from '#money/commissions/domain.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { ProtectionReminder, RefusalReason, RegistrationState } from '../domain/registrations.ts'
import type { Payload } from '#platform/api/event-payload.ts'

interface Was {
  readonly state: RegistrationState
}
interface Message {
  /** What the partner reads; empty without. */
  readonly message: string
}
interface Protection {
  /** Null: without an end. */
  readonly protectedUntil: string | null
}

/** About what becomes of a lead, which is the event's subject: its registration, its signature, its end. */
export interface RegistrationEventPayloads {
  'leads.imported': Payload<null, { readonly count: number }>
  'lead.commented': Payload<null, { readonly commentId: string }>
  /** Null: as the programme says. */
  'lead.basis_changed': Payload<{ readonly basis: CommissionBasis | null }, { readonly basis: CommissionBasis | null }>
  'lead.signed': Payload
  /** By the client, whose record `confirmationId` is. `isMailed`: they are asked to confirm their address. */
  'lead.introduced': Payload<null, { readonly confirmationId: string; readonly isMailed: boolean }>
  'lead.client_asked': Payload<null, { readonly confirmationId: string }>
  'lead.client_answered': Payload<null, { readonly confirmationId: string; readonly answer: ClientAnswer }>
  'lead.deleted': Payload<{ readonly name: string; readonly company: string; readonly status: LeadStatus }>
  'lead.duplicate_cleared': Payload<{ readonly possibleDuplicateOf: string }>
  /** `isAutomatic`: nobody answered in time. */
  'registration.accepted': Payload<Was, Message & Protection & { readonly isAutomatic: boolean }>
  'registration.refused': Payload<Was, Message & { readonly reason: RefusalReason }>
  /** Into the lead `into`, which may be another partner's. */
  'registration.merged': Payload<Was, Message & { readonly into: string }>
  /** In force before, and decided for again. */
  'registration.confirmed': Payload<null, Message>
  /** Its partner has given it another company. */
  'registration.resubmitted': Payload<Was>
  'registration.appealed': Payload<null, { readonly text: string }>
  'registration.extension_asked': Payload<null, { readonly reason: string }>
  'registration.extension_granted': Payload<Protection, Message & Protection>
  'registration.extension_refused': Payload<null, Message>
  'registration.reminded': Payload<null, Protection & { readonly daysLeft: ProtectionReminder }>
  'registration.expired': Payload<Protection>
  /** To the new partner. */
  'lead.handed_over': Payload<{ readonly partnerId: string }, Message & { readonly partnerId: string }>
  /** To the former one. */
  'lead.handed_away': Payload<null, Message & { readonly name: string; readonly company: string }>
}
