import type { Payload } from '#platform/api/event-payload.ts'
import type { ProtectionReminder, RefusalReason, RegistrationState } from '../domain/registrations.ts'

interface Was {
  readonly state: RegistrationState
}
interface Message {
  /** What the partner reads; empty without. */
  readonly message: string
}
interface Together {
  /** It went along with people: nobody gets a mail for each lead. */
  readonly together?: true
}
interface Protection {
  /** The end of the protection; null if it has none. */
  readonly protectedUntil: string | null
}

/** What becomes of a registration; the lead is the event's subject. */
export interface RegistrationEventPayloads {
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
  /** This event is for the new partner. */
  'lead.handed_over': Payload<{ readonly partnerId: string }, Message & Together & { readonly partnerId: string }>
  /** This event is for the former partner. */
  'lead.handed_away': Payload<null, Message & Together & { readonly name: string; readonly company: string }>
}
