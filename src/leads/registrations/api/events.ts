import type { RefusalReason, RegistrationState } from '#leads/leads/domain/registration-states.ts'
import { event } from '#platform/api/events.ts'
import type { ProtectionReminder } from '../domain/registrations.ts'

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
export const registrationEvents = {
  /** `isAutomatic`: nobody answered in time. */
  'registration.accepted': event<Was, Message & Protection & { readonly isAutomatic: boolean }>('lead'),
  'registration.refused': event<Was, Message & { readonly reason: RefusalReason }>('lead'),
  /** Into the lead `into`, which may be another partner's. */
  'registration.merged': event<Was, Message & { readonly into: string }>('lead'),
  /** In force before, and decided for again. */
  'registration.confirmed': event<null, Message>('lead'),
  /** Its partner has given it another company. */
  'registration.resubmitted': event<Was>('lead'),
  'registration.appealed': event<null, { readonly text: string }>('lead'),
  'registration.extension_asked': event<null, { readonly reason: string }>('lead'),
  'registration.extension_granted': event<Protection, Message & Protection>('lead'),
  'registration.extension_refused': event<null, Message>('lead'),
  'registration.reminded': event<null, Protection & { readonly daysLeft: ProtectionReminder }>('lead'),
  'registration.expired': event<Protection>('lead'),
  /** This event is for the new partner. */
  'lead.handed_over': event<{ readonly partnerId: string }, Message & Together & { readonly partnerId: string }>('lead'),
  /** This event is for the former partner. */
  'lead.handed_away': event<null, Message & Together & { readonly name: string; readonly company: string }>('lead'),
}
